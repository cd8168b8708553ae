// Constants as TFLM's operator DECODE takes them: compressed data, and a description of 16 bytes with a table behind
// it. Every value is the original one, bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

// The number that stands in the description.
enum class Method : std::uint8_t {
  kTable,   // an index of 1 to 7 bits into a table of values
  kHuffman, // codes of variable length
  kPruned,  // a bit for each value, and those that are not the zero point
};
const char* methodName(Method method); // "table", "huffman", "pruned"

struct Packing {
  Method method = Method::kTable;
  int bits = 0;            // of an index, or of the longest code
  bool perChannel = false; // a table for each channel
  std::vector<std::uint8_t> data = {};
  std::vector<std::uint8_t> description = {};

  std::size_t bytes() const { return data.size() + description.size(); }
};

// The packing with the fewest bytes; of equal ones the fastest. Absent if DECODE has none for this type, these channels
// or these values. values: the tensor's constant.
std::optional<Packing> smallestPacking(const model::Tensor& tensor, std::span<const std::uint8_t> values);

// The number of different values.
std::size_t distinctValues(const model::Tensor& tensor, std::span<const std::uint8_t> values);

} // namespace arenascope::rewrite
