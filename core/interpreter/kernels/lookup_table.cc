#include "core/interpreter/kernels/lookup_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arenascope::kernels {

namespace {
constexpr std::int32_t kLowest = std::numeric_limits<std::int16_t>::min();
constexpr std::int32_t kHighest = std::numeric_limits<std::int16_t>::max();

std::int16_t toTableValue(float value) {
  return static_cast<std::int16_t>(
      std::min(std::max(value, static_cast<float>(kLowest)), static_cast<float>(kHighest)));
}
} // namespace

void fillTable(const TableMapping& mapping, float (*function)(float), std::int16_t* table) {
  const float inputMin = mapping.inputScale * static_cast<float>(kLowest - mapping.inputZeroPoint);
  const float inputMax = mapping.inputScale * static_cast<float>(kHighest - mapping.inputZeroPoint);
  const float outputMin = mapping.outputScale * static_cast<float>(kLowest - mapping.outputZeroPoint);
  const float outputMax = mapping.outputScale * static_cast<float>(kHighest - mapping.outputZeroPoint);
  const float step = (inputMax - inputMin) / kTableSteps;
  const float halfStep = step / 2;
  const float inverse = static_cast<float>(kHighest - kLowest + 1) / (outputMax - outputMin);
  for (int i = 0; i < kTableSteps; ++i) {
    const float here = function(inputMin + static_cast<float>(i) * step);
    const float middle = function(inputMin + static_cast<float>(i) * step + halfStep);
    const float next = function(inputMin + static_cast<float>(i + 1) * step);
    const float sample = std::round(here * inverse);
    const float onLine = std::round((next * inverse + std::round(here * inverse)) / 2);
    const float error = onLine - std::round(middle * inverse);
    table[i] = toTableValue(sample - std::round(error / 2));
  }
  table[kTableSteps] = toTableValue(std::round(function(inputMax) * inverse));
}

} // namespace arenascope::kernels
