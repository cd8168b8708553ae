// The kernel set for Cortex-M: the reference set, with the operators that the CMSIS-NN library has kernels for replaced
// by kernels that work as those do: with the DSP extension where the processor has it, and with the memory they take.
#pragma once

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/variant.h"

#define KERNEL_SET cmsis_nn
#define REFERENCE_ONLY(symbol)
#define ALSO_CMSIS_NN(symbol) OWN_KERNEL(symbol)
#define ALSO_BOTH(symbol) OWN_KERNEL(symbol)
#include "core/interpreter/kernels/kernel_set.inc"
