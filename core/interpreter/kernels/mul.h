// The data of MUL in the arena.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::kernels {

struct MulData { // OpDataMul
  std::int32_t zeroPoint1;
  std::int32_t zeroPoint2;
  IntRange activation;
  std::int32_t outputZeroPoint;
  QuantizedMultiplier output;
  FloatRange activationFloat;
};
static_assert(sizeof(MulData) == tflm::bySize(36, 36));

} // namespace arenascope::kernels
