#include "core/interpreter/kernels/lookup_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace arenascope::kernels {
namespace {

// e^x over [-10, 0], stored with 2/65535 a step. 512 samples span 65535 inputs but are looked up 128 apart, so the
// table runs ahead by up to one input at its end: 10/65535 · e^x, which is 5 · e^x steps; rounding and interpolation
// add two.
TEST(LookupTableTest, FollowsTheFunctionBetweenItsSamples) {
  constexpr float kSpan = 65535.0F;
  std::array<std::int16_t, kTableSize> table{};
  fillTable(
      {10.0F / kSpan, 32767, 2.0F / kSpan, 0}, [](float x) { return std::exp(x); }, table.data());
  for (int value = -32768; value <= 32767; value += 13) {
    const double real = std::exp(10.0 / 65535.0 * (value - 32767));
    EXPECT_NEAR(lookUp(static_cast<std::int16_t>(value), table.data()), std::min(real * 65535.0 / 2.0, 32767.0),
                2.0 + 5.0 * real)
        << value;
  }
}

} // namespace
} // namespace arenascope::kernels
