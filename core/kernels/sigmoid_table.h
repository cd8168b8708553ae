// The table behind the 16-bit LOGISTIC and TANH.
#pragma once

#include <array>
#include <cstdint>

namespace arenascope::kernels {

// 65536 · sigmoid(i / 24), each sample raised by half of what a straight line to the next one misses in the middle.
// The last one is the limit.
extern const std::array<std::uint16_t, 256> kSigmoidTable;

// How 16-bit inputs are brought to 4096 · 3 steps a unit, which is the table's 24 entries a unit and 512 steps between
// two of them: input · multiplier, divided by 2^shift, to nearest.
struct SigmoidInput {
  std::int32_t multiplier;
  int shift;

  std::int32_t scale(std::int16_t stored) const {
    const std::int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
    return (stored * multiplier + half) >> shift;
  }
};

// The largest multiplier below 2^15 for an input scale that has no simpler one.
SigmoidInput sigmoidInput(float inputScale);

} // namespace arenascope::kernels
