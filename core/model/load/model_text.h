// A model's bytes in texts other than arrays of C: Python's bytes and lists, Rust, assembler, base64, hexadecimal
// digits and dumps; of C the forms that are no list of bytes (words, strings).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope::model {

// The first model in the text; nothing where there is none.
std::optional<std::vector<std::uint8_t>> modelInText(std::string_view text);

// Why a source has no array, where that can be seen: it only declares one, or includes a file. Empty otherwise.
std::string whyNoArray(std::string_view source);

} // namespace arenascope::model
