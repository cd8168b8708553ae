// SignalFilterBankSpectralSubtraction: channels without their slowly changing part. SignalPCAN: channels scaled by a
// gain that depends on that part.
#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/reference/signal/signal.h"

namespace arenascope::kernels::reference {

namespace {

using namespace signal;

struct SubtractionData { // TFLMSignalSpectralSubtractionParams
  std::int32_t alternateOneMinusSmoothing;
  std::int32_t alternateSmoothing;
  std::int32_t clamps;
  std::int32_t minSignalRemaining;
  std::int32_t channels;
  std::int32_t oneMinusSmoothing;
  std::int32_t smoothing;
  std::int32_t smoothingBits;
  std::int32_t subtractionBits;
  std::uint32_t* noise; // the estimate, kept between inferences
};
constexpr std::size_t kSubtractionBytes = bySize(44, 56);

Status initSubtraction(Context& context, Node& node) {
  ARENASCOPE_TRY((initData<SubtractionData, kSubtractionBytes>(context, node)));
  auto& data = userData<SubtractionData>(node);
  const FlexMap map = options(node);
  data.alternateOneMinusSmoothing = map.integer(0);
  data.alternateSmoothing = map.integer(1);
  data.clamps = map.boolean(2) ? 1 : 0;
  data.minSignalRemaining = map.integer(3);
  data.channels = map.integer(4);
  data.oneMinusSmoothing = map.integer(5);
  data.smoothing = map.integer(6);
  data.smoothingBits = map.integer(7);
  data.subtractionBits = map.integer(8);
  constexpr int kMost = 1 << 16;
  if (data.channels < 1 || data.channels > kMost || data.smoothingBits < 0 || data.smoothingBits > 31 ||
      data.subtractionBits < 0 || data.subtractionBits > 63)
    return context.fail(Message() << data.channels << " channels, or the numbers of bits, are not supported");
  data.noise = static_cast<std::uint32_t*>(
      context.allocatePersistent(sizeof(std::uint32_t) * static_cast<std::size_t>(data.channels)));
  return data.noise == nullptr ? Status::kError : Status::kOk;
}

Status resetSubtraction(Context& /*context*/, Node& node) {
  const auto& data = userData<SubtractionData>(node);
  std::fill_n(data.noise, data.channels, 0U);
  return Status::kOk;
}

Status prepareSubtraction(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kUInt32, 1}},
                              {{"output", runtime::kUInt32, 1}, {"noise estimate", runtime::kUInt32, 1}}));
  const int channels = userData<SubtractionData>(node).channels;
  ARENASCOPE_TRY(checkRoom(context, "the input", *context.evalInput(node, 0), channels));
  ARENASCOPE_TRY(checkRoom(context, "the output", *context.evalOutput(node, 0), channels));
  if (elementCount(*context.evalOutput(node, 1)->dims) > channels)
    return context.fail(Message() << "the noise estimate has more elements than " << channels << " channels");
  return resetSubtraction(context, node);
}

Status invokeSubtraction(Context& context, Node& node) {
  const auto& kernelData = userData<SubtractionData>(node);
  const std::uint32_t* input = data<std::uint32_t>(context.evalInput(node, 0));
  std::uint32_t* output = data<std::uint32_t>(context.evalOutput(node, 0));
  EvalTensor& noise = *context.evalOutput(node, 1);
  for (int i = 0; i < kernelData.channels; ++i) {
    const bool even = i % 2 == 0;
    const std::int32_t smoothing = even ? kernelData.smoothing : kernelData.alternateSmoothing;
    const std::int32_t rest = even ? kernelData.oneMinusSmoothing : kernelData.alternateOneMinusSmoothing;
    const std::uint32_t scaled = input[i] << kernelData.smoothingBits;
    std::uint32_t estimate = static_cast<std::uint32_t>(
        (static_cast<std::uint64_t>(scaled) * static_cast<std::uint32_t>(smoothing) +
         static_cast<std::uint64_t>(kernelData.noise[i]) * static_cast<std::uint32_t>(rest)) >>
        kernelData.subtractionBits);
    kernelData.noise[i] = estimate;
    if (estimate > scaled) {
      estimate = scaled;
      if (kernelData.clamps != 0) kernelData.noise[i] = estimate;
    }
    const auto floor =
        static_cast<std::uint32_t>((static_cast<std::uint64_t>(input[i]) *
                                    static_cast<std::uint64_t>(std::int64_t{kernelData.minSignalRemaining})) >>
                                   kernelData.subtractionBits);
    output[i] = std::max((scaled - estimate) >> kernelData.smoothingBits, floor);
  }
  std::copy_n(kernelData.noise, elementCount(*noise.dims), data<std::uint32_t>(&noise));
  return Status::kOk;
}

// SignalPCAN ----------------------------------------------------------------------------------------------------------

struct PcanData { // TfLitePcanParams
  std::int32_t snrShift;
};
static_assert(sizeof(PcanData) == bySize(4, 4));

constexpr int kSnrBits = 12;
constexpr int kOutputBits = 6;
constexpr int kGainEntries = 4 * 32 - 6 + 3; // entries that a 32-bit estimate can reach

Status initPcan(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<PcanData>(context, node));
  userData<PcanData>(node).snrShift = options(node).integer(0);
  return Status::kOk;
}

Status preparePcan(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(
      context, node,
      {{"input", runtime::kUInt32, 1}, {"noise estimate", runtime::kUInt32, 1}, {"gain table", runtime::kInt16, 1}},
      {{"output", runtime::kUInt32, 1}}));
  const int channels = context.evalInput(node, 0)->dims->data[0];
  const int shift = userData<PcanData>(node).snrShift;
  if (shift < 0 || shift > 63) return context.fail(Message() << "the shift " << shift << " is not 0 to 63");
  ARENASCOPE_TRY(checkRoom(context, "the noise estimate", *context.evalInput(node, 1), channels));
  if (elementCount(*context.evalOutput(node, 0)->dims) == channels) return Status::kOk;
  return context.fail(Message() << "the output does not have " << channels << " channels");
}

// The table has, for each power of two, a value and the coefficients of a parabola up to the next. Estimates beyond its
// end are refused: the real kernel reads the following memory.
Status gainOf(Context& context, const EvalTensor& table, std::uint32_t noise, std::int16_t& gain) {
  const std::int16_t* values = data<std::int16_t>(&table);
  const int entries = elementCount(*table.dims);
  const int interval = noise == 0 ? 0 : 32 - __builtin_clz(noise);
  const int base = noise <= 2 ? static_cast<int>(noise) : 4 * interval - 6;
  const int last = noise <= 2 ? base : base + 2;
  if (last >= entries)
    return context.fail(Message() << "the gain table has " << entries << " entries (" << kGainEntries
                                  << " reach for all estimates), noise " << noise << " needs " << last + 1);
  gain = values[base];
  if (noise <= 2) return Status::kOk;
  const std::int32_t fraction =
      static_cast<std::int32_t>(interval < 11 ? noise << (11 - interval) : noise >> (interval - 11)) & 0x3FF;
  std::int32_t result = (values[base + 2] * fraction) >> 5;
  result += static_cast<std::int32_t>(static_cast<std::uint32_t>(std::int32_t{values[base + 1]}) << 5);
  result = (result * fraction + (1 << 14)) >> 15;
  gain = static_cast<std::int16_t>(result + values[base]);
  return Status::kOk;
}

// Squared while it is small, linear above.
std::uint32_t shrink(std::uint32_t x) {
  if (x < (2U << kSnrBits)) return (x * x) >> (2 + 2 * kSnrBits - kOutputBits);
  return (x >> (kSnrBits - kOutputBits)) - (1U << kOutputBits);
}

Status invokePcan(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const std::uint32_t* noise = data<std::uint32_t>(context.evalInput(node, 1));
  for (int i = 0; i < input.dims->data[0]; ++i) {
    std::int16_t gain = 0;
    ARENASCOPE_TRY(gainOf(context, *context.evalInput(node, 2), noise[i], gain));
    const std::uint64_t scaled =
        static_cast<std::uint64_t>(data<std::uint32_t>(&input)[i]) * static_cast<std::uint32_t>(std::int32_t{gain});
    data<std::uint32_t>(context.evalOutput(node, 0))[i] =
        shrink(static_cast<std::uint32_t>(scaled >> userData<PcanData>(node).snrShift));
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kSignalFilterBankSpectralSubtraction = custom(
    "SignalFilterBankSpectralSubtraction", initSubtraction, prepareSubtraction, invokeSubtraction, resetSubtraction);
constinit const Registration kSignalPcan = custom("SignalPCAN", initPcan, preparePcan, invokePcan);

} // namespace arenascope::kernels::reference
