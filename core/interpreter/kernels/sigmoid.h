// Shared by LOGISTIC and TANH: Prepare, and single values; 16-bit ones by a table.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"

namespace arenascope::kernels {

// 65536 · sigmoid(i / 24), each sample raised by half the error of linear interpolation in the middle of the step. The
// last one is the limit.
extern const std::array<std::uint16_t, 256> kSigmoidTable;

// Scales 16-bit inputs to 4096 · 3 steps per unit: the table has 24 entries per unit, and 512 steps between entries:
// input · multiplier, divided by 2^shift, rounded to nearest.
struct SigmoidInput {
  std::int32_t multiplier;
  int shift;

  std::int32_t scale(std::int16_t stored) const {
    const std::int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
    return (stored * multiplier + half) >> shift;
  }
};

// 1 / (1 + e^-x) in units of 1/32768.
inline std::int16_t logisticInt16(std::int16_t stored, const SigmoidInput& scaling) {
  const std::int32_t input = scaling.scale(stored);
  const auto magnitude = static_cast<std::uint32_t>(input < 0 ? -input : input);
  const std::uint32_t index = magnitude >> 9;
  std::uint32_t result = 0x7FFFU << 10;
  if (index < 255) {
    const std::uint32_t low = kSigmoidTable[index];
    result = (low << 9) + (magnitude & 0x1FF) * (kSigmoidTable[index + 1] - low);
  }
  const std::uint32_t rounded = input >= 0 ? result + (1U << 9) : (1U << 25) - result + (1U << 9) - 1;
  return static_cast<std::int16_t>(rounded >> 10);
}

// tanh(x) = 2 · sigmoid(2x) - 1 in units of 1/32768; the table is twice as fine for this.
inline std::int16_t tanhInt16(std::int16_t stored, const SigmoidInput& scaling) {
  const std::int32_t input = scaling.scale(stored);
  const auto magnitude = static_cast<std::uint32_t>(input < 0 ? -input : input);
  const std::uint32_t index = magnitude >> 8;
  std::int32_t result = 0xFFFF << 8;
  if (index < 255) {
    const std::uint32_t low = kSigmoidTable[index];
    result = static_cast<std::int32_t>((low << 8) + (magnitude & 0xFF) * (kSigmoidTable[index + 1] - low));
  }
  constexpr std::int32_t kOne = 1 << 23;
  constexpr std::int32_t kHalf = 1 << 7;
  const std::int32_t centered = input >= 0 ? result - kOne + kHalf : kOne - result + kHalf - 1;
  return static_cast<std::int16_t>(centered >> 8);
}

// Far from zero the exponential, or 1, is more accurate than the quotient.
inline float logisticFloat(float x) {
  constexpr float kUpper = 16.619047164916992188F;
  constexpr float kLower = -9.0F;
  if (x > kUpper) return 1.0F;
  if (x < kLower) return std::exp(x);
  return 1.0F / (1.0F + std::exp(-x));
}

struct SigmoidData { // OpDataLogistic, OpDataTanh
  std::int32_t inputZeroPoint;
  std::int32_t inputRadius; // inputs further from the zero point count as infinite
  std::int32_t inputMultiplier;
  int inputShift;
};
static_assert(sizeof(SigmoidData) == 16);

Status prepareSigmoidInt8(Context& context, const Tensor& input, SigmoidData& data);
// Input scales of 2^-12, and up to `simpleShifts` more powers of two, only need the multiplier 3.
Status prepareSigmoidInt16(Context& context, const Tensor& input, const Tensor& output, int simpleShifts,
                           SigmoidData& data);

// function takes Q4.27 and returns a stored number.
template <typename Function>
std::int8_t sigmoidInt8(std::int8_t stored, const SigmoidData& data, Function function) {
  const std::int32_t input = stored - data.inputZeroPoint;
  if (input <= -data.inputRadius) return -128;
  if (input >= data.inputRadius) return 127;
  const std::int32_t scaled = multiplyByQuantizedMultiplier(input, data.inputMultiplier, data.inputShift);
  return static_cast<std::int8_t>(clamp<std::int32_t>(function(scaled), -128, 127));
}

// The largest multiplier below 2^15 for other input scales.
SigmoidInput sigmoidInput(float inputScale);

} // namespace arenascope::kernels
