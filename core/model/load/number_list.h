// Lists of numbers with a model's bytes in C, C++, Python, Rust and assembler sources: separated by commas or blanks,
// with casts and comments between them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace arenascope::model {

// Bytes, -128 to 255; absent if there is anything else between them.
std::optional<std::vector<std::uint8_t>> bytesOfList(std::string_view list);

// Words of 16, 32 or 64 bits as a model's bytes; absent if neither byte order gives a model.
std::optional<std::vector<std::uint8_t>> modelOfWords(std::string_view list);

// Whether the file identifier is at its place.
bool hasIdentifier(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
