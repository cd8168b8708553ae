// Lists of numbers as C, C++, Python, Rust and assembler sources write a model's bytes: between commas or blanks, with
// casts and comments among them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace arenascope::model {

// Bytes, -128 to 255; nothing when there is anything else among them.
std::optional<std::vector<std::uint8_t>> bytesOfList(std::string_view list);

// Words of 16, 32 or 64 bits as the bytes of a model; nothing when neither order of their bytes makes one of them.
std::optional<std::vector<std::uint8_t>> modelOfWords(std::string_view list);

// The file identifier stands where it has to.
bool hasIdentifier(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
