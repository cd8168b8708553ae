// Huffman codes and their tables in the format of TFLM's operator DECODE, which reads several bits at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::rewrite {

struct HuffmanCode {
  int longest = 0;   // bits of a code
  int firstBits = 1; // that are read at first
  std::vector<std::uint32_t> table;
  std::vector<std::uint8_t> data; // of all symbols; a multiple of 4 bytes, which is how it is read
};

// entryBytes: of the table, 2 for symbols below 256, or 4 for those below 65,536. Of codes of nearly the same size, the
// one that is read in the fewest steps. symbols must not be empty.
HuffmanCode huffmanOf(std::span<const std::uint64_t> symbols, std::size_t entryBytes);

} // namespace arenascope::rewrite
