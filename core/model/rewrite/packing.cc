#include "core/model/rewrite/packing.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "core/model/rewrite/huffman.h"

namespace arenascope::rewrite {

namespace {

constexpr std::size_t kDescriptionBytes = 16;
constexpr std::size_t kMostTableValues = 128; // 7 bits
constexpr std::uint8_t kFormatVersion = 1;    // of the description, and of each method

// What DECODE fills.
struct Values {
  std::span<const std::uint8_t> bytes;
  std::size_t each = 1; // bytes of a value
  std::size_t channels = 1;
  std::size_t run = 1; // consecutive values of a channel

  std::size_t count() const { return bytes.size() / each; }
  std::size_t channelOf(std::size_t i) const { return i / run % channels; }
  std::uint64_t at(std::size_t i) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * each, each);
    return value;
  }
};

// Bits into bytes, the highest of each byte first.
class BitWriter {
public:
  void write(std::uint64_t value, int count) {
    for (; count > 0; --count, ++bits_) {
      if (bits_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | (value >> (count - 1) & 1U) << (7 - bits_ % 8));
    }
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
  std::vector<std::uint8_t> bytes_;
  std::size_t bits_ = 0;
};

std::vector<std::uint8_t> describedAs(Method method, std::uint8_t options, std::uint8_t step) {
  std::vector<std::uint8_t> description(kDescriptionBytes);
  description[0] = static_cast<std::uint8_t>(method);
  description[1] = kFormatVersion;
  description[4] = kFormatVersion;
  description[5] = options;
  description[6] = step;
  return description;
}

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// With a table for each channel, or one for all, which has the step 0.
std::optional<Packing> inTable(const Values& values, bool perChannel) {
  std::vector<std::map<std::uint64_t, std::size_t>> tables(perChannel ? values.channels : 1);
  const auto tableOf = [&](std::size_t i) -> auto& { return tables[perChannel ? values.channelOf(i) : 0]; };
  std::size_t most = 1;
  for (std::size_t i = 0; i < values.count(); ++i) {
    auto& table = tableOf(i);
    table.try_emplace(values.at(i));
    most = std::max(most, table.size());
    if (most > kMostTableValues) return std::nullopt;
  }
  Packing packing{.method = Method::kTable,
                  .bits = std::max(1, static_cast<int>(std::bit_width(most - 1))),
                  .perChannel = perChannel};
  packing.description = describedAs(Method::kTable, static_cast<std::uint8_t>(packing.bits),
                                    static_cast<std::uint8_t>(perChannel ? most : 0));
  for (auto& table : tables) {
    std::size_t next = 0;
    for (auto& [value, index] : table) {
      index = next++;
      append(packing.description, value, values.each);
    }
    for (; perChannel && next < most; ++next) append(packing.description, 0, values.each);
  }
  BitWriter indices;
  for (std::size_t i = 0; i < values.count(); ++i) indices.write(tableOf(i).at(values.at(i)), packing.bits);
  packing.data = indices.take();
  return packing;
}

Packing pruned(const Values& values, std::uint64_t zero) {
  Packing packing{.method = Method::kPruned, .description = describedAs(Method::kPruned, 0, 0)};
  BitWriter mask;
  for (std::size_t i = 0; i < values.count(); ++i) {
    const bool kept = values.at(i) != zero;
    mask.write(kept ? 1 : 0, 1);
    if (kept) append(packing.description, values.at(i), values.each);
  }
  packing.data = mask.take();
  return packing;
}

Packing inCodes(const Values& values) {
  std::vector<std::uint64_t> symbols;
  for (std::size_t i = 0; i < values.count(); ++i) symbols.push_back(values.at(i));
  const std::size_t entryBytes = 2 * values.each;
  HuffmanCode code = huffmanOf(symbols, entryBytes);
  Packing packing{.method = Method::kHuffman, .bits = code.longest, .data = std::move(code.data)};
  const int wide = entryBytes == sizeof(std::uint32_t) ? 1 : 0;
  packing.description = describedAs(Method::kHuffman, static_cast<std::uint8_t>((code.firstBits - 1) << 4 | wide), 0);
  for (const std::uint32_t entry : code.table) append(packing.description, entry, entryBytes);
  return packing;
}

bool isDecoded(model::Type type) {
  using enum model::Type;
  return type == kBool || type == kFloat32 || type == kInt8 || type == kInt16 || type == kInt32 || type == kInt64;
}

// By the tensor's channels: along the first dimension, or the last. Absent for others.
std::optional<Values> channelsOf(const model::Tensor& tensor, std::span<const std::uint8_t> bytes) {
  Values values{.bytes = bytes, .each = static_cast<std::size_t>(model::elementBytes(tensor.type))};
  values.run = values.count();
  const model::Quantization& quantization = tensor.quantization;
  if (quantization.scales.empty()) return values;
  values.channels = quantization.scales.size();
  const bool last = values.channels > 1 && quantization.dimension == static_cast<std::int32_t>(tensor.shape.size()) - 1;
  if ((!last && quantization.dimension != 0) || values.count() % values.channels != 0) return std::nullopt;
  values.run = last ? 1 : values.count() / values.channels;
  return values;
}

} // namespace

const char* methodName(Method method) {
  constexpr const char* kNames[] = {"table", "huffman", "pruned"};
  return kNames[static_cast<std::size_t>(method)];
}

std::optional<Packing> smallestPacking(const model::Tensor& tensor, std::span<const std::uint8_t> bytes) {
  if (!isDecoded(tensor.type) || bytes.empty() || tensor.isSparse) return std::nullopt;
  std::vector<Packing> all;
  if (const std::optional<Values> values = channelsOf(tensor, bytes)) {
    for (const bool perChannel : {false, true})
      if (!perChannel || values->channels > 1)
        if (auto packing = inTable(*values, perChannel)) all.push_back(std::move(*packing));
    const model::Quantization& quantization = tensor.quantization;
    if (quantization.scales.empty() || quantization.zeroPointsAreZero)
      all.push_back(pruned(*values, 0));
    else if (values->channels == 1 && tensor.type == model::Type::kInt8)
      all.push_back(pruned(*values, static_cast<std::uint8_t>(quantization.zeroPoint)));
  }
  if (tensor.type == model::Type::kInt8 || tensor.type == model::Type::kInt16)
    all.push_back(inCodes({.bytes = bytes, .each = static_cast<std::size_t>(model::elementBytes(tensor.type))}));
  const auto best = std::min_element(all.begin(), all.end(),
                                     [](const Packing& a, const Packing& b) { return a.bytes() < b.bytes(); });
  return best == all.end() ? std::nullopt : std::optional(std::move(*best));
}

std::size_t distinctValues(const model::Tensor& tensor, std::span<const std::uint8_t> bytes) {
  const Values values{.bytes = bytes, .each = std::max<std::size_t>(1, model::elementBytes(tensor.type))};
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < values.count(); ++i) all.push_back(values.at(i));
  std::sort(all.begin(), all.end());
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

} // namespace arenascope::rewrite
