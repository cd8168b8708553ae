#include "core/model/rewrite/resize/drawn_values.h"

#include "core/model/graph/tensor_types.h"
#include "core/model/rewrite/resize/operator_shapes.h"

namespace arenascope::resize {

namespace {

constexpr std::size_t kByteBits = 8;

// Numbers of up to 8 bytes; those of less than one byte begin with the lower bits of each.
class Elements {
public:
  explicit Elements(schema::TensorType type) : bits_(model::typeBits(static_cast<model::Type>(type))) {}

  std::size_t bytes(std::size_t count) const { return (count * bits_ + kByteBits - 1) / kByteBits; }
  std::size_t count(const std::vector<std::uint8_t>& data) const {
    return bits_ == 0 ? 0 : data.size() * kByteBits / bits_;
  }

  void copy(const std::vector<std::uint8_t>& from, std::size_t source, std::vector<std::uint8_t>& to,
            std::size_t destination) const {
    if (bits_ >= kByteBits) {
      const std::size_t size = bits_ / kByteBits;
      for (std::size_t i = 0; i < size; ++i) to[destination * size + i] = from[source * size + i];
      return;
    }
    const unsigned mask = (1U << bits_) - 1;
    const auto shift = [this](std::size_t index) { return index * bits_ % kByteBits; };
    const unsigned value = from[source * bits_ / kByteBits] >> shift(source) & mask;
    to[destination * bits_ / kByteBits] |= static_cast<std::uint8_t>(value << shift(destination));
  }

private:
  std::size_t bits_;
};

template <typename Value>
void repeatTo(std::vector<Value>& values, std::size_t length) {
  if (values.size() < 2) return;
  const std::vector<Value> old = values;
  values.resize(length);
  for (std::size_t i = old.size(); i < length; ++i) values[i] = old[i % old.size()];
}

} // namespace

quantize::DraftTensor drawnFrom(const quantize::DraftTensor& constant, const std::vector<std::int32_t>& shape) {
  quantize::DraftTensor drawn = constant;
  drawn.shape = shape;
  const auto dimension = static_cast<std::size_t>(constant.quantization.dimension);
  if (dimension < shape.size() && dimension < constant.shape.size() && shape[dimension] != constant.shape[dimension]) {
    repeatTo(drawn.quantization.scales, static_cast<std::size_t>(shape[dimension]));
    repeatTo(drawn.quantization.zeroPoints, static_cast<std::size_t>(shape[dimension]));
  }
  const Elements elements(constant.type);
  const std::size_t old = elements.count(constant.data);
  const auto count = static_cast<std::size_t>(elementsOf(shape));
  drawn.data.assign(elements.bytes(count), 0);
  if (old == 0) return drawn;
  constexpr std::uint32_t kSeed = 0x9E3779B9;
  builder::Random random(kSeed);
  for (std::size_t i = 0; i < count; ++i) elements.copy(constant.data, random.next() % old, drawn.data, i);
  return drawn;
}

} // namespace arenascope::resize
