// SignalWindow: samples times a window's weights. SignalFftAutoScale: shifts samples left as far as they fit.
#include <algorithm>

#include "core/interpreter/kernels/reference/signal/signal.h"

namespace arenascope::kernels::reference {

namespace {

using namespace signal;

struct WindowData { // TFLMSignalWindowParams
  std::int32_t shift;
  std::int32_t samples;
};
static_assert(sizeof(WindowData) == bySize(8, 8));

Status initWindow(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<WindowData>(context, node));
  userData<WindowData>(node).shift = options(node).integer(0);
  return Status::kOk;
}

Status prepareWindow(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, -1}, {"weights", runtime::kInt16, 1}},
                              {{"output", runtime::kInt16, -1}}));
  auto& data = userData<WindowData>(node);
  data.samples = elementCount(*context.evalInput(node, 0)->dims);
  const int weights = context.evalInput(node, 1)->dims->data[0];
  if (weights < 1 || data.samples % weights != 0 || data.shift < 0 || data.shift > 31)
    return context.fail(Message() << data.samples << " samples are no multiple of " << weights
                                  << " weights, or the shift is not 0 to 31");
  return checkRoom(context, "the output", *context.evalOutput(node, 0), data.samples);
}

Status invokeWindow(Context& context, Node& node) {
  const auto& kernelData = userData<WindowData>(node);
  const EvalTensor& weightTensor = *context.evalInput(node, 1);
  const std::int16_t* samples = data<std::int16_t>(context.evalInput(node, 0));
  const std::int16_t* weights = data<std::int16_t>(&weightTensor);
  std::int16_t* results = data<std::int16_t>(context.evalOutput(node, 0));
  const int size = weightTensor.dims->data[0];
  for (int first = 0; first < kernelData.samples; first += size)
    for (int i = 0; i < size; ++i) {
      const std::int32_t product = (std::int32_t{samples[first + i]} * weights[i]) >> kernelData.shift;
      results[first + i] = static_cast<std::int16_t>(clamp<std::int32_t>(product, -32768, 32767));
    }
  return Status::kOk;
}

Status prepareAutoScale(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, 1}},
                              {{"output", runtime::kInt16, 1}, {"scale bits", runtime::kInt32, 0}}));
  return checkRoom(context, "the input", *context.evalInput(node, 0), elementCount(*context.evalOutput(node, 0)->dims));
}

// The largest magnitude in 16 bits: that of -32768 overflows and counts as negative.
std::int16_t largestMagnitude(const std::int16_t* samples, int count) {
  std::int16_t largest = 0;
  for (int i = 0; i < count; ++i) {
    if (samples[i] > largest)
      largest = samples[i];
    else if (-samples[i] > largest)
      largest = static_cast<std::int16_t>(-samples[i]);
  }
  return largest;
}

Status invokeAutoScale(Context& context, Node& node) {
  EvalTensor& output = *context.evalOutput(node, 0);
  const std::int16_t* samples = data<std::int16_t>(context.evalInput(node, 0));
  std::int16_t* results = data<std::int16_t>(&output);
  const int count = output.dims->data[0];
  const auto largest = static_cast<std::uint32_t>(largestMagnitude(samples, count));
  const int usedBits = largest == 0 ? 32 : 32 - __builtin_clz(largest);
  const int bits = std::max(15 - usedBits, 0);
  for (int i = 0; i < count; ++i) results[i] = static_cast<std::int16_t>(samples[i] * (1 << bits));
  *data<std::int32_t>(context.evalOutput(node, 1)) = bits;
  return Status::kOk;
}

} // namespace

constinit const Registration kSignalWindow = custom("SignalWindow", initWindow, prepareWindow, invokeWindow);
constinit const Registration kSignalFftAutoScale =
    custom("SignalFftAutoScale", nullptr, prepareAutoScale, invokeAutoScale);

} // namespace arenascope::kernels::reference
