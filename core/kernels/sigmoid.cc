#include "core/kernels/sigmoid.h"

namespace arenascope::kernels {

namespace {

constexpr std::array<std::uint16_t, 256> makeTable() {
  // To nearest, for positive values; std::round is not for compile time.
  const auto nearest = [](double value) { return static_cast<std::uint16_t>((2 * value + 1) / 2); };
  constexpr double kEntriesPerUnit = 24.0;
  const auto sigmoid = [](double i) { return 65536.0 / (1.0 + __builtin_exp(-i / kEntriesPerUnit)); };
  std::array<std::uint16_t, 256> table{};
  for (int i = 0; i < 255; ++i) {
    const double missed = sigmoid(i + 0.5) - (sigmoid(i) + sigmoid(i + 1)) / 2;
    table[static_cast<std::size_t>(i)] = nearest(sigmoid(i) + missed / 2);
  }
  table[255] = 65535;
  return table;
}

} // namespace

constinit const std::array<std::uint16_t, 256> kSigmoidTable = makeTable();

SigmoidInput sigmoidInput(float inputScale) {
  double multiplier = static_cast<double>(inputScale) * 4096.0 * 3.0;
  int shift = 0;
  while (multiplier <= 32767.0 / 2.0 && shift <= 30) {
    ++shift;
    multiplier *= 2.0;
  }
  return {static_cast<std::int32_t>(multiplier), shift};
}

} // namespace arenascope::kernels
