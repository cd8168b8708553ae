// MAX_POOL_2D: the largest value of each window; one outside the image gives the type's lowest value.
#include <limits>

#include "core/interpreter/kernels/pooling.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

template <typename Stored>
Status largest(Context& context, const Node& node, Stored low, Stored high) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const Shape4 shape = shape4(input);
  const auto* values = data<Stored>(&input);
  poolWindows<Stored>(params<PoolParams>(node), userData<PoolData>(node), input, *context.evalOutput(node, 0),
                      [&](const PoolWindow& window, int batch, int channel) {
                        Stored result = std::numeric_limits<Stored>::lowest();
                        for (int y = window.firstY; y < window.endY; ++y)
                          for (int x = window.firstX; x < window.endX; ++x)
                            result = std::max(result, values[shape.offset(batch, y, x, channel)]);
                        return clamp(result, low, high);
                      });
  return Status::kOk;
}

template <typename Stored>
Status largestQuantized(Context& context, const Node& node) {
  const IntRange range = userData<PoolData>(node).activation;
  return largest<Stored>(context, node, static_cast<Stored>(range.min), static_cast<Stored>(range.max));
}

Status invoke(Context& context, Node& node) {
  switch (context.evalInput(node, 0)->type) {
  case runtime::kFloat32: return maxPoolFloat(context, node);
  case runtime::kInt8: return largestQuantized<std::int8_t>(context, node);
  case runtime::kInt16: return largestQuantized<std::int16_t>(context, node);
  default: return unsupportedType(context, "input", context.evalInput(node, 0)->type);
  }
}

} // namespace

Status maxPoolFloat(Context& context, const Node& node) {
  const FloatRange range = userData<PoolData>(node).activationFloat;
  return largest<float>(context, node, range.min, range.max);
}

constinit const Registration kMaxPool2d = {schema::BuiltinOperator_MAX_POOL_2D, parseParams<readPool>,
                                           initData<PoolData>, preparePool, invoke};

} // namespace arenascope::kernels::reference
