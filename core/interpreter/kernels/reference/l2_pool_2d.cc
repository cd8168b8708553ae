// L2_POOL_2D: the root of the mean of squares of each window.
#include <cmath>
#include <cstring>

#include "core/interpreter/kernels/pooling.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

// This kernel has no data in the arena: the padding is in the reserved part of its options.
static_assert(sizeof(WindowPadding) == sizeof(PoolParams::reserved));

// Properties of the tensors, kept after their temporary memory is released.
struct Result {
  std::int32_t shape[4];
  WindowPadding padding;
};

Status readTensors(Context& context, const Node& node, Result& result) {
  const TempTensor output = context.output(node, 0);
  const TempTensor input = context.input(node, 0);
  if (!input || !output) return missing(context, "input or output");
  ARENASCOPE_TRY(checkRank(context, "input", *input, 4));
  ARENASCOPE_TRY(checkRank(context, "output", *output, 4));
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (input->type != runtime::kFloat32) return unsupportedType(context, "input", input->type);
  const auto& options = params<PoolParams>(node);
  if (options.strideWidth <= 0 || options.strideHeight <= 0 || options.filterWidth <= 0 || options.filterHeight <= 0)
    return context.fail(Message() << "filter size and stride must be at least 1");
  const std::int32_t* in = input->dims->data;
  const WindowAxis height{in[1], options.filterHeight, options.strideHeight, 1};
  const WindowAxis width{in[2], options.filterWidth, options.strideWidth, 1};
  result = {{in[0], windowOutput(options.padding, height), windowOutput(options.padding, width), in[3]},
            windowPadding(options.padding, height, width)};
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  Result result{};
  ARENASCOPE_TRY(readTensors(context, node, result));
  std::memcpy(static_cast<PoolParams*>(node.builtinData)->reserved, &result.padding, sizeof(WindowPadding));
  return setOutputShape(context, node, result.shape, 4);
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<PoolParams>(node);
  PoolData poolData{.padding = {}, .activation = {}, .activationFloat = activationRange(options.activation)};
  std::memcpy(&poolData.padding, options.reserved, sizeof(WindowPadding));
  const EvalTensor& input = *context.evalInput(node, 0);
  const Shape4 shape = shape4(input);
  const auto* values = data<float>(&input);
  poolWindows<float>(options, poolData, input, *context.evalOutput(node, 0),
                     [&](const PoolWindow& window, int batch, int channel) {
                       float squares = 0.0F;
                       for (int y = window.firstY; y < window.endY; ++y)
                         for (int x = window.firstX; x < window.endX; ++x) {
                           const float value = values[shape.offset(batch, y, x, channel)];
                           squares += value * value;
                         }
                       const float root = std::sqrt(squares / static_cast<float>(window.count()));
                       return clamp(root, poolData.activationFloat.min, poolData.activationFloat.max);
                     });
  return Status::kOk;
}

} // namespace

constinit const Registration kL2Pool2d = {schema::BuiltinOperator_L2_POOL_2D, parseParams<readPool>, nullptr, prepare,
                                          invoke};

} // namespace arenascope::kernels::reference
