#include "core/interpreter/kernels/quantization.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace arenascope::kernels {

using runtime::Activation;
using runtime::Context;
using runtime::Message;
using runtime::Status;
using runtime::Tensor;

// Works on the number's bits: a convolution needs one per channel, at a thousand instructions each without a
// double-precision unit. The fraction of 53 bits, in [1/2, 1), is rounded to 31, halves up.
QuantizedMultiplier quantizeMultiplier(double real) {
  constexpr int kFractionBits = 52; // stored; the highest is implied
  constexpr int kDropped = kFractionBits + 1 - 31;
  constexpr int kBias = 1022;
  constexpr std::uint64_t kExponentMask = 0x7FF;
  std::uint64_t bits = 0;
  static_assert(sizeof(bits) == sizeof(real));
  std::memcpy(&bits, &real, sizeof(bits));
  const std::uint64_t fraction = (bits & ((std::uint64_t{1} << kFractionBits) - 1)) | std::uint64_t{1} << kFractionBits;
  int shift = static_cast<int>(bits >> kFractionBits & kExponentMask) - kBias; // a zero may have a sign
  std::uint64_t fixed = (fraction + (std::uint64_t{1} << (kDropped - 1))) >> kDropped;
  const bool isNegative = bits >> 63 != 0;
  if (!isNegative && fixed == std::uint64_t{1} << 31) { // -2^31 is a number of 32 bits
    fixed /= 2;
    ++shift;
  }
  if (shift < -31) return {0, 0}; // zero and subnormal numbers
  const auto magnitude = static_cast<std::uint32_t>(fixed);
  return {static_cast<std::int32_t>(isNegative ? 0 - magnitude : magnitude), shift};
}

Status quantizeMultiplier(Context& context, double real, QuantizedMultiplier* result) {
  constexpr double kLimit = 1 << 30;
  // Tensors without quantization give 0/0: converted to 0 on Arm and x86. On other chips the result is the largest
  // number, and the real kernels abort.
  if (real != real && tflm::kOwnAbi != tflm::Abi::kWideEnums32) {
    *result = {0, 0};
    return Status::kOk;
  }
  if (!(real > -kLimit && real < kLimit))
    return context.fail(Message() << "the scales of input and output have no usable ratio (is one of them 0?)");
  *result = quantizeMultiplier(real);
  return Status::kOk;
}

Status quantizeFraction(Context& context, double real, QuantizedMultiplier* result) {
  if (real > 0.0 && real < 1.0) *result = quantizeMultiplier(real);
  if (real > 0.0 && real < 1.0 && result->shift <= 0) return Status::kOk;
  return context.fail(Message() << "the scales' ratio is not between 0 and 1");
}

Status softmaxMultiplier(Context& context, double inputScale, double beta, int integerBits,
                         QuantizedMultiplier* result) {
  constexpr auto kLargest = static_cast<double>((std::int64_t{1} << 31) - 1);
  const double real = std::min(beta * inputScale * (1 << (31 - integerBits)), kLargest);
  if (!(real > 1.0)) return context.fail(Message() << "the input's scale is too small for a softmax");
  *result = quantizeMultiplier(real);
  return Status::kOk;
}

int inputRadius(int integerBits, int leftShift) {
  const double largest = 1.0 * ((1 << integerBits) - 1) * static_cast<double>(std::int64_t{1} << (31 - integerBits)) /
                         static_cast<double>(std::int64_t{1} << leftShift);
  return static_cast<int>(std::floor(largest));
}

bool nearestLog2(float x, int* log2) {
  const float exact = std::log(x) * (1.0F / std::log(2.0F));
  const float rounded = std::round(exact);
  *log2 = static_cast<int>(rounded);
  return std::abs(exact - rounded) < 1e-3F;
}

namespace {

Status quantized(Context& context, const Tensor& tensor, float value, std::int32_t* result) {
  const float steps = std::round(value / tensor.scale);
  if (!(steps >= static_cast<float>(std::numeric_limits<std::int32_t>::min()) &&
        steps <= static_cast<float>(std::numeric_limits<std::int32_t>::max())))
    return context.fail(Message() << "the output's scale is too small for its activation");
  *result = tensor.zeroPoint + static_cast<std::int32_t>(steps);
  return Status::kOk;
}

bool typeRange(runtime::Type type, IntRange* range) {
  switch (type) {
  case runtime::kUInt8: *range = {0, 255}; return true;
  case runtime::kInt8: *range = {-128, 127}; return true;
  case runtime::kInt16: *range = {-32768, 32767}; return true;
  default: return false;
  }
}

} // namespace

Status activationRange(Context& context, Activation activation, const Tensor& output, IntRange* range) {
  if (!typeRange(output.type, range))
    return context.fail(Message() << "the output has type " << runtime::typeName(output.type)
                                  << ", which has no quantized activation range");
  float low = 0.0F;
  float high = 0.0F;
  switch (activation) {
  case runtime::kActRelu: high = -1.0F; break;
  case runtime::kActRelu6: high = 6.0F; break;
  case runtime::kActReluN1To1: low = -1.0F, high = 1.0F; break;
  default: return Status::kOk;
  }
  std::int32_t limit = 0;
  ARENASCOPE_TRY(quantized(context, output, low, &limit));
  range->min = std::max(range->min, limit);
  if (activation == runtime::kActRelu) return Status::kOk;
  ARENASCOPE_TRY(quantized(context, output, high, &limit));
  range->max = std::min(range->max, limit);
  return Status::kOk;
}

FloatRange activationRange(Activation activation) {
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  constexpr float kHighest = std::numeric_limits<float>::max();
  switch (activation) {
  case runtime::kActRelu: return {0.0F, kHighest};
  case runtime::kActRelu6: return {0.0F, 6.0F};
  case runtime::kActReluN1To1: return {-1.0F, 1.0F};
  default: return {kLowest, kHighest};
  }
}

IntRange unscaledRange(Activation activation) {
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kHighest = std::numeric_limits<std::int32_t>::max();
  switch (activation) {
  case runtime::kActRelu: return {0, kHighest};
  case runtime::kActRelu6: return {0, 6};
  case runtime::kActReluN1To1: return {-1, 1};
  default: return {kLowest, kHighest};
  }
}

Status convolutionMultipliers(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output,
                              int channels, std::int32_t* multipliers, std::int32_t* shifts) {
  if (input.quantization == nullptr || filter.quantization == nullptr)
    return context.fail(Message() << "input and filter of a quantized convolution need scale and zero point");
  const runtime::FloatArray& scales = *filter.quantization->scale;
  const bool perChannel = scales.size > 1;
  if (perChannel) {
    const int dimension = filter.quantization->quantizedDimension;
    const bool known = dimension >= 0 && dimension < filter.dims->size;
    if (scales.size != channels || !known || filter.dims->data[dimension] != channels)
      return context.fail(Message() << "the filter has " << scales.size << " scales for " << channels
                                    << " output channels");
  }
  const float* scale = scales.data;
  const auto inputScale = static_cast<double>(input.scale);
  const auto outputScale = static_cast<double>(output.scale);
  QuantizedMultiplier result{};
  for (int i = 0; i < channels; ++i) {
    if (perChannel || i == 0)
      ARENASCOPE_TRY(quantizeMultiplier(
          context, inputScale * static_cast<double>(scale[perChannel ? i : 0]) / outputScale, &result));
    multipliers[i] = result.multiplier;
    shifts[i] = result.shift;
  }
  return Status::kOk;
}

Status layerMultiplier(Context& context, const Tensor& input, const Tensor& filter, const Tensor* bias,
                       const Tensor& output, double* multiplier) {
  if (bias != nullptr) {
    const double product = static_cast<double>(input.scale) * static_cast<double>(filter.scale);
    const double difference = std::abs(product - static_cast<double>(bias->scale));
    if (!(difference / static_cast<double>(output.scale) <= 0.02))
      return context.fail(Message() << "the bias's scale is not the product of input scale and filter scale");
  }
  const auto product = static_cast<double>(input.scale * filter.scale);
  if (!(product >= 0)) return context.fail(Message() << "the product of input scale and filter scale is negative");
  *multiplier = product / static_cast<double>(output.scale);
  return Status::kOk;
}

} // namespace arenascope::kernels
