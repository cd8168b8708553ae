// Converts scales and zero points to the integers of quantized kernels.
#pragma once

#include <cstdint>

#include "core/interpreter/runtime/context.h"

namespace arenascope::kernels {

// real ≈ multiplier · 2^(shift - 31), |multiplier| in [2^30, 2^31) or 0; -2^31 occurs.
struct QuantizedMultiplier {
  std::int32_t multiplier;
  int shift;
};
QuantizedMultiplier quantizeMultiplier(double real);
// The same for a ratio of a model's scales; fails unless its magnitude is below 2^30, as for an output scale of 0.
runtime::Status quantizeMultiplier(runtime::Context& context, double real, QuantizedMultiplier* result);

// For ratios that must lie between 0 and 1: shift is at most 0.
runtime::Status quantizeFraction(runtime::Context& context, double real, QuantizedMultiplier* result);

// For softmax: of differences to the largest input, in units of 2^-(31 - integerBits).
runtime::Status softmaxMultiplier(runtime::Context& context, double inputScale, double beta, int integerBits,
                                  QuantizedMultiplier* result);

// The largest |input| whose rescaled value still fits `integerBits` integer bits after a shift left by leftShift.
int inputRadius(int integerBits, int leftShift);

// The power of two nearest to x; returns whether x is one, within 0.001 of its logarithm.
bool nearestLog2(float x, int* log2);

struct IntRange {
  std::int32_t min;
  std::int32_t max;
};
struct FloatRange {
  float min;
  float max;
};

// Range of the output type after a fused activation. Fails for types that are not quantized.
runtime::Status activationRange(runtime::Context& context, runtime::Activation activation,
                                const runtime::Tensor& output, IntRange* range);
FloatRange activationRange(runtime::Activation activation);
// For integers without scale.
IntRange unscaledRange(runtime::Activation activation);

// For an integer convolution: multiplier and shift per output channel, from one filter scale or from one per channel.
// multipliers and shifts have `channels` entries.
runtime::Status convolutionMultipliers(runtime::Context& context, const runtime::Tensor& input,
                                       const runtime::Tensor& filter, const runtime::Tensor& output, int channels,
                                       std::int32_t* multipliers, std::int32_t* shifts);

// input scale · filter scale / output scale; the scale of a bias must be the product of the first two.
runtime::Status layerMultiplier(runtime::Context& context, const runtime::Tensor& input, const runtime::Tensor& filter,
                                const runtime::Tensor* bias, const runtime::Tensor& output, double* multiplier);

} // namespace arenascope::kernels
