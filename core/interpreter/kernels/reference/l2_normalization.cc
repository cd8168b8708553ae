// L2_NORMALIZATION: rows of the last dimension divided by their Euclidean length.
#include <algorithm>
#include <cmath>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Params { // TfLiteL2NormParams
  runtime::Activation activation;
};
static_assert(sizeof(Params) == bySize(1, 4, 4));

struct Data { // L2NormalizationParams
  std::int32_t inputZeroPoint;
};
static_assert(sizeof(Data) == bySize(4, 4));

void read(const schema::L2NormOptions& options, Params& params) {
  params.activation = activationKind(options.fused_activation_function());
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (tensors.input->dims->size < 1 || tensors.input->dims->size > 4)
    return context.fail(Message() << "inputs of 1 to 4 dimensions are supported");
  const runtime::Type type = tensors.output->type;
  if (type != runtime::kFloat32 && type != runtime::kInt8) return unsupportedType(context, "output", type);
  userData<Data>(node).inputZeroPoint = type == runtime::kInt8 ? tensors.input->zeroPoint : 0;
  if (params<Params>(node).activation == runtime::kActNone) return Status::kOk;
  return context.fail(Message() << "a fused activation is not supported");
}

void normalize(const float* input, float* output, int depth, std::int32_t /*zeroPoint*/) {
  float squares = 0.0F;
  for (int c = 0; c < depth; ++c) {
    const float value = input[c];
    squares += value * value;
  }
  const float length = std::max(std::sqrt(squares), 1e-6F);
  for (int c = 0; c < depth; ++c) output[c] = input[c] / length;
}

void normalize(const std::int8_t* input, std::int8_t* output, int depth, std::int32_t zeroPoint) {
  constexpr int kOutputBits = 7;
  std::int32_t squares = 0;
  for (int c = 0; c < depth; ++c) {
    const std::int32_t value = input[c] - zeroPoint;
    squares += value * value;
  }
  int shift = 0;
  const std::int32_t inverse = inverseSquareRoot(squares, &shift);
  for (int c = 0; c < depth; ++c) {
    const std::int32_t scaled =
        multiplyByQuantizedMultiplier(std::int32_t{input[c] - zeroPoint}, inverse, shift + kOutputBits);
    output[c] = static_cast<std::int8_t>(clamp<std::int32_t>(scaled, -128, 127));
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const int depth = lastDimension(*input.dims);
  const int elements = elementCount(*input.dims);
  return withType<float, std::int8_t>(context, "output", output.type, [&]<typename T>() {
    for (int row = 0; row < elements; row += depth)
      normalize(data<T>(&input) + row, data<T>(&output) + row, depth, userData<Data>(node).inputZeroPoint);
  });
}

} // namespace

constinit const Registration kL2Normalization = {schema::BuiltinOperator_L2_NORMALIZATION, parseParams<read>,
                                                 initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference
