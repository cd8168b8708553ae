// The kernel set for Espressif's chips: the reference set, with operators replaced for which esp-nn requests memory.
// They compute what the library's portable kernels compute. The interpreter's variant has chip and version.
#pragma once

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/variant.h"

#define KERNEL_SET esp_nn
#define REFERENCE_ONLY(symbol)
#define ALSO_CMSIS_NN(symbol)
#define ALSO_BOTH(symbol) OWN_KERNEL(symbol)
#include "core/interpreter/kernels/kernel_set.inc"
