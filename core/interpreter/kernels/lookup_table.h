// 16-bit functions by table: 512 steps over the input range and one value for the end, linear in between.
#pragma once

#include <cstdint>

namespace arenascope::kernels {

inline constexpr int kTableSteps = 512;
inline constexpr int kTableSize = kTableSteps + 1;

// Mapping of a table's 16-bit numbers to real ones: real = scale · (stored - zeroPoint).
struct TableMapping {
  float inputScale;
  std::int32_t inputZeroPoint;
  float outputScale;
  std::int32_t outputZeroPoint;
};

// Samples `function` at the steps, each corrected by half the error of linear interpolation in the middle of the step.
// The order of float operations is fixed: results are compared to the bit.
void fillTable(const TableMapping& mapping, float (*function)(float), std::int16_t* table);

inline std::int16_t lookUp(std::int16_t value, const std::int16_t* table) {
  const int index = 256 + (value >> 7);
  const int within = value & 0x7F;
  const auto slope = static_cast<std::int16_t>(table[index + 1] - table[index]);
  return static_cast<std::int16_t>(table[index] + ((slope * within + 64) >> 7));
}

} // namespace arenascope::kernels
