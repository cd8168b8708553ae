// BROADCAST_TO: repeats a tensor to a larger shape. BROADCAST_ARGS: the common shape of two shapes.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxDimensions = 5;
using Shape = ExtendedShape<kMaxDimensions>;

Status checkShape(Context& context, const Tensor& input, const Tensor& shape, const Tensor& output) {
  const int rank = output.dims->size;
  if (rank > kMaxDimensions || input.dims->size > rank || shape.dims->size != 1 || shape.dims->data[0] != rank)
    return context.fail(Message() << "the input, the shape and the output do not fit each other, or have more than "
                                  << kMaxDimensions << " dimensions");
  const Shape inputShape(*input.dims);
  const Shape outputShape(*output.dims);
  for (int d = 0; d < rank; ++d) {
    const int extended = kMaxDimensions - rank + d;
    if (integerAt(shape.data, shape.type, d) == outputShape.size[extended] &&
        (inputShape.size[extended] == 1 || inputShape.size[extended] == outputShape.size[extended]))
      continue;
    return context.fail(Message() << "dimension " << d
                                  << " of the output is neither the input's nor what the shape says");
  }
  return Status::kOk;
}

Status prepareTo(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor shape = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!input || !shape || !output) return missing(context, "input, shape or output");
  if (!isInteger(shape->type)) return unsupportedType(context, "shape", shape->type);
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (runtime::typeBytes(input->type) == 0) return unsupportedType(context, "input", input->type);
  ARENASCOPE_TRY(checkConstant(context, "a shape", *shape));
  return checkShape(context, *input, *shape, *output);
}

// Fills the output from the inside: rows of the last dimension are copied from the input, those of outer ones from the
// output itself.
struct Repeater {
  Shape input;
  Shape output;
  int lastRepeated;
  std::size_t elementBytes;

  static std::size_t elementsFrom(const Shape& shape, int d) {
    std::size_t elements = 1;
    for (; d < kMaxDimensions; ++d) elements *= static_cast<std::size_t>(shape.size[d]);
    return elements;
  }

  void fill(int d, const std::uint8_t* from, std::uint8_t* to) const {
    const std::size_t rowBytes = elementsFrom(output, d + 1) * elementBytes;
    if (d == lastRepeated) {
      for (int i = 0; i < output.size[d]; ++i) copyBytes(to + static_cast<std::size_t>(i) * rowBytes, from, rowBytes);
      return;
    }
    const std::size_t inputBytes = elementsFrom(input, d + 1) * elementBytes;
    for (int i = 0; i < input.size[d]; ++i)
      fill(d + 1, from + static_cast<std::size_t>(i) * inputBytes, to + static_cast<std::size_t>(i) * rowBytes);
    for (int i = input.size[d]; i < output.size[d]; ++i)
      copyBytes(to + static_cast<std::size_t>(i) * rowBytes, to, rowBytes);
  }
};

Status invokeTo(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  Repeater repeater{.input = Shape(*input.dims),
                    .output = Shape(*output.dims),
                    .lastRepeated = kMaxDimensions - 1,
                    .elementBytes = runtime::typeBytes(input.type)};
  while (repeater.lastRepeated >= 0 &&
         repeater.input.size[repeater.lastRepeated] == repeater.output.size[repeater.lastRepeated])
    --repeater.lastRepeated;
  if (repeater.lastRepeated < 0)
    copyBytes(output.data, input.data, Repeater::elementsFrom(repeater.input, 0) * repeater.elementBytes);
  else
    repeater.fill(0, data<std::uint8_t>(&input), data<std::uint8_t>(&output));
  return Status::kOk;
}

Status prepareArgs(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (!isInteger(tensors.input1->type)) return unsupportedType(context, "first input", tensors.input1->type);
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.input2));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  if (tensors.input1->dims->size == 1 && tensors.input2->dims->size == 1 && tensors.output->dims->size == 1)
    return Status::kOk;
  return context.fail(Message() << "the shapes must be lists");
}

// An element of a shape, counted from the end; ones in front.
template <typename T>
T fromEnd(const EvalTensor& shape, int position) {
  const int index = elementCount(*shape.dims) - 1 - position;
  return index < 0 ? T{1} : data<T>(&shape)[index];
}

Status invokeArgs(Context& context, Node& node) {
  const EvalTensor& a = *context.evalInput(node, 0);
  const EvalTensor& b = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  const int count = elementCount(*output.dims);
  return withType<std::int32_t, std::int64_t>(context, "output", output.type, [&]<typename T>() {
    for (int i = 0; i < count; ++i) {
      const T sizeA = fromEnd<T>(a, i);
      const T sizeB = fromEnd<T>(b, i);
      if (sizeA != 1 && sizeB != 1 && sizeA != sizeB)
        return context.fail(Message() << "the shapes do not go together: " << static_cast<std::int64_t>(sizeA)
                                      << " and " << static_cast<std::int64_t>(sizeB));
      data<T>(&output)[count - 1 - i] = sizeA == 1 ? sizeB : sizeA;
    }
    return Status::kOk;
  });
}

} // namespace

constinit const Registration kBroadcastTo = {schema::BuiltinOperator_BROADCAST_TO, nullptr, nullptr, prepareTo,
                                             invokeTo};
constinit const Registration kBroadcastArgs = {schema::BuiltinOperator_BROADCAST_ARGS, nullptr, nullptr, prepareArgs,
                                               invokeArgs};

} // namespace arenascope::kernels::reference
