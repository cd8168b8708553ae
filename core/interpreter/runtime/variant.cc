#include "core/interpreter/runtime/variant.h"

#include "core/interpreter/runtime/context.h"

#ifdef ARENASCOPE_VARIANTS

namespace arenascope::runtime {

namespace {

struct Mirrored {
  std::int32_t code = -1;
  trace::Phase phase = trace::Phase::kCreate;
  Type input = kNoType;
  int fetched = 0;       // tensors so far
  int requested = 0;     // scratch buffers so far
  bool prepared = false; // by our kernel
};
Mirrored mirrored;

constexpr tflm::Date kMeanAsInLite = 20221117;  // MEAN and SUM check their axis once more
constexpr tflm::Date kInt16Mean = 20210723;     // MEAN of 16-bit values has sums in scratch memory
constexpr tflm::Date kReduceScratch = 20260116; // and so has the position in the input
constexpr tflm::Date kConcatenation = 20241216; // CONCATENATION fetches its tensors only once
constexpr std::size_t kNumber = 4;              // bytes of a scale, zero point, multiplier or shift

bool isMean() { return mirrored.code == tflm::op::kMean || mirrored.code == tflm::op::kSum; }
bool isPreparing() { return mirrored.phase == trace::Phase::kPrepare; }

} // namespace

const tflm::StructSizes& sizes() {
  static tflm::Date date = 0;
  static tflm::StructSizes result = tflm::kOwnSizes;
  if (date != arenascope_variant.date) {
    date = arenascope_variant.date;
    result = date == 0 ? tflm::kOwnSizes : tflm::sizesAt(date, tflm::kOwnAbi);
  }
  return result;
}

void mirrorOperator(std::int32_t code, trace::Phase phase, Type input) {
  mirrored = {.code = code, .phase = phase, .input = input};
}

std::int32_t mirroredBytes() {
  const bool params = mirrored.phase == trace::Phase::kStart;
  if (arenascope_variant.date == 0 || (!params && mirrored.phase != trace::Phase::kInit)) return -1;
  return tflm::sizeAt(arenascope_variant.date, tflm::kOwnAbi, mirrored.code, params,
                      arenascope_variant.earlierCmsisNn != 0);
}

bool fetchedBeside() {
  constexpr int kAxis = 2; // preceded by input and output
  return isPreparing() && mirrored.fetched++ == kAxis && isMean() && isBefore(kMeanAsInLite);
}

bool scratchBeside() {
  const int nth = mirrored.requested++;
  if (!isPreparing() || !isMean() || !isBefore(kReduceScratch)) return false;
  const bool sums = mirrored.input == kInt8 || (mirrored.input == kInt16 && !isBefore(kInt16Mean));
  return nth > 0 || !sums;
}

bool persistentBeside() {
  return isPreparing() && !mirrored.prepared && mirrored.code == tflm::op::kFullyConnected &&
         isBefore(tflm::kChannelScales);
}

namespace {

const tflm::KernelType* kernelType(const Context& context, const Node& node) {
  if (arenascope_variant.date == 0) return nullptr;
  const auto typeOf = [&](int tensor) {
    const EvalTensor* found = tensor < 0 ? context.evalOutput(node, 0) : context.evalInput(node, tensor);
    return found == nullptr ? kNoType : found->type;
  };
  return tflm::kernelTypeAt(arenascope_variant.date, arenascope_variant.earlierCmsisNn != 0, node.registration->code,
                            typeOf);
}

Status failFor(Context& context, const tflm::KernelType& row) {
  const char* name = typeName(static_cast<Type>(row.tensor.type));
  if (row.outcome == tflm::Outcome::kUnknown)
    return context.fail(Message() << "what this revision's kernel does with type " << name << " is not known");
  constexpr tflm::Date kHundred = 100;
  const tflm::Date month = row.until / kHundred % kHundred;
  return context.fail(Message() << "this revision's kernel takes no type " << name
                                << " here; TensorFlow Lite Micro's does from " << row.until / kHundred / kHundred
                                << (month < 10 ? "-0" : "-") << month << " on");
}

// Replaces a kernel that would find no code for its tensors' types.
Status failToRun(Context& context, Node& node) {
  return failFor(context, *static_cast<const tflm::KernelType*>(node.userData));
}
constinit const Registration kFailsToRun = {schema::BuiltinOperator_CUSTOM, nullptr, nullptr, nullptr, failToRun};

} // namespace

Status mirrorTypes(Context& context, const Node& node) {
  const tflm::KernelType* row = kernelType(context, node);
  const bool fails =
      row != nullptr && (row->outcome == tflm::Outcome::kPrepareFails || row->outcome == tflm::Outcome::kUnknown);
  return fails ? failFor(context, *row) : Status::kOk;
}

void mirrorInvoke(Context& context, Node& node) {
  const tflm::KernelType* row = kernelType(context, node);
  if (row == nullptr || row->outcome != tflm::Outcome::kInvokeFails) return;
  node.registration = &kFailsToRun;
  node.userData = const_cast<tflm::KernelType*>(row);
}

namespace {

// CMSIS-NN's kernel for 1x1 windows is used, with tables for each channel.
Status mirrorChannelTables(Context& context, const Node& node) {
  if (arenascope_variant.earlierCmsisNn == 0 || isBefore(tflm::kChannelTables) || !isBefore(tflm::kChannelScales) ||
      mirrored.input != kInt8)
    return Status::kOk;
  constexpr int kFilter = 1;
  const IntArray& output = *context.evalOutput(node, 0)->dims;
  const IntArray& filter = *context.evalInput(node, kFilter)->dims;
  if (output.size <= 2 || filter.data[filter.size - 1] % 4 != 0) return Status::kOk;
  const auto channels = static_cast<std::size_t>(output.data[output.size - 1]);
  for (int multipliersAndShifts = 0; multipliersAndShifts < 2; ++multipliersAndShifts)
    if (context.allocatePersistent(kNumber * channels) == nullptr) return Status::kError;
  return Status::kOk;
}

// Some revisions refused what FULLY_CONNECTED had computed wrongly before.
Status mirrorFullyConnected(Context& context, const Node& node) {
  constexpr int kFilter = 1;
  const tflm::Date taken = mirrored.input == kInt16 ? tflm::kWideLayers : tflm::kChannelScales;
  if (!isBefore(tflm::kChannelScalesRefused) && isBefore(taken) && context.scaleCount(node, kFilter) > 1)
    return context.fail(Message() << "this revision refuses a filter with a scale for each channel: convert the model "
                                     "with _experimental_disable_per_channel_quantization_for_dense_layers");
  return mirrorChannelTables(context, node);
}

// CMSIS-NN's kernel requests a fourth buffer, as large as the cell state.
Status mirrorLstmBuffer(Context& context, const Node& node) {
  if (arenascope_variant.earlierCmsisNn == 0 || mirrored.input == kFloat32 || hasReferenceKernel(mirrored.code) ||
      !isBefore(tflm::kWideLstm))
    return Status::kOk;
  if (mirrored.input == kInt16)
    return context.fail(Message() << "what CMSIS-NN's LSTM of 16-bit values asked for before April 2024 is not known: "
                                     "choose the reference kernels, or add the library itself");
  if (!isBefore(tflm::kThreeLstmBuffers)) return Status::kOk;
  constexpr int kCellState = 19;
  const IntArray& state = *context.evalInput(node, kCellState)->dims;
  std::size_t bytes = sizeof(std::int16_t);
  for (int i = 0; i < state.size; ++i) bytes *= static_cast<std::size_t>(state.data[i]);
  int unused = 0;
  return context.requestScratch(bytes, &unused);
}

} // namespace

Status mirrorPrepare(Context& context, const Node& node) {
  mirrored.prepared = true;
  if (mirrored.code == tflm::op::kFullyConnected) return mirrorFullyConnected(context, node);
  if (mirrored.code == tflm::op::kLstm) return mirrorLstmBuffer(context, node);
  if (mirrored.code != tflm::op::kConcatenation || !isBefore(kConcatenation)) return Status::kOk;
  const TempTensor output = context.output(node, 0);
  if (!output) return Status::kError;
  if (output->type != kInt8) return Status::kOk;
  const auto inputs = static_cast<std::size_t>(node.inputs->size);
  for (int scalesAndZeroPoints = 0; scalesAndZeroPoints < 2; ++scalesAndZeroPoints)
    if (context.allocatePersistent(kNumber * inputs) == nullptr) return Status::kError;
  for (int i = 0; i < node.inputs->size; ++i)
    if (const TempTensor input = context.input(node, i); !input) return Status::kError;
  return Status::kOk;
}

} // namespace arenascope::runtime

#endif
