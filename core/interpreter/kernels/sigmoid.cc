#include "core/interpreter/kernels/sigmoid.h"

#include "core/interpreter/kernels/folded.h"
#include "core/interpreter/kernels/quantization.h"

namespace arenascope::kernels {

namespace {

ARENASCOPE_FOLDED_FUNCTION std::array<std::uint16_t, 256> makeTable() {
  // Rounded to nearest, for positive values; std::round is not constexpr.
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

ARENASCOPE_FOLDED std::array<std::uint16_t, 256> kSigmoidTable = makeTable();

SigmoidInput sigmoidInput(float inputScale) {
  double multiplier = static_cast<double>(inputScale) * 4096.0 * 3.0;
  int shift = 0;
  while (multiplier <= 32767.0 / 2.0 && shift <= 30) {
    ++shift;
    multiplier *= 2.0;
  }
  return {static_cast<std::int32_t>(multiplier), shift};
}

Status prepareSigmoidInt8(Context& context, const Tensor& input, SigmoidData& data) {
  constexpr int kInputBits = 4; // integer bits of the fixed-point input
  const double real = static_cast<double>(input.scale) * static_cast<double>(1 << (31 - kInputBits));
  const double fraction = std::frexp(real, &data.inputShift);
  if (data.inputShift < -31 || data.inputShift > 30)
    return context.fail(Message() << "the input's scale is out of the range that can be rescaled");
  data.inputZeroPoint = input.zeroPoint;
  data.inputMultiplier = static_cast<std::int32_t>(std::round(fraction * static_cast<double>(1LL << 31)));
  data.inputRadius = data.inputShift < 0 ? 0x7FFFFFFF : inputRadius(kInputBits, data.inputShift);
  return Status::kOk;
}

Status prepareSigmoidInt16(Context& context, const Tensor& input, const Tensor& output, int simpleShifts,
                           SigmoidData& data) {
  constexpr int kFractionBits = 12;
  if (input.zeroPoint != 0 || output.zeroPoint != 0)
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  int inputLog2 = 0;
  const bool powerOfTwo = nearestLog2(input.scale, &inputLog2);
  const int shift = kFractionBits + inputLog2;
  const bool simple = powerOfTwo && shift >= 0 && shift <= simpleShifts;
  const SigmoidInput scaling = simple ? SigmoidInput{3 << shift, 0} : sigmoidInput(input.scale);
  data.inputMultiplier = scaling.multiplier;
  data.inputShift = scaling.shift;
  int outputLog2 = 0;
  if (nearestLog2(output.scale, &outputLog2) && outputLog2 == -15) return Status::kOk;
  return context.fail(Message() << "a 16-bit output must have scale 1/32768");
}

} // namespace arenascope::kernels
