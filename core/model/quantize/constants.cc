#include "core/model/quantize/constants.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arenascope::quantize {

namespace {

constexpr float kInt8Steps = 255;
constexpr float kMostWeight = 127; // -128 is not used
constexpr float kMostInt16 = 32767;
constexpr float kMostBias = 1 << 30; // of 32 bits, with room for the products

template <typename T>
T rounded(double value) {
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::min());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
  if (value >= kMost) return std::numeric_limits<T>::max();
  return value <= kLeast ? std::numeric_limits<T>::min() : static_cast<T>(std::llround(value));
}

template <typename T>
std::vector<std::uint8_t> storedAs(const std::vector<float>& values, float scale, std::int32_t zeroPoint) {
  std::vector<T> stored;
  stored.reserve(values.size());
  for (const float value : values)
    stored.push_back(rounded<T>(std::round(static_cast<double>(value) / scale) + zeroPoint));
  return builder::bytesOf(stored);
}

// Positions of a tensor's elements along one of its dimensions.
class Channels {
public:
  Channels(const std::vector<std::int32_t>& shape, std::int32_t dimension) {
    if (dimension < 0 || static_cast<std::size_t>(dimension) >= shape.size()) return;
    count_ = static_cast<std::size_t>(shape[static_cast<std::size_t>(dimension)]);
    for (std::size_t d = static_cast<std::size_t>(dimension) + 1; d < shape.size(); ++d)
      inner_ *= static_cast<std::size_t>(shape[d]);
  }
  std::size_t count() const { return count_; }
  std::size_t of(std::size_t element) const { return element / inner_ % count_; }

private:
  std::size_t count_ = 1;
  std::size_t inner_ = 1;
};

template <typename T>
std::vector<float> realsOf(const DraftTensor& constant) {
  const std::vector<T> stored = numbersOf<T>(constant);
  const builder::Quantization& quantization = constant.quantization;
  if (quantization.scales.empty()) return std::vector<float>(stored.begin(), stored.end());
  const Channels channels(constant.shape, quantization.scales.size() > 1 ? quantization.dimension : -1);
  std::vector<float> values;
  values.reserve(stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::size_t channel = std::min(channels.of(i), quantization.scales.size() - 1);
    const std::int64_t zeroPoint =
        channel < quantization.zeroPoints.size() ? quantization.zeroPoints[channel] : std::int64_t{0};
    values.push_back(quantization.scales[channel] *
                     static_cast<float>(static_cast<std::int64_t>(stored[i]) - zeroPoint));
  }
  return values;
}

// IEEE 754 half precision: 1 bit sign, 5 bits exponent with bias 15, 10 bits fraction.
float halfToFloat(std::uint16_t half) {
  const int exponent = half >> 10 & 0x1F;
  const int fraction = half & 0x3FF;
  constexpr int kInfinite = 31;
  float value = 0;
  if (exponent == 0)
    value = std::ldexp(static_cast<float>(fraction), -24);
  else if (exponent == kInfinite)
    value = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else
    value = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  return (half & 0x8000) != 0 ? -value : value;
}

} // namespace

schema::TensorType activationType(Numbers numbers) {
  return numbers == Numbers::kInt16x8 ? schema::TensorType_INT16 : schema::TensorType_INT8;
}

Scale scaleOf(const Range& range, schema::TensorType type) {
  if (type == schema::TensorType_INT16) {
    const float most = std::max(-range.least, range.most);
    return {type, most > 0 ? most / kMostInt16 : 1, 0};
  }
  const float width = range.most - range.least;
  if (width <= 0) return {type, 1, 0};
  const float scale = width / kInt8Steps;
  return {type, scale, rounded<std::int8_t>(-128 - std::round(static_cast<double>(range.least) / scale))};
}

Scale cellScaleOf(const Range& range) {
  const float most = std::max(-range.least, range.most);
  const int exponent = most > 0 ? static_cast<int>(std::ceil(std::log2(most))) : 0;
  return {schema::TensorType_INT16, std::ldexp(1.0F, exponent - 15), 0};
}

builder::Quantization quantizationOf(const Scale& scale) { return {{scale.scale}, {scale.zeroPoint}, 0}; }

Range rangeOf(std::span<const float> values) {
  Range range;
  for (const float value : values)
    if (std::isfinite(value)) range.take(value);
  return range;
}

DraftTensor withScale(const DraftTensor& constant, const Scale& scale) {
  DraftTensor quantized = constant;
  const std::vector<float> values = numbersOf<float>(constant);
  quantized.type = scale.type;
  quantized.quantization = quantizationOf(scale);
  quantized.data = scale.type == schema::TensorType_INT16 ? storedAs<std::int16_t>(values, scale.scale, scale.zeroPoint)
                                                          : storedAs<std::int8_t>(values, scale.scale, scale.zeroPoint);
  return quantized;
}

DraftTensor quantizedWeights(const DraftTensor& constant, std::int32_t dimension, std::span<const float> bias,
                             float inputScale) {
  const std::vector<float> values = numbersOf<float>(constant);
  const Channels channels(constant.shape, dimension);
  std::vector<float> most(channels.count());
  for (std::size_t i = 0; i < values.size(); ++i)
    most[channels.of(i)] = std::max(most[channels.of(i)], std::abs(values[i]));
  DraftTensor quantized = constant;
  quantized.type = schema::TensorType_INT8;
  quantized.quantization = {{}, std::vector<std::int64_t>(most.size(), 0), std::max(dimension, 0)};
  for (std::size_t c = 0; c < most.size(); ++c) {
    float scale = most[c] / kMostWeight;
    if (bias.size() == most.size() && inputScale > 0)
      scale = std::max(scale, std::abs(bias[c]) / inputScale / kMostBias);
    quantized.quantization.scales.push_back(scale > 0 ? scale : 1);
  }
  std::vector<std::int8_t> stored;
  stored.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    stored.push_back(std::max<std::int8_t>(
        rounded<std::int8_t>(static_cast<double>(values[i]) / quantized.quantization.scales[channels.of(i)]), -127));
  quantized.data = builder::bytesOf(stored);
  return quantized;
}

DraftTensor quantizedBias(const DraftTensor& constant, const std::vector<float>& weightScales, float inputScale,
                          schema::TensorType type) {
  const std::vector<float> values = numbersOf<float>(constant);
  DraftTensor quantized = constant;
  quantized.type = type;
  quantized.quantization = {{}, std::vector<std::int64_t>(weightScales.size(), 0), 0};
  for (const float scale : weightScales) quantized.quantization.scales.push_back(scale * inputScale);
  std::vector<std::int64_t> stored;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double scale = quantized.quantization.scales[weightScales.size() > 1 ? i : 0];
    const double steps = static_cast<double>(values[i]) / scale;
    stored.push_back(type == schema::TensorType_INT64 ? rounded<std::int64_t>(steps) : rounded<std::int32_t>(steps));
  }
  quantized.data = type == schema::TensorType_INT64
                       ? builder::bytesOf(stored)
                       : builder::bytesOf(std::vector<std::int32_t>(stored.begin(), stored.end()));
  return quantized;
}

std::vector<float> floatsOf(const DraftTensor& constant) {
  switch (constant.type) {
  case schema::TensorType_FLOAT32: return numbersOf<float>(constant);
  case schema::TensorType_FLOAT16: {
    std::vector<float> values;
    for (const std::uint16_t half : numbersOf<std::uint16_t>(constant)) values.push_back(halfToFloat(half));
    return values;
  }
  case schema::TensorType_INT8: return realsOf<std::int8_t>(constant);
  case schema::TensorType_UINT8: return realsOf<std::uint8_t>(constant);
  case schema::TensorType_INT16: return realsOf<std::int16_t>(constant);
  default: return {};
  }
}

} // namespace arenascope::quantize
