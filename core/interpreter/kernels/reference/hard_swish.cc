// HARD_SWISH: x · min(6, max(0, x + 3)) / 6.
#include <algorithm>
#include <limits>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // HardSwishParams
  std::int16_t inputZeroPoint;
  std::int16_t outputZeroPoint;
  std::int16_t reluishMultiplier;
  int reluishExponent;
  std::int16_t outputMultiplier;
  int outputExponent;
};
static_assert(sizeof(Data) == bySize(20, 20));

// The upper 16 bits of a 32-bit multiplier, rounded to nearest.
std::int16_t upperHalf(std::int32_t multiplier) {
  constexpr std::int32_t kHalf = 1 << 15;
  if (multiplier >= std::numeric_limits<std::int32_t>::max() - kHalf) return std::numeric_limits<std::int16_t>::max();
  return static_cast<std::int16_t>((multiplier + kHalf) >> 16);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (tensors.input->type != runtime::kInt8) return Status::kOk;
  auto& data = userData<Data>(node);
  data.inputZeroPoint = static_cast<std::int16_t>(tensors.input->zeroPoint);
  data.outputZeroPoint = static_cast<std::int16_t>(tensors.output->zeroPoint);
  const float finerScale = (1.0F / 128.0F) * tensors.input->scale; // of the input shifted left by 7
  QuantizedMultiplier scaled{};
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(finerScale / tensors.output->scale), &scaled));
  data.outputMultiplier = upperHalf(scaled.multiplier);
  data.outputExponent = scaled.shift;
  if (scaled.shift > 0) return context.fail(Message() << "the output's scale is too small for the input's");
  constexpr float kReluishScale = 3.0F / 32768.0F; // 16 bits from -3 to 3
  ARENASCOPE_TRY(quantizeMultiplier(context, static_cast<double>(finerScale / kReluishScale), &scaled));
  data.reluishMultiplier = upperHalf(scaled.multiplier);
  data.reluishExponent = scaled.shift;
  return Status::kOk;
}

constexpr std::int32_t kLowest = std::numeric_limits<std::int16_t>::min();
constexpr std::int32_t kHighest = std::numeric_limits<std::int16_t>::max();

std::int16_t shiftLeft(std::int16_t x, int amount) {
  const std::int64_t shifted = static_cast<std::int64_t>(x) * (std::int64_t{1} << amount);
  return static_cast<std::int16_t>(clamp<std::int64_t>(shifted, kLowest, kHighest));
}

// The upper half of 2·a·b, rounded to nearest (halves up in magnitude) or towards zero.
std::int16_t doublingHighMul16(std::int16_t a, std::int16_t b) {
  if (a == kLowest && b == kLowest) return kHighest;
  const std::int32_t product = std::int32_t{a} * b;
  const std::int32_t nudge = product >= 0 ? 1 << 14 : 1 - (1 << 14);
  return static_cast<std::int16_t>((product + nudge) / (1 << 15));
}
std::int16_t truncatedDoublingHighMul16(std::int16_t a, std::int16_t b) {
  if (a == kLowest && b == kLowest) return kHighest;
  return static_cast<std::int16_t>(std::int32_t{a} * b / (1 << 15));
}

std::int8_t hardSwish(std::int8_t stored, const Data& data) {
  const auto finer = static_cast<std::int16_t>((stored - data.inputZeroPoint) * (1 << 7));
  const std::int16_t atOutputScale = doublingHighMul16(finer, data.outputMultiplier);
  // min(1, max(0, (x + 3) / 6)), by saturation instead of comparisons.
  std::int16_t reluish = finer;
  if (data.reluishExponent > 0) reluish = shiftLeft(reluish, data.reluishExponent - 1);
  reluish = doublingHighMul16(reluish, data.reluishMultiplier);
  if (data.reluishExponent > 0) reluish = shiftLeft(reluish, 1);
  if (data.reluishExponent < 0)
    reluish = static_cast<std::int16_t>(roundingDivideByPot(reluish, -data.reluishExponent));
  reluish = static_cast<std::int16_t>((reluish + (1 << 15)) >> 1);
  const std::int16_t product = truncatedDoublingHighMul16(reluish, atOutputScale);
  auto result = static_cast<std::int16_t>(roundingDivideByPot(product, -data.outputExponent));
  result = static_cast<std::int16_t>(result + data.outputZeroPoint);
  return static_cast<std::int8_t>(clamp<std::int16_t>(result, -128, 127));
}

float hardSwish(float x) { return x * std::min(6.0F, std::max(0.0F, x + 3)) / 6; }

Status invoke(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  return mapElements<float, std::int8_t>(context, node, [&kernelData]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return hardSwish(value);
    else
      return hardSwish(value, kernelData);
  });
}

} // namespace

constinit const Registration kHardSwish = {schema::BuiltinOperator_HARD_SWISH, nullptr, initData<Data>, prepare,
                                           invoke};

} // namespace arenascope::kernels::reference
