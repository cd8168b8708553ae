// Forms of a model's bytes in texts that are neither lists nor strings: dumps
// of hexdump, xxd and od, base64 inside other text, macros, and lines with
// numbers or marks of a web page or a diff before them; UTF-16.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope::model {

// In whatever order the dump has the bytes of a word; lines that a "*" stands
// for are repeated.
std::optional<std::vector<std::uint8_t>> modelInDump(std::string_view text);

// Hexadecimal digits, with separators between the bytes: "1c:00:00".
std::optional<std::vector<std::uint8_t>> modelOfHexDigits(std::string_view text);
// Base64 alone, or from where a model begins in it.
std::optional<std::vector<std::uint8_t>> modelOfBase64(std::string_view text);

// What follows the name in each "#define", with its continued lines.
std::vector<std::string> definitionsIn(std::string_view source);

// The text without its lines' numbers, and without the "+" of a diff; nothing
// if it has neither.
std::optional<std::string> withoutMargins(std::string_view text);

// As UTF-8, of UTF-16; nothing if the bytes are not such text.
std::optional<std::string> fromWideText(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
