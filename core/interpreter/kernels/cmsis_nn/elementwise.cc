// ADD, MUL, MAXIMUM and MINIMUM of two quantized tensors of equal shape; others use the reference set.
#include <cstring>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/mul.h"
#include "core/interpreter/kernels/override.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

bool sameShapes(const Context& context, const Node& node) {
  return sameShape(*context.evalInput(node, 0)->dims, *context.evalInput(node, 1)->dims);
}

// results[i] = combineValues(a[i], b[i]).
template <typename T, typename Combine>
void combine(const Context& context, const Node& node, Combine combineValues) {
  const T* a = data<T>(context.evalInput(node, 0));
  const T* b = data<T>(context.evalInput(node, 1));
  EvalTensor& output = *context.evalOutput(node, 0);
  T* results = data<T>(&output);
  const int elements = elementCount(*output.dims);
  for (int i = 0; i < elements; ++i) results[i] = combineValues(a[i], b[i]);
}

ARENASCOPE_FORCED_INLINE inline std::int32_t fraction(std::int32_t x, const QuantizedMultiplier& by) {
  return requantize(x, by.multiplier, by.shift);
}

// The sum of two values with offsets applied.
template <typename T>
[[gnu::always_inline]] inline T addShifted(const ScaledPair& pair, std::int32_t a, std::int32_t b) {
  const std::int32_t sum =
      fraction(a * (1 << pair.leftShift), pair.input1) + fraction(b * (1 << pair.leftShift), pair.input2);
  return static_cast<T>(
      clamp<std::int32_t>(fraction(sum, pair.output) + pair.outputZeroPoint, pair.activation.min, pair.activation.max));
}

template <typename T>
void add(const Context& context, const Node& node) {
  const ScaledPair pair = userData<AddData>(node).pair;
  const T* a = data<T>(context.evalInput(node, 0));
  const T* b = data<T>(context.evalInput(node, 1));
  EvalTensor& output = *context.evalOutput(node, 0);
  T* results = data<T>(&output);
  int left = elementCount(*output.dims);
  if constexpr (kHasDsp && sizeof(T) == 1) {
    ShiftedBytes first{a, pair.offset1};
    ShiftedBytes second{b, pair.offset2};
    for (; left >= 4; left -= 4, results += 4) {
      const Quad as = first.quad(); // values 0 and 2, 1 and 3
      const Quad bs = second.quad();
      const T sums[] = {
          addShifted<T>(pair, low(as.first), low(bs.first)), addShifted<T>(pair, low(as.second), low(bs.second)),
          addShifted<T>(pair, high(as.first), high(bs.first)), addShifted<T>(pair, high(as.second), high(bs.second))};
      std::memcpy(results, sums, sizeof(sums));
    }
    a = first.at;
    b = second.at;
  }
  for (; left > 0; --left) *results++ = addShifted<T>(pair, *a++ + pair.offset1, *b++ + pair.offset2);
}

template <typename T>
void multiply(const Context& context, const Node& node) {
  const MulData kernelData = userData<MulData>(node);
  combine<T>(context, node, [kernelData](T a, T b) {
    const std::int32_t product = (a - kernelData.zeroPoint1) * (b - kernelData.zeroPoint2);
    return static_cast<T>(clamp<std::int32_t>(fraction(product, kernelData.output) + kernelData.outputZeroPoint,
                                              kernelData.activation.min, kernelData.activation.max));
  });
}

// kernel(a, b, elements, results), where there are vectors.
template <typename T, typename Kernel>
Status byVectors(const Context& context, const Node& node, Kernel kernel) {
  EvalTensor& output = *context.evalOutput(node, 0);
  kernel(data<T>(context.evalInput(node, 0)), data<T>(context.evalInput(node, 1)), elementCount(*output.dims),
         data<T>(&output));
  return Status::kOk;
}

Status invokeAdd(Context& context, Node& node) {
  const runtime::Type type = context.evalOutput(node, 0)->type;
  if (!sameShapes(context, node) || (type != runtime::kInt8 && type != runtime::kInt16))
    return reference::kAdd.invoke(context, node);
  if constexpr (kHasVectors) {
    const auto add = [&node](auto... tensors) { vectors::add(userData<AddData>(node).pair, tensors...); };
    return type == runtime::kInt8 ? byVectors<std::int8_t>(context, node, add)
                                  : byVectors<std::int16_t>(context, node, add);
  }
  type == runtime::kInt8 ? add<std::int8_t>(context, node) : add<std::int16_t>(context, node);
  return Status::kOk;
}

Status invokeMul(Context& context, Node& node) {
  const runtime::Type type = context.evalOutput(node, 0)->type;
  if (!sameShapes(context, node) || (type != runtime::kInt8 && type != runtime::kInt16))
    return reference::kMul.invoke(context, node);
  if constexpr (kHasVectors) {
    const auto multiply = [&node](auto... tensors) { vectors::multiply(userData<MulData>(node), tensors...); };
    return type == runtime::kInt8 ? byVectors<std::int8_t>(context, node, multiply)
                                  : byVectors<std::int16_t>(context, node, multiply);
  }
  type == runtime::kInt8 ? multiply<std::int8_t>(context, node) : multiply<std::int16_t>(context, node);
  return Status::kOk;
}

Status invokeMaximum(Context& context, Node& node) {
  if (!sameShapes(context, node) || context.evalOutput(node, 0)->type != runtime::kInt8)
    return reference::kMaximum.invoke(context, node);
  if constexpr (kHasVectors) return byVectors<std::int8_t>(context, node, vectors::largest<std::int8_t>);
  combine<std::int8_t>(context, node, [](std::int8_t a, std::int8_t b) { return a > b ? a : b; });
  return Status::kOk;
}

Status invokeMinimum(Context& context, Node& node) {
  if (!sameShapes(context, node) || context.evalOutput(node, 0)->type != runtime::kInt8)
    return reference::kMinimum.invoke(context, node);
  if constexpr (kHasVectors) return byVectors<std::int8_t>(context, node, vectors::smallest);
  combine<std::int8_t>(context, node, [](std::int8_t a, std::int8_t b) { return a < b ? a : b; });
  return Status::kOk;
}

} // namespace

constinit const Registration kAdd = withInvoke<reference::kAdd>(schema::BuiltinOperator_ADD, invokeAdd);
constinit const Registration kMul = withInvoke<reference::kMul>(schema::BuiltinOperator_MUL, invokeMul);
constinit const Registration kMaximum = withInvoke<reference::kMaximum>(schema::BuiltinOperator_MAXIMUM, invokeMaximum);
constinit const Registration kMinimum = withInvoke<reference::kMinimum>(schema::BuiltinOperator_MINIMUM, invokeMinimum);

} // namespace arenascope::kernels::cmsis_nn
