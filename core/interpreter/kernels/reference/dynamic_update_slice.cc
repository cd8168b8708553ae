// DYNAMIC_UPDATE_SLICE: writes a smaller tensor into another at given indices.
#include <algorithm>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxDimensions = 6;

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 3, 1));
  const TempTensor operand = context.input(node, 0);
  const TempTensor update = context.input(node, 1);
  const TempTensor starts = context.input(node, 2);
  const TempTensor output = context.output(node, 0);
  if (!operand || !update || !starts || !output) return missing(context, "operand, update, indices or output");
  ARENASCOPE_TRY(checkSameType(context, *operand, *update));
  ARENASCOPE_TRY(checkSameType(context, *operand, *output));
  ARENASCOPE_TRY(checkSameSize(context, *operand, *output));
  if (!isInteger(starts->type)) return unsupportedType(context, "indices", starts->type);
  const int rank = operand->dims->size;
  if (rank < 1 || rank > kMaxDimensions || update->dims->size != rank || starts->dims->size != 1 ||
      starts->dims->data[0] != rank)
    return context.fail(Message() << "operand and update of the same rank, up to " << kMaxDimensions
                                  << ", and an index for each dimension are supported");
  for (int d = 0; d < rank; ++d)
    if (update->dims->data[d] > operand->dims->data[d])
      return context.fail(Message() << "dimension " << d << " of the update is larger than the operand's");
  return Status::kOk;
}

struct Update {
  const runtime::IntArray& operand;
  const runtime::IntArray& update;
  std::int32_t start[kMaxDimensions];
};

// Dimensions from d inwards; returns the update's next element.
template <typename T>
const T* write(const Update& shapes, int d, const T* from, T* to) {
  const int step = elementsBetween(shapes.operand, d + 1, shapes.operand.size);
  to += shapes.start[d] * step;
  const std::int32_t count = shapes.update.data[d];
  if (d == shapes.update.size - 1) {
    copyBytes(to, from, sizeof(T) * static_cast<std::size_t>(count));
    return from + count;
  }
  for (int i = 0; i < count; ++i, to += step) from = write(shapes, d + 1, from, to);
  return from;
}

template <typename T>
void updateSlice(Context& context, const Node& node) {
  const EvalTensor& operand = *context.evalInput(node, 0);
  const EvalTensor& update = *context.evalInput(node, 1);
  const EvalTensor& starts = *context.evalInput(node, 2);
  EvalTensor& output = *context.evalOutput(node, 0);
  const int elements = elementCount(*operand.dims);
  const bool whole = elementCount(*update.dims) == elements;
  if (whole || operand.data != output.data)
    copyBytes(output.data, whole ? update.data : operand.data, sizeof(T) * static_cast<std::size_t>(elements));
  if (whole) return;
  Update shapes{.operand = *operand.dims, .update = *update.dims, .start = {}};
  for (int d = 0; d < operand.dims->size; ++d) {
    const std::int64_t last = operand.dims->data[d] - update.dims->data[d];
    shapes.start[d] =
        static_cast<std::int32_t>(std::min(std::max<std::int64_t>(0, integerAt(starts.data, starts.type, d)), last));
  }
  write(shapes, 0, data<T>(&update), data<T>(&output));
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(context, "operand", context.evalInput(node, 0)->type,
                                                                  [&]<typename T>() { updateSlice<T>(context, node); });
}

} // namespace

constinit const Registration kDynamicUpdateSlice = {schema::BuiltinOperator_DYNAMIC_UPDATE_SLICE, nullptr, nullptr,
                                                    prepare, invoke};

} // namespace arenascope::kernels::reference
