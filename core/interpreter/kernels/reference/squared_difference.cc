// SQUARED_DIFFERENCE with broadcasting.
#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/broadcast.h"
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel
  ScaledPair pair;
};
constexpr std::size_t kDataBytes = bySize(112, 112); // mostly for other operators of the real kernel

template <typename T>
Status prepareQuantized(Context& context, const BinaryTensors& tensors, int leftShift, ScaledPair& pair) {
  constexpr IntRange kStored{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
  for (const TempTensor* tensor : {&tensors.input1, &tensors.input2, &tensors.output}) {
    const std::int32_t zeroPoint = (*tensor)->zeroPoint;
    const bool fits = sizeof(T) == 2 ? zeroPoint == 0 : zeroPoint >= kStored.min && zeroPoint <= kStored.max;
    if (!fits) return context.fail(Message() << "zero point " << zeroPoint << " is not supported for this type");
  }
  const auto scale = [](const TempTensor& tensor) { return static_cast<double>(tensor->scale); };
  const double twiceLargest = 2.0 * std::max(scale(tensors.input1), scale(tensors.input2));
  const float outputUnit = static_cast<float>(1 << (leftShift * 2)) * tensors.output->scale;
  const PairRatios ratios{scale(tensors.input1) / twiceLargest, scale(tensors.input2) / twiceLargest,
                          (twiceLargest * twiceLargest) / static_cast<double>(outputUnit)};
  ARENASCOPE_TRY(prepareInputs(context, ratios, leftShift, *tensors.input1, *tensors.input2, *tensors.output, pair));
  pair.activation = kStored;
  return quantizeMultiplier(context, ratios.output, &pair.output);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkBroadcast(context, node));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input2, *tensors.output));
  ScaledPair& pair = userData<Data>(node).pair;
  switch (tensors.input1->type) {
  case runtime::kInt8: return prepareQuantized<std::int8_t>(context, tensors, 7, pair);
  case runtime::kInt16: return prepareQuantized<std::int16_t>(context, tensors, 0, pair);
  default: return Status::kOk;
  }
}

template <typename T>
void squaredDifference(Context& context, const Node& node) {
  const auto square = [](auto a, auto b) {
    const auto difference = a - b;
    return difference * difference;
  };
  if constexpr (sizeof(T) == 4) {
    combineAll<T>(context, node, square);
  } else {
    const ScaledPair& pair = userData<Data>(node).pair;
    combineAll<T>(context, node, [&](T a, T b) {
      return combineScaled(pair, a, b, square, [](std::int32_t x, std::int32_t multiplier, int shift) {
        return multiplyByQuantizedMultiplier(x, multiplier, shift);
      });
    });
  }
}

Status invoke(Context& context, Node& node) {
  return withType<float, std::int32_t, std::int8_t, std::int16_t>(
      context, "output", context.evalOutput(node, 0)->type, [&]<typename T>() { squaredDifference<T>(context, node); });
}

} // namespace

constinit const Registration kSquaredDifference = {schema::BuiltinOperator_SQUARED_DIFFERENCE, nullptr,
                                                   initData<Data, kDataBytes>, prepare, invoke};

} // namespace arenascope::kernels::reference
