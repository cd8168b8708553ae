// AVERAGE_POOL_2D: the mean of each window, over values inside the image.
#include "core/interpreter/kernels/pooling.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

// A separate function, so that registers are available to the innermost loop.
template <typename Sum, typename Stored>
[[gnu::noinline]] Sum windowSum(const Stored* values, const Shape4& shape, const PoolWindow& window, int batch,
                                int channel) {
  Sum sum = 0;
  for (int y = window.firstY; y < window.endY; ++y)
    for (int x = window.firstX; x < window.endX; ++x) sum += values[shape.offset(batch, y, x, channel)];
  return sum;
}

// Refuses empty windows.
template <typename Stored, typename Sum, typename Finish>
Status average(Context& context, const Node& node, Finish finish) {
  const EvalTensor& input = *context.evalInput(node, 0);
  const Shape4 shape = shape4(input);
  const auto* values = data<Stored>(&input);
  bool empty = false;
  poolWindows<Stored>(params<PoolParams>(node), userData<PoolData>(node), input, *context.evalOutput(node, 0),
                      [&](const PoolWindow& window, int batch, int channel) -> Stored {
                        const int count = window.count();
                        empty = empty || count == 0;
                        const auto sum = windowSum<Sum>(values, shape, window, batch, channel);
                        return count == 0 ? Stored{0} : finish(sum, count);
                      });
  if (empty) return context.fail(Message() << "a window of the pool lies outside the image");
  return Status::kOk;
}

// Rounded to nearest, halves away from zero.
template <typename Stored>
Status averageQuantized(Context& context, const Node& node) {
  const IntRange range = userData<PoolData>(node).activation;
  return average<Stored, std::int32_t>(context, node, [range](std::int32_t sum, int count) {
    const std::int32_t mean = (sum > 0 ? sum + count / 2 : sum - count / 2) / count;
    return static_cast<Stored>(clamp(mean, range.min, range.max));
  });
}

Status invoke(Context& context, Node& node) {
  switch (context.evalInput(node, 0)->type) {
  case runtime::kFloat32: return averagePoolFloat(context, node);
  case runtime::kInt8: return averageQuantized<std::int8_t>(context, node);
  case runtime::kInt16: return averageQuantized<std::int16_t>(context, node);
  default: return unsupportedType(context, "input", context.evalInput(node, 0)->type);
  }
}

} // namespace

Status averagePoolFloat(Context& context, const Node& node) {
  const FloatRange range = userData<PoolData>(node).activationFloat;
  return average<float, float>(context, node, [range](float sum, int count) {
    return clamp(sum / static_cast<float>(count), range.min, range.max);
  });
}

constinit const Registration kAveragePool2d = {schema::BuiltinOperator_AVERAGE_POOL_2D, parseParams<readPool>,
                                               initData<PoolData>, preparePool, invoke};

} // namespace arenascope::kernels::reference
