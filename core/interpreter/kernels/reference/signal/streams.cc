// SignalStacker, SignalFramer, SignalDelay and SignalOverlapAdd: operators that keep samples between inferences.
#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/reference/signal/circular_buffer.h"
#include "core/interpreter/kernels/reference/signal/signal.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

using namespace signal;

constexpr int kMostSamples = 1 << 24; // per buffer: more is an error in the options

// SignalStacker: the newest frames side by side, once there are enough ----------------------------------------------

struct StackerData { // TFLMSignalStackerParams
  std::int32_t channels;
  std::int32_t leftContext;
  std::int32_t frameSamples; // all frames together
  std::int32_t stepSamples;
  bool hasFirstFrame;
  CircularBuffer* buffer;
};
constexpr std::size_t kStackerBytes = bySize(36, 56);

Status initStacker(Context& context, Node& node) {
  ARENASCOPE_TRY((initData<StackerData, kStackerBytes>(context, node)));
  auto& data = userData<StackerData>(node);
  const FlexMap map = options(node);
  const std::int64_t channels = map.integer(0);
  const std::int64_t left = map.integer(1);
  const std::int64_t right = map.integer(2);
  const std::int64_t step = map.integer(3);
  const bool fits = channels > 0 && left >= 0 && right >= 0 && step > 0 && step <= left + right + 1 &&
                    left + right < kMostSamples && channels * (left + right + 1) <= kMostSamples;
  if (!fits) return context.fail(Message() << "channels, contexts and step do not fit each other");
  data.channels = static_cast<std::int32_t>(channels);
  data.leftContext = static_cast<std::int32_t>(left);
  data.frameSamples = static_cast<std::int32_t>(channels * (left + right + 1));
  data.stepSamples = static_cast<std::int32_t>(channels * step);
  data.buffer = CircularBuffer::create(context, data.frameSamples);
  return data.buffer == nullptr ? Status::kError : Status::kOk;
}

Status prepareStacker(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, 1}},
                              {{"output", runtime::kInt16, 1}, {"valid", runtime::kBool, 0}}));
  const auto& data = userData<StackerData>(node);
  ARENASCOPE_TRY(checkRoom(context, "the input", *context.evalInput(node, 0), data.channels));
  return checkRoom(context, "the output", *context.evalOutput(node, 0), data.frameSamples);
}

Status invokeStacker(Context& context, Node& node) {
  auto& kernelData = userData<StackerData>(node);
  kernelData.buffer->write(data<std::int16_t>(context.evalInput(node, 0)), kernelData.channels);
  if (!kernelData.hasFirstFrame) kernelData.buffer->repeatNewest(kernelData.channels, kernelData.leftContext);
  kernelData.hasFirstFrame = true;
  const bool valid = kernelData.buffer->available() >= kernelData.frameSamples;
  if (valid) {
    kernelData.buffer->peek(data<std::int16_t>(context.evalOutput(node, 0)), kernelData.frameSamples);
    kernelData.buffer->discard(kernelData.stepSamples);
  }
  *data<Truth>(context.evalOutput(node, 1)) = valid;
  return Status::kOk;
}

Status resetStacker(Context& /*context*/, Node& node) {
  userData<StackerData>(node).buffer->reset();
  userData<StackerData>(node).hasFirstFrame = false;
  return Status::kOk;
}

// Rows of samples, each with its own buffer: two lists of pointers in the arena, as in the real kernels ---------------

struct Rows {
  std::int32_t count;
  CircularBuffer** buffers;
};

Status createBuffers(Context& context, Rows& rows, int capacity) {
  const std::size_t bytes = sizeof(void*) * static_cast<std::size_t>(rows.count);
  void* states = context.allocatePersistent(bytes);
  rows.buffers = static_cast<CircularBuffer**>(context.allocatePersistent(bytes));
  if (states == nullptr || rows.buffers == nullptr) return Status::kError;
  for (int i = 0; i < rows.count; ++i) {
    rows.buffers[i] = CircularBuffer::create(context, capacity);
    if (rows.buffers[i] == nullptr) return Status::kError;
  }
  return Status::kOk;
}

// SignalFramer: overlapping frames -----------------------------------------------------------------------------------

struct FramerData { // TFLMSignalFramerParams
  std::int32_t size;
  std::int32_t step;
  std::int32_t frames; // per row and inference
  bool prefill;
  Rows rows;
};
constexpr std::size_t kFramerBytes = bySize(28, 40);

Status initFramer(Context& context, Node& node) {
  ARENASCOPE_TRY((initData<FramerData, kFramerBytes>(context, node)));
  auto& data = userData<FramerData>(node);
  const FlexMap map = options(node);
  data.size = map.integer(0);
  data.step = map.integer(1);
  data.prefill = map.boolean(2);
  const bool fits = data.size > 0 && data.size <= kMostSamples && data.step > 0 && data.step <= kMostSamples &&
                    (!data.prefill || data.size >= data.step);
  if (fits) return Status::kOk;
  return context.fail(Message() << "a frame size of " << data.size << " and a step of " << data.step
                                << " do not fit each other");
}

Status resetFramer(Context& /*context*/, Node& node) {
  const auto& data = userData<FramerData>(node);
  for (int i = 0; i < data.rows.count; ++i) {
    data.rows.buffers[i]->reset();
    if (data.prefill) data.rows.buffers[i]->writeZeros(data.size - data.step);
  }
  return Status::kOk;
}

Status prepareFramer(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, -1}},
                              {{"output", runtime::kInt16, -1}, {"valid", runtime::kBool, 0}}));
  const EvalTensor& output = *context.evalOutput(node, 0);
  const runtime::IntArray& input = *context.evalInput(node, 0)->dims;
  auto& data = userData<FramerData>(node);
  const int samples = lastDimension(input);
  if (output.dims->size != input.size + 1 || samples < data.step || samples % data.step != 0)
    return context.fail(Message() << "rows of " << samples << " samples are no multiple of the step " << data.step
                                  << ", or the output has not one dimension more");
  data.rows.count = elementCount(input) / samples;
  data.frames = samples / data.step;
  ARENASCOPE_TRY(checkRoom(context, "the output", output, std::int64_t{data.rows.count} * data.frames * data.size));
  ARENASCOPE_TRY(createBuffers(context, data.rows, (data.size + data.step - 1) / data.step * data.step));
  return resetFramer(context, node);
}

Status invokeFramer(Context& context, Node& node) {
  const auto& kernelData = userData<FramerData>(node);
  const std::int16_t* input = data<std::int16_t>(context.evalInput(node, 0));
  std::int16_t* output = data<std::int16_t>(context.evalOutput(node, 0));
  Truth& valid = *data<Truth>(context.evalOutput(node, 1));
  valid = true;
  for (int row = 0; row < kernelData.rows.count; ++row) {
    CircularBuffer& buffer = *kernelData.rows.buffers[row];
    for (int frame = 0; frame < kernelData.frames; ++frame) {
      buffer.write(input, kernelData.step);
      if (buffer.available() >= kernelData.size) {
        buffer.peek(output, kernelData.size);
        buffer.discard(kernelData.step);
      } else {
        valid = false;
      }
      input += kernelData.step;
      output += kernelData.size;
    }
  }
  return Status::kOk;
}

// SignalDelay: samples a number of steps later ------------------------------------------------------------------------

struct DelayData { // TFLMSignalFrontendDelayParams
  std::int32_t frame;
  std::int32_t delay;
  Rows rows;
};
constexpr std::size_t kDelayBytes = bySize(20, 32);

Status initDelay(Context& context, Node& node) {
  ARENASCOPE_TRY((initData<DelayData, kDelayBytes>(context, node)));
  auto& data = userData<DelayData>(node);
  data.delay = options(node).integer(0);
  if (data.delay >= 0 && data.delay <= kMostSamples) return Status::kOk;
  return context.fail(Message() << "a delay of " << data.delay << " samples is not supported");
}

Status resetDelay(Context& /*context*/, Node& node) {
  const auto& data = userData<DelayData>(node);
  for (int i = 0; i < data.rows.count; ++i) {
    data.rows.buffers[i]->reset();
    data.rows.buffers[i]->writeZeros(data.delay);
  }
  return Status::kOk;
}

Status prepareDelay(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", runtime::kInt16, -1}}, {{"output", runtime::kInt16, -1}}));
  ARENASCOPE_TRY(checkUnary(context, node));
  auto& data = userData<DelayData>(node);
  const runtime::IntArray& input = *context.evalInput(node, 0)->dims;
  data.frame = lastDimension(input);
  data.rows.count = elementCount(input) / data.frame;
  ARENASCOPE_TRY(createBuffers(context, data.rows, data.frame + data.delay));
  return resetDelay(context, node);
}

Status invokeDelay(Context& context, Node& node) {
  const auto& kernelData = userData<DelayData>(node);
  const std::int16_t* input = data<std::int16_t>(context.evalInput(node, 0));
  std::int16_t* output = data<std::int16_t>(context.evalOutput(node, 0));
  for (int row = 0; row < kernelData.rows.count; ++row) {
    CircularBuffer& buffer = *kernelData.rows.buffers[row];
    buffer.write(input + row * kernelData.frame, kernelData.frame);
    buffer.peek(output + row * kernelData.frame, kernelData.frame);
    buffer.discard(kernelData.frame);
  }
  return Status::kOk;
}

// SignalOverlapAdd: frames that overlap become samples ----------------------------------------------------------------

struct OverlapData { // TFLMSignalOverlapAddParams
  std::int32_t size;
  std::int32_t step;
  std::int32_t rows;
  std::int32_t frames;
  runtime::Type type;
  void** sums; // per row: incomplete sums
};
static_assert(sizeof(OverlapData) == bySize(24, 32));

Status initOverlap(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<OverlapData>(context, node));
  auto& data = userData<OverlapData>(node);
  const std::int32_t type = options(node).integer(0);
  data.step = options(node).integer(1);
  data.type = type == schema::TensorType_FLOAT32 ? runtime::kFloat32 : runtime::kInt16;
  if (type == schema::TensorType_FLOAT32 || type == schema::TensorType_INT16) return Status::kOk;
  return context.fail(Message() << "the option T names a type that is neither INT16 nor FLOAT32");
}

Status resetOverlap(Context& /*context*/, Node& node) {
  const auto& data = userData<OverlapData>(node);
  for (int row = 0; row < data.rows; ++row)
    std::memset(data.sums[row], 0, runtime::typeBytes(data.type) * static_cast<std::size_t>(data.size));
  return Status::kOk;
}

Status readShapes(Context& context, const Node& node, OverlapData& data) {
  const runtime::IntArray& input = *context.evalInput(node, 0)->dims;
  if (input.size < 2 || context.evalOutput(node, 0)->dims->size != input.size - 1)
    return context.fail(Message() << "the input needs two dimensions at least, and one more than the output");
  data.size = lastDimension(input);
  data.frames = input.data[input.size - 2];
  data.rows = elementsBetween(input, 0, input.size - 2);
  if (data.step < 1 || data.step > data.size)
    return context.fail(Message() << "the step " << data.step << " is not within the frame's " << data.size);
  return checkRoom(context, "the output", *context.evalOutput(node, 0),
                   std::int64_t{data.rows} * data.frames * data.step);
}

Status prepareOverlap(Context& context, Node& node) {
  auto& data = userData<OverlapData>(node);
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", data.type, -1}}, {{"output", data.type, -1}}));
  ARENASCOPE_TRY(readShapes(context, node, data));
  data.sums = static_cast<void**>(context.allocatePersistent(sizeof(void*) * static_cast<std::size_t>(data.rows)));
  if (data.sums == nullptr) return Status::kError;
  const std::size_t bytes = runtime::typeBytes(data.type) * static_cast<std::size_t>(data.size);
  for (int row = 0; row < data.rows; ++row) {
    data.sums[row] = context.allocatePersistent(bytes);
    if (data.sums[row] == nullptr) return Status::kError;
  }
  return resetOverlap(context, node);
}

std::int16_t added(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>(clamp<std::int32_t>(std::int32_t{a} + b, -32768, 32767));
}
float added(float a, float b) { return a + b; }

template <typename T>
void overlapAdd(const OverlapData& kernelData, const T* input, T* output) {
  const int kept = kernelData.size - kernelData.step;
  for (int row = 0; row < kernelData.rows; ++row) {
    T* sums = static_cast<T*>(kernelData.sums[row]);
    for (int frame = 0; frame < kernelData.frames; ++frame) {
      for (int i = 0; i < kernelData.size; ++i) sums[i] = added(sums[i], input[i]);
      std::copy_n(sums, kernelData.step, output);
      std::copy(sums + kernelData.step, sums + kernelData.size, sums);
      std::fill_n(sums + kept, kernelData.step, T{0});
      input += kernelData.size;
      output += kernelData.step;
    }
  }
}

Status invokeOverlap(Context& context, Node& node) {
  const auto& kernelData = userData<OverlapData>(node);
  return withType<std::int16_t, float>(context, "input", kernelData.type, [&]<typename T>() {
    overlapAdd(kernelData, data<const T>(context.evalInput(node, 0)), data<T>(context.evalOutput(node, 0)));
  });
}

} // namespace

constinit const Registration kSignalStacker =
    custom("SignalStacker", initStacker, prepareStacker, invokeStacker, resetStacker);
constinit const Registration kSignalFramer =
    custom("SignalFramer", initFramer, prepareFramer, invokeFramer, resetFramer);
constinit const Registration kSignalDelay = custom("SignalDelay", initDelay, prepareDelay, invokeDelay, resetDelay);
constinit const Registration kSignalOverlapAdd =
    custom("SignalOverlapAdd", initOverlap, prepareOverlap, invokeOverlap, resetOverlap);

} // namespace arenascope::kernels::reference
