// RESHAPE: the same bytes with another shape.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

Status parse(runtime::ParamsAllocator& allocator, const schema::Operator& op, int index, void** result) {
  auto* params = allocator.allocate<ReshapeParams>(index);
  if (params == nullptr) return Status::kError;
  *result = params;
  // The output tensor's shape decides; options may be missing.
  const schema::ReshapeOptions* options = op.builtin_options_as_ReshapeOptions();
  if (options == nullptr || options->new_shape() == nullptr) return Status::kOk;
  constexpr std::uint32_t kMost = 8;
  if (options->new_shape()->size() > kMost) return Status::kError;
  params->dimensions = static_cast<int>(options->new_shape()->size());
  for (int i = 0; i < params->dimensions; ++i)
    params->shape[i] = options->new_shape()->Get(static_cast<std::uint32_t>(i));
  return Status::kOk;
}

// Allocates a separate shape for the output, with the free dimension filled in.
Status fillFreeDimension(Context& context, const Node& node, int free, int elements) {
  const EvalTensor& output = *context.evalOutput(node, 0);
  const runtime::IntArray& stored = *output.dims;
  if (stored.size > kMaxRank) return context.fail(Message() << "the output has too many dimensions");
  std::int32_t sizes[kMaxRank] = {};
  for (int i = 0; i < stored.size; ++i) sizes[i] = i == free ? elements : stored.data[i];
  return setOutputShape(context, node, sizes, stored.size);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 1, 2));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  const int inputElements = elementCount(*input->dims);
  const runtime::IntArray& shape = *output->dims;
  // Old converters write scalars as [0].
  const bool scalar = node.inputs->size == 1 && shape.size == 1 && shape.data[0] == 0;
  int free = -1;
  int outputElements = 1;
  for (int i = 0; i < shape.size && !scalar; ++i) {
    if (shape.data[i] != -1) {
      outputElements *= shape.data[i];
      continue;
    }
    if (free != -1) return context.fail(Message() << "the output's shape has more than one free dimension");
    free = i;
  }
  if (free != -1 && outputElements != 0) {
    const int rest = inputElements / outputElements;
    ARENASCOPE_TRY(fillFreeDimension(context, node, free, rest));
    outputElements *= rest;
  }
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (inputElements == outputElements) return Status::kOk;
  return context.fail(Message() << "the input has " << inputElements << " elements, the output " << outputElements);
}

// The real kernel counts in a separate function, and before it checks whether to copy: both are visible in a total of
// some 140 instructions.
[[gnu::noinline]] std::size_t countElements(const runtime::IntArray& dims) {
  return static_cast<std::size_t>(elementCount(dims));
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const std::size_t elementBytes = runtime::typeBytes(input.type);
  if (elementBytes == 0) return Status::kError;
  const std::size_t bytes = elementBytes * countElements(*input.dims);
  if (input.data != output.data) copyBytes(output.data, input.data, bytes);
  return Status::kOk;
}

} // namespace

constinit const Registration kReshape = {schema::BuiltinOperator_RESHAPE, parse, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference
