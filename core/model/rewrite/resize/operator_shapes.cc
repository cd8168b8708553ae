#include "core/model/rewrite/resize/operator_shapes.h"

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace arenascope::resize {

namespace {

template <typename Number>
std::vector<std::uint8_t> bytesAs(const std::vector<std::int64_t>& numbers) {
  std::vector<Number> narrow;
  for (const std::int64_t number : numbers) narrow.push_back(static_cast<Number>(number));
  return builder::bytesOf(narrow);
}

} // namespace

std::string textOf(const Shape& shape) { return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x")); }

std::int64_t elementsOf(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int32_t lengthOf(std::int64_t length) {
  if (length < 1 || length > kMostElements) throw std::out_of_range("length of a dimension");
  return static_cast<std::int32_t>(length);
}

void ImageSizes::learn(const Shape& before, const Shape& now) {
  constexpr std::size_t kRank = 4;
  if (before.size() != kRank || now.size() != kRank) return;
  const auto [place, isNew] = sizes_.try_emplace({before[1], before[2]}, Size{now[1], now[2]});
  if (!isNew && place->second != Size{now[1], now[2]}) place->second.reset();
}

std::optional<ImageSizes::Size> ImageSizes::newSizeOf(const Size& size) const {
  const auto found = sizes_.find(size);
  return found == sizes_.end() ? std::nullopt : found->second;
}

OperatorShapes::OperatorShapes(const quantize::DraftGraph& graph, const quantize::DraftOperator& op,
                               const std::vector<Shape>& now, const ImageSizes& sizes,
                               std::optional<std::int32_t> channels)
    : graph_(graph), op_(op), now_(now), sizes_(sizes), channels_(channels) {
  for (const std::int32_t output : op.outputs) outputs_.push_back(graph.at(output).shape);
}

bool OperatorShapes::anyChanged() const {
  for (std::size_t i = 0; i < inputs(); ++i)
    if (has(i) && now(i) != before(i)) return true;
  return false;
}

std::optional<std::vector<std::int64_t>> OperatorShapes::numbers(std::size_t slot) const {
  if (!isConstant(slot)) return std::nullopt;
  const quantize::DraftTensor& tensor = input(slot);
  if (tensor.type == schema::TensorType_INT64) return quantize::numbersOf<std::int64_t>(tensor);
  if (tensor.type != schema::TensorType_INT32) return std::nullopt;
  const std::vector<std::int32_t> narrow = quantize::numbersOf<std::int32_t>(tensor);
  return std::vector<std::int64_t>(narrow.begin(), narrow.end());
}

void OperatorShapes::setNumbers(std::size_t slot, const std::vector<std::int64_t>& numbers) {
  const bool isLong = input(slot).type == schema::TensorType_INT64;
  constants_[slot] = {before(slot), isLong ? bytesAs<std::int64_t>(numbers) : bytesAs<std::int32_t>(numbers)};
}

Refusal OperatorShapes::setWeights(std::size_t slot, Shape shape) {
  if (!has(slot) || shape == before(slot)) return std::nullopt;
  if (!isConstant(slot))
    return fmt::format("its input {} would have to be {} instead of {}, and is computed", slot, textOf(shape),
                       textOf(before(slot)));
  constants_[slot] = {std::move(shape)};
  return std::nullopt;
}

} // namespace arenascope::resize
