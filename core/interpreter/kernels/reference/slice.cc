// SLICE: a box out of a tensor.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxDimensions = 5;

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 3, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor begin = context.input(node, 1);
  const TempTensor size = context.input(node, 2);
  const TempTensor output = context.output(node, 0);
  if (!input || !begin || !size || !output) return missing(context, "input, begin, size or output");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (!isInteger(begin->type) || begin->type != size->type) return unsupportedType(context, "begin", begin->type);
  const int rank = input->dims->size;
  if (rank > kMaxDimensions || rank != output->dims->size)
    return context.fail(Message() << "input and output of the same rank, up to " << kMaxDimensions
                                  << ", are supported");
  if (elementCount(*begin->dims) == rank && elementCount(*size->dims) == rank) return Status::kOk;
  return context.fail(Message() << "begin and size need a number for each of " << rank << " dimensions");
}

// Start and end of the box in each dimension.
struct Box {
  std::int32_t start[kMaxDimensions] = {};
  std::int32_t stop[kMaxDimensions] = {1, 1, 1, 1, 1};
};

Status readBox(Context& context, const Node& node, Box& box) {
  const EvalTensor& begin = *context.evalInput(node, 1);
  const EvalTensor& size = *context.evalInput(node, 2);
  const runtime::IntArray& dims = *context.evalInput(node, 0)->dims;
  int elements = 1;
  for (int d = 0; d < dims.size; ++d) {
    const std::int64_t start = integerAt(begin.data, begin.type, d);
    const std::int64_t length = integerAt(size.data, size.type, d);
    const std::int64_t stop = length == -1 ? dims.data[d] : start + length;
    if (start < 0 || stop < start || stop > dims.data[d])
      return context.fail(Message() << "dimension " << d << ": " << start << " to " << stop << " is not within 0 to "
                                    << dims.data[d]);
    box.start[kMaxDimensions - dims.size + d] = static_cast<std::int32_t>(start);
    box.stop[kMaxDimensions - dims.size + d] = static_cast<std::int32_t>(stop);
    elements *= static_cast<int>(stop - start);
  }
  if (elements == elementCount(*context.evalOutput(node, 0)->dims)) return Status::kOk;
  return context.fail(Message() << "the slice has another number of elements than the output");
}

template <typename T>
void copyBox(const Box& box, const ExtendedShape<kMaxDimensions>& shape, const T* input, T* output) {
  const std::int32_t* size = shape.size;
  for (int a = box.start[0]; a < box.stop[0]; ++a)
    for (int b = box.start[1]; b < box.stop[1]; ++b)
      for (int c = box.start[2]; c < box.stop[2]; ++c)
        for (int d = box.start[3]; d < box.stop[3]; ++d)
          for (int e = box.start[4]; e < box.stop[4]; ++e)
            *output++ = input[(((a * size[1] + b) * size[2] + c) * size[3] + d) * size[4] + e];
}

Status invoke(Context& context, Node& node) {
  Box box;
  ARENASCOPE_TRY(readBox(context, node, box));
  const EvalTensor& input = *context.evalInput(node, 0);
  return withType<float, std::int8_t, std::int16_t, std::int32_t, Truth>(
      context, "input", input.type, [&]<typename T>() {
        copyBox(box, ExtendedShape<kMaxDimensions>(*input.dims), data<T>(&input), data<T>(context.evalOutput(node, 0)));
      });
}

} // namespace

constinit const Registration kSlice = {schema::BuiltinOperator_SLICE, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference
