// SignalRfft and SignalIrfft: convert real samples to frequencies and back.
#include <cstring>

#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/reference/signal/fft.h"
#include "core/interpreter/kernels/reference/signal/signal.h"

namespace arenascope::kernels::reference {

namespace {

using namespace signal;

// Options by position: the type's number in the model format, then the length.
constexpr int kTypeOption = 0;
constexpr int kLengthOption = 1;

struct Data { // TfLiteAudioFrontendIrfftParams; the other direction has two more fields
  std::int32_t length;
  std::int32_t rows;
  std::int32_t inputStep; // elements between rows of the input
  std::int32_t outputStep;
  runtime::Type type;
  int padded; // scratch buffer: samples of one row, zero-padded to the length
  void* fft;
};
constexpr std::size_t kForwardBytes = bySize(32, 48);
constexpr std::size_t kBackwardBytes = bySize(24, 32);

// The inverse transform's data has no scratch buffer: its fields end before `padded`.
struct BackwardData {
  std::int32_t length;
  std::int32_t rows;
  std::int32_t inputStep;
  std::int32_t outputStep;
  runtime::Type type;
  void* fft;
};
static_assert(sizeof(BackwardData) == kBackwardBytes);

template <typename Function>
Status withScalar(Context& context, runtime::Type type, Function function) {
  return withType<std::int16_t, std::int32_t, float>(context, "transform", type, function);
}

runtime::Type typeOption(const Node& node) {
  switch (options(node).integer(kTypeOption)) {
  case schema::TensorType_INT16: return runtime::kInt16;
  case schema::TensorType_INT32: return runtime::kInt32;
  case schema::TensorType_FLOAT32: return runtime::kFloat32;
  default: return runtime::kNoType;
  }
}

// extraBytes: the real kernel's state before the transform's.
template <typename KernelData, std::size_t kBytes>
Status init(Context& context, Node& node, bool inverse) {
  ARENASCOPE_TRY((initData<KernelData, kBytes>(context, node)));
  auto& data = userData<KernelData>(node);
  data.type = typeOption(node);
  data.length = options(node).integer(kLengthOption);
  return withScalar(context, data.type, [&]<typename T>() {
    const std::size_t bytes = RealFft<T>::bytesWithTables(data.length);
    if (bytes == 0)
      return context.fail(Message() << "transforms of length " << data.length
                                    << " are not supported: it must be even, with no prime factors but 2, 3 and 5");
    const std::size_t front = inverse && std::is_floating_point_v<T> ? bySize(8, 16) : 0;
    auto* state = static_cast<std::uint8_t*>(context.allocatePersistent(front + bytes));
    if (state == nullptr) return Status::kError;
    data.fft = state + front;
    static_cast<RealFft<T>*>(data.fft)->init(data.length, inverse);
    return Status::kOk;
  });
}

Status initForward(Context& context, Node& node) { return init<Data, kForwardBytes>(context, node, false); }
Status initBackward(Context& context, Node& node) { return init<BackwardData, kBackwardBytes>(context, node, true); }

template <typename KernelData>
Status checkShapes(Context& context, Node& node) {
  auto& data = userData<KernelData>(node);
  ARENASCOPE_TRY(checkTensors(context, node, {{"input", data.type, -1}}, {{"output", data.type, -1}}));
  const runtime::IntArray& input = *context.evalInput(node, 0)->dims;
  const runtime::IntArray& output = *context.evalOutput(node, 0)->dims;
  data.inputStep = lastDimension(input);
  data.outputStep = lastDimension(output);
  data.rows = data.inputStep > 0 ? elementCount(input) / data.inputStep : 0;
  if (input.size == output.size && data.outputStep > 0 &&
      elementCount(output) == std::int64_t{data.rows} * data.outputStep)
    return Status::kOk;
  return context.fail(Message() << "input and output do not have the same number of rows");
}

Status prepareForward(Context& context, Node& node) {
  ARENASCOPE_TRY(checkShapes<Data>(context, node));
  auto& data = userData<Data>(node);
  if (data.inputStep > data.length || data.outputStep < data.length + 2)
    return context.fail(Message() << "rows of " << data.inputStep << " samples and " << data.outputStep
                                  << " output numbers do not fit length " << data.length);
  return context.requestScratch(static_cast<std::size_t>(data.length) * runtime::typeBytes(data.type), &data.padded);
}

Status prepareBackward(Context& context, Node& node) {
  ARENASCOPE_TRY(checkShapes<BackwardData>(context, node));
  const auto& data = userData<BackwardData>(node);
  if (data.inputStep >= data.length + 2 && data.outputStep >= data.length) return Status::kOk;
  return context.fail(Message() << "rows of " << data.inputStep << " input numbers and " << data.outputStep
                                << " samples do not fit length " << data.length);
}

Status invokeForward(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  return withScalar(context, kernelData.type, [&]<typename T>() {
    const T* input = data<T>(context.evalInput(node, 0));
    T* output = data<T>(context.evalOutput(node, 0));
    T* padded = context.scratch<T>(kernelData.padded);
    const auto samples = static_cast<std::size_t>(kernelData.inputStep);
    for (int row = 0; row < kernelData.rows; ++row) {
      copyBytes(padded, input + row * kernelData.inputStep, sizeof(T) * samples);
      std::memset(padded + samples, 0, sizeof(T) * (static_cast<std::size_t>(kernelData.length) - samples));
      static_cast<const RealFft<T>*>(kernelData.fft)
          ->forward(padded, reinterpret_cast<Complex<T>*>(output + row * kernelData.outputStep));
    }
  });
}

Status invokeBackward(Context& context, Node& node) {
  const auto& kernelData = userData<BackwardData>(node);
  return withScalar(context, kernelData.type, [&]<typename T>() {
    const T* input = data<T>(context.evalInput(node, 0));
    T* output = data<T>(context.evalOutput(node, 0));
    for (int row = 0; row < kernelData.rows; ++row) {
      T* samples = output + row * kernelData.outputStep;
      static_cast<const RealFft<T>*>(kernelData.fft)
          ->backward(reinterpret_cast<const Complex<T>*>(input + row * kernelData.inputStep), samples);
      if constexpr (std::is_floating_point_v<T>)
        for (int i = 0; i < kernelData.length; ++i) samples[i] /= static_cast<float>(kernelData.length);
    }
  });
}

} // namespace

constinit const Registration kSignalRfft = custom("SignalRfft", initForward, prepareForward, invokeForward);
constinit const Registration kSignalIrfft = custom("SignalIrfft", initBackward, prepareBackward, invokeBackward);

} // namespace arenascope::kernels::reference
