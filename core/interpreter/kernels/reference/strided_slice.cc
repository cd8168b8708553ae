// STRIDED_SLICE: a box of a tensor, with strides, forwards or backwards.
#include <algorithm>
#include <cstring>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxInput = 4;
constexpr int kDimensions = 5;

struct Params { // TfLiteStridedSliceParams
  int beginMask;
  int endMask;
  int ellipsisMask;
  int newAxisMask;
  int shrinkAxisMask;
  bool offset;
};
static_assert(sizeof(Params) == bySize(24, 24));

// One dimension of the slice: start, start + stride, ... before stop.
struct Range {
  std::int32_t start;
  std::int32_t stop;
  std::int32_t stride;

  bool goesOn(std::int32_t i) const { return stride < 0 ? i > stop : i < stop; }
  int count() const {
    const int span = stride < 0 ? start - stop : stop - start;
    const int step = stride < 0 ? -stride : stride;
    return span <= 0 ? 0 : (span - 1) / step + 1;
  }
};

struct Data { // StridedSliceParams
  Range ranges[kDimensions];
  std::int32_t reserved[6];
};
static_assert(sizeof(Data) == bySize(84, 84));

void read(const schema::StridedSliceOptions& options, Params& params) {
  params = {.beginMask = options.begin_mask(),
            .endMask = options.end_mask(),
            .ellipsisMask = options.ellipsis_mask(),
            .newAxisMask = options.new_axis_mask(),
            .shrinkAxisMask = options.shrink_axis_mask(),
            .offset = options.offset()};
}

struct Tensors {
  TempTensor input;
  TempTensor begin;
  TempTensor end;
  TempTensor strides;
  TempTensor output;

  Tensors(Context& context, const Node& node)
      : input(context.input(node, 0)), begin(context.input(node, 1)), end(context.input(node, 2)),
        strides(context.input(node, 3)), output(context.output(node, 0)) {}
};

Status checkTensors(Context& context, const Tensors& tensors) {
  if (!tensors.input || !tensors.begin || !tensors.end || !tensors.strides || !tensors.output)
    return missing(context, "input, begin, end, strides or output");
  ARENASCOPE_TRY(checkSameType(context, *tensors.input, *tensors.output));
  const int rank = tensors.input->dims->size;
  if (rank > kMaxInput)
    return context.fail(Message() << "the input has " << rank << " dimensions, at most " << kMaxInput
                                  << " are supported");
  for (const TempTensor* tensor : {&tensors.begin, &tensors.end, &tensors.strides}) {
    ARENASCOPE_TRY(checkConstant(context, "a begin, end or stride", **tensor));
    if ((*tensor)->type != runtime::kInt32) return unsupportedType(context, "begin, end or strides", (*tensor)->type);
    if (elementCount(*(*tensor)->dims) < rank)
      return context.fail(Message() << "begin, end and strides need a number for each of " << rank << " dimensions");
  }
  return Status::kOk;
}

const std::int32_t* numbers(const TempTensor& tensor) { return static_cast<const std::int32_t*>(tensor->data); }

// A position from the model, clamped to the dimension: negative ones count from the end.
std::int32_t bounded(std::int32_t position, std::int32_t size, bool forwards) {
  const std::int32_t counted = position < 0 ? position + size : position;
  return forwards ? clamp<std::int32_t>(counted, 0, size) : clamp<std::int32_t>(counted, -1, size - 1);
}

Range readRange(const Params& options, const Tensors& tensors, int d) {
  const std::int32_t size = tensors.input->dims->data[d];
  const std::int32_t stride = numbers(tensors.strides)[d];
  const bool forwards = stride > 0;
  const auto masked = [d](int mask) { return (mask & (1 << d)) != 0; };
  Range range{.start = bounded(numbers(tensors.begin)[d], size, forwards),
              .stop = bounded(numbers(tensors.end)[d], size, forwards),
              .stride = stride};
  if (masked(options.beginMask)) range.start = forwards ? 0 : size - 1;
  if (masked(options.endMask)) range.stop = forwards ? size : -1;
  if (masked(options.shrinkAxisMask)) range.stop = range.start >= size ? range.start : range.start + 1;
  return range;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 4, 1));
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(checkTensors(context, tensors));
  const auto& options = params<Params>(node);
  auto& data = userData<Data>(node);
  std::fill_n(data.ranges, kDimensions, Range{.start = 0, .stop = 1, .stride = 1});
  const int rank = tensors.input->dims->size;
  const runtime::IntArray& outputDims = *tensors.output->dims;
  int outputRank = 0;
  for (int d = 0; d < rank; ++d) {
    if (numbers(tensors.strides)[d] == 0) return context.fail(Message() << "the stride of dimension " << d << " is 0");
    const Range range = readRange(options, tensors, d);
    data.ranges[kDimensions - rank + d] = range;
    if ((options.shrinkAxisMask & (1 << d)) != 0) {
      if (range.count() == 1) continue;
      return context.fail(Message() << "dimension " << d << " has no element at its begin");
    }
    if (outputRank >= outputDims.size || outputDims.data[outputRank] != range.count())
      return context.fail(Message() << "dimension " << d << " of the slice has " << range.count()
                                    << " elements, the output does not");
    ++outputRank;
  }
  if (outputRank == outputDims.size) return Status::kOk;
  return context.fail(Message() << "the slice has " << outputRank << " dimensions, the output " << outputDims.size);
}

template <typename T>
void copyRanges(const Range (&ranges)[kDimensions], const ExtendedShape<kDimensions>& shape, const T* input,
                T* output) {
  const std::int32_t* size = shape.size;
  const Range& inner = ranges[4];
  for (int a = ranges[0].start; ranges[0].goesOn(a); a += ranges[0].stride)
    for (int b = ranges[1].start; ranges[1].goesOn(b); b += ranges[1].stride)
      for (int c = ranges[2].start; ranges[2].goesOn(c); c += ranges[2].stride)
        for (int d = ranges[3].start; ranges[3].goesOn(d); d += ranges[3].stride) {
          const T* row = input + (((a * size[1] + b) * size[2] + c) * size[3] + d) * size[4];
          if (inner.stride == 1) {
            const int length = inner.count();
            std::memcpy(output, row + inner.start, sizeof(T) * static_cast<std::size_t>(length));
            output += length;
          } else {
            for (int e = inner.start; inner.goesOn(e); e += inner.stride) *output++ = row[e];
          }
        }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  return withType<float, std::int8_t, std::int16_t, std::int32_t, Truth>(
      context, "input", input.type, [&]<typename T>() {
        copyRanges(userData<Data>(node).ranges, ExtendedShape<kDimensions>(*input.dims), data<T>(&input),
                   data<T>(context.evalOutput(node, 0)));
      });
}

} // namespace

constinit const Registration kStridedSlice = {schema::BuiltinOperator_STRIDED_SLICE, parseParams<read>, initData<Data>,
                                              prepare, invoke};

} // namespace arenascope::kernels::reference
