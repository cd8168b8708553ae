// TRANSPOSE: dimensions in another order.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxDimensions = 5;

Status checkOrder(Context& context, const Tensor& input, const Tensor& order, const Tensor& output) {
  const int rank = input.dims->size;
  const auto* positions = static_cast<const std::int32_t*>(order.data);
  if (order.dims->size != 1 || order.dims->data[0] != rank || output.dims->size != rank)
    return context.fail(Message() << "the order and the output need " << rank << " dimensions as the input has");
  bool taken[kMaxDimensions] = {};
  for (int d = 0; d < rank; ++d) {
    if (positions[d] < 0 || positions[d] >= rank || taken[positions[d]] ||
        output.dims->data[d] != input.dims->data[positions[d]])
      return context.fail(Message() << "the order's number " << d << ", " << positions[d]
                                    << ", names no dimension, one a second time, or not the output's");
    taken[positions[d]] = true;
  }
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor order = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!input || !order || !output) return missing(context, "input, order or output");
  if (input->dims->size > kMaxDimensions || input->dims->size < 1)
    return context.fail(Message() << "tensors of 1 to " << kMaxDimensions << " dimensions are supported");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  ARENASCOPE_TRY(checkConstant(context, "an order", *order));
  if (order->type != runtime::kInt32) return unsupportedType(context, "order", order->type);
  return checkOrder(context, *input, *order, *output);
}

// The input's step, in elements, for each dimension of the output.
struct Walk {
  const std::int32_t* size; // of the output
  int dimensions;
  std::int32_t step[kMaxDimensions];
};

Walk makeWalk(const runtime::IntArray& input, const std::int32_t* order, const runtime::IntArray& output) {
  std::int32_t inputStep[kMaxDimensions] = {};
  std::int32_t step = 1;
  for (int d = input.size - 1; d >= 0; --d) {
    inputStep[d] = step;
    step *= input.data[d];
  }
  Walk walk{.size = output.data, .dimensions = output.size, .step = {}};
  for (int d = 0; d < output.size; ++d) walk.step[d] = inputStep[order[d]];
  return walk;
}

template <typename T>
T* transposeFrom(const Walk& walk, int dimension, const T* input, T* output) {
  const std::int32_t step = walk.step[dimension];
  const std::int32_t size = walk.size[dimension];
  if (dimension == walk.dimensions - 1) {
    for (int i = 0; i < size; ++i, input += step) output[i] = *input;
    return output + size;
  }
  for (int i = 0; i < size; ++i, input += step) output = transposeFrom(walk, dimension + 1, input, output);
  return output;
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const Walk walk = makeWalk(*input.dims, data<std::int32_t>(context.evalInput(node, 1)), *output.dims);
  return withType<float, std::int8_t, std::int16_t>(
      context, "input", input.type, [&]<typename T>() { transposeFrom(walk, 0, data<T>(&input), data<T>(&output)); });
}

} // namespace

constinit const Registration kTranspose = {schema::BuiltinOperator_TRANSPOSE, nullptr, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference
