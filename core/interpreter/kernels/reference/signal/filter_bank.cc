// SignalEnergy, SignalFilterBank, SignalFilterBankSquareRoot and SignalFilterBankLog: convert a spectrum to the
// logarithms of its channels' energies.
#include <array>

#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/folded.h"
#include "core/interpreter/kernels/reference/signal/fft.h"
#include "core/interpreter/kernels/reference/signal/signal.h"

namespace arenascope::kernels::reference {

namespace {

using namespace signal;

// SignalEnergy --------------------------------------------------------------------------------------------------------

struct EnergyData { // TFLMSignalEnergyParams
  std::int32_t end;
  std::int32_t start;
};
static_assert(sizeof(EnergyData) == bySize(8, 8));

Status initEnergy(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<EnergyData>(context, node));
  userData<EnergyData>(node) = {.end = options(node).integer(0), .start = options(node).integer(1)};
  return Status::kOk;
}

Status prepareEnergy(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, 1}}, {{"output", runtime::kUInt32, 1}}));
  const auto& data = userData<EnergyData>(node);
  if (data.start < 0) return context.fail(Message() << "the start index " << data.start << " is negative");
  ARENASCOPE_TRY(checkRoom(context, "the input", *context.evalInput(node, 0), std::int64_t{2} * data.end));
  return checkRoom(context, "the output", *context.evalOutput(node, 0), data.end);
}

Status invokeEnergy(Context& context, Node& node) {
  const auto& kernelData = userData<EnergyData>(node);
  const auto* spectrum = data<Complex<std::int16_t>>(context.evalInput(node, 0));
  std::uint32_t* energy = data<std::uint32_t>(context.evalOutput(node, 0));
  for (int i = kernelData.start; i < kernelData.end; ++i) {
    const std::int32_t real = spectrum[i].real;
    const std::int32_t imaginary = spectrum[i].imaginary;
    energy[i] = static_cast<std::uint32_t>(real * real) + static_cast<std::uint32_t>(imaginary * imaginary);
  }
  return Status::kOk;
}

// SignalFilterBank ----------------------------------------------------------------------------------------------------

struct BankData { // TFLMSignalFilterBankParams
  std::int32_t channels;
  std::uint64_t* sums;
};
constexpr std::size_t kBankBytes = bySize(36, 64);

Status initBank(Context& context, Node& node) {
  ARENASCOPE_TRY((initData<BankData, kBankBytes>(context, node)));
  auto& data = userData<BankData>(node);
  data.channels = options(node).integer(0);
  constexpr int kMost = 1 << 16;
  if (data.channels < 1 || data.channels > kMost)
    return context.fail(Message() << data.channels << " channels are not supported");
  const std::size_t bytes = sizeof(std::uint64_t) * (static_cast<std::size_t>(data.channels) + 1);
  data.sums = static_cast<std::uint64_t*>(context.allocatePersistent(bytes));
  return data.sums == nullptr ? Status::kError : Status::kOk;
}

// Start of each channel in the spectrum and in the weights, and its width. There is one channel more than outputs: the
// first sum only passes on its second half.
struct Bank {
  const std::uint32_t* spectrum;
  const std::int16_t* weights;
  const std::int16_t* unweights;
  const std::int16_t* starts;
  const std::int16_t* weightStarts;
  const std::int16_t* widths;

  Bank(const Context& context, const Node& node)
      : spectrum(data<std::uint32_t>(context.evalInput(node, 0))),
        weights(data<std::int16_t>(context.evalInput(node, 1))),
        unweights(data<std::int16_t>(context.evalInput(node, 2))),
        starts(data<std::int16_t>(context.evalInput(node, 3))),
        weightStarts(data<std::int16_t>(context.evalInput(node, 4))),
        widths(data<std::int16_t>(context.evalInput(node, 5))) {}
};

Status prepareBank(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node,
                              {{"input", runtime::kUInt32, 1},
                               {"weights", runtime::kInt16, 1},
                               {"unweights", runtime::kInt16, 1},
                               {"frequency starts", runtime::kInt16, 1},
                               {"weight starts", runtime::kInt16, 1},
                               {"channel widths", runtime::kInt16, 1}},
                              {{"output", runtime::kUInt64, 1}}));
  const int channels = userData<BankData>(node).channels;
  for (int i = 3; i < 6; ++i) ARENASCOPE_TRY(checkRoom(context, "an input", *context.evalInput(node, i), channels + 1));
  if (elementCount(*context.evalOutput(node, 0)->dims) <= channels) return Status::kOk;
  return context.fail(Message() << "the output has more elements than " << channels << " channels");
}

Status checkChannel(Context& context, const Node& node, const Bank& bank, int channel) {
  const auto size = [&](int input) { return context.evalInput(node, input)->dims->data[0]; };
  const int width = bank.widths[channel];
  const bool inside = width <= 0 || (bank.starts[channel] >= 0 && bank.starts[channel] + width <= size(0) &&
                                     bank.weightStarts[channel] >= 0 && bank.weightStarts[channel] + width <= size(1) &&
                                     bank.weightStarts[channel] + width <= size(2));
  if (inside) return Status::kOk;
  return context.fail(Message() << "channel " << channel << " reaches beyond the spectrum or the weights");
}

Status invokeBank(Context& context, Node& node) {
  const auto& kernelData = userData<BankData>(node);
  const Bank bank(context, node);
  std::uint64_t weighted = 0;
  std::uint64_t unweighted = 0;
  for (int channel = 0; channel <= kernelData.channels; ++channel) {
    ARENASCOPE_TRY(checkChannel(context, node, bank, channel));
    const std::uint32_t* band = bank.spectrum + bank.starts[channel];
    const int first = bank.weightStarts[channel];
    for (int i = 0; i < bank.widths[channel]; ++i) {
      const std::uint64_t energy = band[i];
      weighted += static_cast<std::uint64_t>(std::int64_t{bank.weights[first + i]}) * energy;
      unweighted += static_cast<std::uint64_t>(std::int64_t{bank.unweights[first + i]}) * energy;
    }
    kernelData.sums[channel] = weighted;
    weighted = unweighted;
    unweighted = 0;
  }
  EvalTensor& output = *context.evalOutput(node, 0);
  copyBytes(output.data, kernelData.sums + 1,
            sizeof(std::uint64_t) * static_cast<std::size_t>(elementCount(*output.dims)));
  return Status::kOk;
}

// SignalFilterBankSquareRoot ------------------------------------------------------------------------------------------

Status prepareRoot(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kUInt64, 1}, {"scale bits", runtime::kInt32, 0}},
                              {{"output", runtime::kUInt32, 1}}));
  return checkRoom(context, "the output", *context.evalOutput(node, 0), context.evalInput(node, 0)->dims->data[0]);
}

// Digit by digit, rounded to nearest; the largest root is kept if rounding up would overflow.
template <typename T>
T squareRoot(T x, T largest) {
  constexpr int kBits = static_cast<int>(sizeof(T)) * 8;
  if (x == 0) return 0;
  const int leading = sizeof(T) == 8 ? __builtin_clzll(x) : __builtin_clz(static_cast<std::uint32_t>(x));
  const int top = kBits - 1 - (leading | 1);
  T root = 0;
  for (T bit = T{1} << top; bit != 0; bit >>= 2) {
    if (x >= root + bit) {
      x -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return x > root && root != largest ? root + 1 : root;
}

std::uint32_t squareRoot(std::uint64_t x) {
  if ((x >> 32) == 0) return squareRoot<std::uint32_t>(static_cast<std::uint32_t>(x), 0xFFFF);
  return static_cast<std::uint32_t>(squareRoot<std::uint64_t>(x, 0xFFFFFFFF));
}

Status invokeRoot(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const std::int32_t bits = *data<std::int32_t>(context.evalInput(node, 1));
  if (bits < 0 || bits > 31) return context.fail(Message() << "scale bits " << bits << " are not 0 to 31");
  for (int i = 0; i < input.dims->data[0]; ++i)
    data<std::uint32_t>(context.evalOutput(node, 0))[i] = squareRoot(data<std::uint64_t>(&input)[i]) >> bits;
  return Status::kOk;
}

// SignalFilterBankLog -------------------------------------------------------------------------------------------------

struct LogData { // TFLMSignalLogParams
  std::int32_t correctionBits;
  std::int32_t outputScale;
};
static_assert(sizeof(LogData) == bySize(8, 8));

Status initLog(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<LogData>(context, node));
  userData<LogData>(node) = {.correctionBits = options(node).integer(0), .outputScale = options(node).integer(1)};
  return Status::kOk;
}

Status prepareLog(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kUInt32, 1}}, {{"output", runtime::kInt16, 1}}));
  const auto& data = userData<LogData>(node);
  if (data.correctionBits < 0 || data.correctionBits > 31)
    return context.fail(Message() << "correction bits " << data.correctionBits << " are not 0 to 31");
  return checkRoom(context, "the output", *context.evalOutput(node, 0), context.evalInput(node, 0)->dims->data[0]);
}

constexpr int kLogBits = 16; // fraction bits of logarithms
constexpr int kSegmentBits = 7;

// Difference of log2(1 + x) and x, at 128 steps of x from 0 to 1.
ARENASCOPE_FOLDED_FUNCTION std::array<std::uint16_t, (1 << kSegmentBits) + 2> makeLogTable() {
  std::array<std::uint16_t, (1 << kSegmentBits) + 2> table{};
  for (int i = 0; i <= 1 << kSegmentBits; ++i) {
    const double x = static_cast<double>(i) / (1 << kSegmentBits);
    table[static_cast<std::size_t>(i)] =
        static_cast<std::uint16_t>((__builtin_log2(1 + x) - x) * (1 << kLogBits) + 0.5);
  }
  return table;
}
ARENASCOPE_FOLDED auto kLogTable = makeLogTable();

// log2(x) - log2 of its highest bit, linear between the table's steps.
std::uint32_t fractionOfLog2(std::uint32_t x, int highestBit) {
  std::int32_t above = static_cast<std::int32_t>(x - (std::int64_t{1} << highestBit));
  if (highestBit < kLogBits)
    above <<= kLogBits - highestBit;
  else
    above >>= highestBit - kLogBits;
  const auto segment = static_cast<std::uint32_t>(above) >> (kLogBits - kSegmentBits);
  const std::int32_t low = kLogTable[segment];
  const std::int32_t high = kLogTable[segment + 1];
  const auto start = static_cast<std::int32_t>(segment << (kLogBits - kSegmentBits));
  return static_cast<std::uint32_t>(above + low + (((high - low) * (above - start)) >> kLogBits));
}

// scale · ln(x), rounded.
std::uint32_t scaledLog(std::uint32_t x, std::uint32_t scale) {
  constexpr std::uint64_t kLn2 = 45426; // · 2^16
  constexpr std::uint32_t kHalf = 1U << (kLogBits - 1);
  const int highestBit = 31 - __builtin_clz(x);
  const std::uint32_t log2 = (static_cast<std::uint32_t>(highestBit) << kLogBits) + fractionOfLog2(x, highestBit);
  const auto ln = static_cast<std::uint32_t>((kLn2 * log2 + kHalf) >> kLogBits);
  return (scale * ln + kHalf) >> kLogBits;
}

Status invokeLog(Context& context, Node& node) {
  const auto& kernelData = userData<LogData>(node);
  const EvalTensor& input = *context.evalInput(node, 0);
  std::int16_t* output = data<std::int16_t>(context.evalOutput(node, 0));
  for (int i = 0; i < input.dims->data[0]; ++i) {
    const std::uint32_t scaled = data<std::uint32_t>(&input)[i] << kernelData.correctionBits;
    const std::uint32_t log = scaled > 1 ? scaledLog(scaled, static_cast<std::uint32_t>(kernelData.outputScale)) : 0;
    output[i] = static_cast<std::int16_t>(log < 32767 ? log : 32767);
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kSignalEnergy = custom("SignalEnergy", initEnergy, prepareEnergy, invokeEnergy);
constinit const Registration kSignalFilterBank = custom("SignalFilterBank", initBank, prepareBank, invokeBank);
constinit const Registration kSignalFilterBankSquareRoot =
    custom("SignalFilterBankSquareRoot", nullptr, prepareRoot, invokeRoot);
constinit const Registration kSignalFilterBankLog = custom("SignalFilterBankLog", initLog, prepareLog, invokeLog);

} // namespace arenascope::kernels::reference
