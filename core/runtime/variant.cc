#include "core/runtime/variant.h"

#include "core/runtime/context.h"

#ifdef ARENASCOPE_VARIANTS

namespace arenascope::runtime {

namespace {

struct Mirrored {
  std::int32_t code = -1;
  trace::Phase phase = trace::Phase::kCreate;
  Type input = kNoType;
  int fetched = 0;   // tensors so far
  int requested = 0; // scratch buffers so far
};
Mirrored mirrored;

constexpr tflm::Date kMeanAsInLite = 20221117;  // MEAN and SUM check their axis once more
constexpr tflm::Date kInt16Mean = 20210723;     // MEAN of 16-bit values has sums in scratch memory
constexpr tflm::Date kReduceScratch = 20260116; // and the walk over the input too
constexpr tflm::Date kConcatenation = 20241216; // CONCATENATION looks at its tensors once only
constexpr tflm::Date kChannels = 20240927;      // FULLY_CONNECTED has a scale for each channel
constexpr std::size_t kNumber = 4;              // bytes of each of CONCATENATION's scales and zero points

bool isMean() { return mirrored.code == tflm::op::kMean || mirrored.code == tflm::op::kSum; }
bool isPreparing() { return mirrored.phase == trace::Phase::kPrepare; }

} // namespace

const tflm::StructSizes& sizes() {
  static tflm::StructSizes result;
  if (result.arena == 0)
    result = arenascope_variant.date == 0 ? tflm::kOwnSizes : tflm::sizesAt(arenascope_variant.date, tflm::kOwnAbi);
  return result;
}

void mirrorOperator(std::int32_t code, trace::Phase phase, Type input) {
  mirrored = {.code = code, .phase = phase, .input = input};
}

std::int32_t mirroredBytes() {
  const bool params = mirrored.phase == trace::Phase::kStart;
  if (arenascope_variant.date == 0 || (!params && mirrored.phase != trace::Phase::kInit)) return -1;
  return tflm::sizeAt(arenascope_variant.date, tflm::kOwnAbi, mirrored.code, params);
}

bool fetchedBeside() {
  constexpr int kAxis = 2; // input and output come before it
  return isPreparing() && mirrored.fetched++ == kAxis && isMean() && isBefore(kMeanAsInLite);
}

bool scratchBeside() {
  const int nth = mirrored.requested++;
  if (!isPreparing() || !isMean() || !isBefore(kReduceScratch)) return false;
  const bool sums = mirrored.input == kInt8 || (mirrored.input == kInt16 && !isBefore(kInt16Mean));
  return nth > 0 || !sums;
}

bool persistentBeside() { return isPreparing() && mirrored.code == tflm::op::kFullyConnected && isBefore(kChannels); }

Status mirrorPrepare(Context& context, const Node& node) {
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
