// ADD and MUL of two 8-bit tensors of equal shape, computed as in esp-nn's portable kernels; others use the reference
// set.
#include "core/interpreter/kernels/esp_nn/portable.h"
#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/mul.h"
#include "core/interpreter/kernels/override.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::esp_nn {

namespace {

bool isByElement(const Context& context, const Node& node) {
  return context.evalOutput(node, 0)->type == runtime::kInt8 &&
         sameShape(*context.evalInput(node, 0)->dims, *context.evalInput(node, 1)->dims);
}

// results[i] = combine(a[i], b[i]).
template <typename Combine>
[[gnu::always_inline]] inline void forEach(const Context& context, const Node& node, Combine combine) {
  const auto* a = data<std::int8_t>(context.evalInput(node, 0));
  const auto* b = data<std::int8_t>(context.evalInput(node, 1));
  EvalTensor& output = *context.evalOutput(node, 0);
  auto* results = data<std::int8_t>(&output);
  const int elements = elementCount(*output.dims);
  for (int i = 0; i < elements; ++i) results[i] = combine(a[i], b[i]);
}

[[gnu::always_inline]] inline std::int32_t fraction(std::int32_t x, const QuantizedMultiplier& by) {
  return roundingDivideByPot(highProduct(x, by.multiplier), -by.shift);
}

Status invokeAdd(Context& context, Node& node) {
  if (!isByElement(context, node)) return reference::kAdd.invoke(context, node);
  const ScaledPair pair = userData<AddData>(node).pair;
  forEach(context, node, [pair](std::int8_t a, std::int8_t b) {
    const std::int32_t first = fraction((a + pair.offset1) * (1 << pair.leftShift), pair.input1);
    const std::int32_t second = fraction((b + pair.offset2) * (1 << pair.leftShift), pair.input2);
    const std::int32_t sum = fraction(first + second, pair.output) + pair.outputZeroPoint;
    return static_cast<std::int8_t>(clamp(sum, pair.activation.min, pair.activation.max));
  });
  return Status::kOk;
}

Status invokeMul(Context& context, Node& node) {
  if (!isByElement(context, node)) return reference::kMul.invoke(context, node);
  const MulData kernelData = userData<MulData>(node);
  forEach(context, node, [kernelData](std::int8_t a, std::int8_t b) {
    const std::int32_t product = (a - kernelData.zeroPoint1) * (b - kernelData.zeroPoint2);
    const std::int32_t value =
        requantize(product, kernelData.output.multiplier, kernelData.output.shift) + kernelData.outputZeroPoint;
    return static_cast<std::int8_t>(clamp(value, kernelData.activation.min, kernelData.activation.max));
  });
  return Status::kOk;
}

} // namespace

constinit const Registration kAdd = withInvoke<reference::kAdd>(schema::BuiltinOperator_ADD, invokeAdd);
constinit const Registration kMul = withInvoke<reference::kMul>(schema::BuiltinOperator_MUL, invokeMul);

} // namespace arenascope::kernels::esp_nn
