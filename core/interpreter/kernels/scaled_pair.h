// Shared by ADD, SUB and SQUARED_DIFFERENCE: scales two quantized inputs to a common scale, and the result to the
// output's.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/tensor_access.h"
#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::kernels {

struct ScaledPair {
  int leftShift;        // headroom of both inputs before rescaling
  std::int32_t offset1; // negated zero points of the inputs
  std::int32_t offset2;
  QuantizedMultiplier input1;
  QuantizedMultiplier input2;
  QuantizedMultiplier output;
  std::int32_t outputZeroPoint;
  IntRange activation;
};

struct AddData { // OpDataAdd
  ScaledPair pair;
  FloatRange activationFloat;
  std::int32_t reserved;
};
static_assert(sizeof(AddData) == tflm::bySize(60, 60));

// Ratios of the inputs' scales to the common one, and from there to the output's.
struct PairRatios {
  double input1;
  double input2;
  double output;
};

// Everything except the activation range and the output's multiplier, which may exceed 1 in some kernels.
runtime::Status prepareInputs(runtime::Context& context, const PairRatios& ratios, int leftShift,
                              const runtime::Tensor& input1, const runtime::Tensor& input2,
                              const runtime::Tensor& output, ScaledPair& pair);

// One input value at the common scale.
inline std::int32_t atCommonScale(const ScaledPair& pair, std::int32_t value, std::int32_t offset,
                                  const QuantizedMultiplier& by) {
  return multiplyByFraction((value + offset) * (1 << pair.leftShift), by.multiplier, by.shift);
}

// combine(first, second), both at the common scale, as a stored value of the output. `rescale` brings it to the
// output's scale: multiplyByFraction where the ratio is less than 1.
template <typename T, typename Combine, typename Rescale>
[[gnu::always_inline]] inline T combineScaled(const ScaledPair& pair, T a, T b, Combine combine, Rescale rescale) {
  const std::int32_t combined =
      combine(atCommonScale(pair, a, pair.offset1, pair.input1), atCommonScale(pair, b, pair.offset2, pair.input2));
  const std::int32_t result = rescale(combined, pair.output.multiplier, pair.output.shift) + pair.outputZeroPoint;
  return static_cast<T>(clamp(result, pair.activation.min, pair.activation.max));
}

} // namespace arenascope::kernels
