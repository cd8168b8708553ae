// AVERAGE_POOL_2D and MAX_POOL_2D: all channels of a window together, pixel by pixel.
#include "core/interpreter/kernels/pooling.h"

#include <cstring>
#include <limits>

#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/kernels/cmsis_nn/earlier.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // the OpData of this kernel
  PoolData pool;
  int sums; // scratch buffer
};
static_assert(sizeof(Data) == bySize(36, 36));

Status prepareAverage(Context& context, Node& node) {
  ARENASCOPE_TRY(preparePool(context, node));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  if (input->type == runtime::kFloat32) return Status::kOk;
  if (input->type == runtime::kInt16 && runtime::isBefore(kWidePools)) return Status::kOk;
  return requestScratchIfAny(context, averagePoolBytes(input->dims->data[3], extension()), &userData<Data>(node).sums);
}

// Whether channels are summed in scratch memory, which not every mirrored processor requests.
constexpr bool kSumsFirst = kHasDsp && !kHasVectors && !runtime::kHasVariants;

// Calls body(window, input batch, output pixel) for every output pixel.
// kClipped: only the part of the window that is in the image.
template <typename Stored, bool kClipped, typename Body>
void forWindows(const Context& context, const Node& node, Body body) {
  const auto& options = params<PoolParams>(node);
  const auto& kernelData = userData<PoolData>(node);
  const EvalTensor& inputTensor = *context.evalInput(node, 0);
  EvalTensor& outputTensor = *context.evalOutput(node, 0);
  const Shape4 input = shape4(inputTensor);
  const Shape4 output = shape4(outputTensor);
  const Stored* values = data<Stored>(&inputTensor);
  Stored* results = data<Stored>(&outputTensor);
  for (int batch = 0; batch < output.batch; ++batch, values += input.height * input.width * input.channels)
    for (int outY = 0; outY < output.height; ++outY)
      for (int outX = 0; outX < output.width; ++outX, results += output.channels)
        body(kClipped ? poolWindow(options, kernelData, input, outY, outX)
                      : wholePoolWindow(options, kernelData, outY, outX),
             values, results);
}

// Calls body(first, channels of a pixel) for each pixel of the window.
template <typename Stored, typename Body>
void forPixels(const PoolWindow& window, const Shape4& input, const Stored* values, Body body) {
  bool first = true;
  for (int y = window.firstY; y < window.endY; ++y)
    for (int x = window.firstX; x < window.endX; ++x) {
      body(first, values + (y * input.width + x) * input.channels);
      first = false;
    }
}

// Rounded to nearest, halves away from zero.
inline std::int32_t meanOf(std::int32_t sum, std::int32_t count) {
  return (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
}

// From sums of all channels to results. By value: what it reads cannot be changed by what it stores.
template <typename Stored>
[[gnu::always_inline]] inline void storeMeans(const std::int32_t* sums, std::int32_t count, IntRange range,
                                              int channels, Stored* results) {
  for (int c = 0; c < channels; ++c)
    results[c] = static_cast<Stored>(clamp(meanOf(sums[c], count), range.min, range.max));
}

constexpr std::int32_t kNoMean = std::numeric_limits<std::int32_t>::min();

// The mean of one channel of a window, tap by tap, with a check whether each tap is inside the image; kNoMean if none
// is.
template <typename Stored>
[[gnu::noinline]] std::int32_t meanOfChannel(const PoolWindow& whole, const Shape4& input, const Stored* values) {
  const int height = input.height;
  const int width = input.width;
  const int channels = input.channels;
  std::int32_t sum = 0;
  std::int32_t count = 0;
  for (int y = whole.firstY; y < whole.endY; ++y)
    for (int x = whole.firstX; x < whole.endX; ++x)
      if (y >= 0 && x >= 0 && y < height && x < width) {
        sum += values[(y * width + x) * channels];
        ++count;
      }
  return count == 0 ? kNoMean : meanOf(sum, count);
}

// The sum of each channel over a window's pixels. A separate function, so that the innermost loop's values stay in
// registers.
template <typename Stored>
[[gnu::noinline]] void sumPixels(const PoolWindow& window, const Shape4& input, const Stored* values,
                                 std::int32_t* sums) {
  forPixels(window, input, values, [&](bool first, const Stored* pixel) {
    if (first)
      for (int c = 0; c < input.channels; ++c) sums[c] = pixel[c];
    else
      for (int c = 0; c < input.channels; ++c) sums[c] += pixel[c];
  });
}

template <typename Stored>
Status average(Context& context, const Node& node) {
  const Shape4 input = shape4(*context.evalInput(node, 0));
  const IntRange range = userData<PoolData>(node).activation;
  [[maybe_unused]] auto* sums = kSumsFirst ? context.scratch<std::int32_t>(userData<Data>(node).sums) : nullptr;
  bool empty = false;
  constexpr bool kVectors = kHasVectors && sizeof(Stored) == 1;
  constexpr bool kClipped = kSumsFirst || kVectors;
  forWindows<Stored, kClipped>(context, node, [&](const PoolWindow& window, const Stored* values, Stored* results) {
    if constexpr (kVectors) {
      if (window.count() == 0)
        empty = true;
      else
        vectors::averagePixel(window, input, values, range, results);
    } else if constexpr (kSumsFirst) {
      const std::int32_t count = window.count();
      if (count == 0) {
        empty = true;
        return;
      }
      sumPixels(window, input, values, sums);
      storeMeans(sums, count, range, input.channels, results);
    } else {
      for (int c = 0; c < input.channels; ++c) {
        const std::int32_t mean = meanOfChannel(window, input, values + c);
        if (mean == kNoMean) {
          empty = true;
          return;
        }
        results[c] = static_cast<Stored>(clamp(mean, range.min, range.max));
      }
    }
  });
  return empty ? context.fail(Message() << "a window of the pool lies outside the image") : Status::kOk;
}

template <typename Stored>
void largest(Context& context, const Node& node) {
  const Shape4 input = shape4(*context.evalInput(node, 0));
  const std::size_t bytes = sizeof(Stored) * static_cast<std::size_t>(input.channels);
  forWindows<Stored, true>(context, node, [&](const PoolWindow& window, const Stored* values, Stored* results) {
    if constexpr (kHasVectors) return vectors::largestPixel(window, input, values, results);
    forPixels(window, input, values, [&](bool first, const Stored* pixel) {
      if (first)
        std::memcpy(results, pixel, bytes);
      else
        for (int c = 0; c < input.channels; ++c)
          if (pixel[c] > results[c]) results[c] = pixel[c];
    });
  });
  EvalTensor& output = *context.evalOutput(node, 0);
  const IntRange range = userData<PoolData>(node).activation;
  const int elements = elementCount(*output.dims);
  Stored* results = data<Stored>(&output);
  if constexpr (kHasVectors) return vectors::limit(results, elements, range);
  for (int i = 0; i < elements; ++i)
    results[i] = static_cast<Stored>(clamp<std::int32_t>(results[i], range.min, range.max));
}

Status invokeAverage(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, 0)->type;
  switch (type) {
  case runtime::kFloat32: return reference::averagePoolFloat(context, node);
  case runtime::kInt8: return average<std::int8_t>(context, node);
  case runtime::kInt16: return average<std::int16_t>(context, node);
  default: return unsupportedType(context, "input", type);
  }
}

Status invokeMax(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, 0)->type;
  switch (type) {
  case runtime::kFloat32: return reference::maxPoolFloat(context, node);
  case runtime::kInt8: largest<std::int8_t>(context, node); return Status::kOk;
  case runtime::kInt16: largest<std::int16_t>(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

constinit const Registration kAveragePool2d = {schema::BuiltinOperator_AVERAGE_POOL_2D, parseParams<readPool>,
                                               initData<Data>, prepareAverage, invokeAverage};
constinit const Registration kMaxPool2d = {schema::BuiltinOperator_MAX_POOL_2D, parseParams<readPool>, initData<Data>,
                                           preparePool, invokeMax};

} // namespace arenascope::kernels::cmsis_nn
