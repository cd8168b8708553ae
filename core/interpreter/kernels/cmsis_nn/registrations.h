// The kernel set for Cortex-M: the reference set, with kernels replaced that the CMSIS-NN library has. They work as the
// library's do, use the DSP extension where available, and request the same memory.
#pragma once

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/variant.h"

#define KERNEL_SET cmsis_nn
#define REFERENCE_ONLY(symbol)
#define ALSO_CMSIS_NN(symbol) OWN_KERNEL(symbol)
#define ALSO_BOTH(symbol) OWN_KERNEL(symbol)
#include "core/interpreter/kernels/kernel_set.inc"
