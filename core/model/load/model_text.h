// A model's bytes in other texts than C arrays: Python's bytes and lists, Rust, assembler, base64, hexadecimal
// digits and dumps; also forms of C other than byte lists (words, strings).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope::model {

// The first model in the text; absent if there is none.
std::optional<std::vector<std::uint8_t>> modelInText(std::string_view text);

// The file that a source includes as bytes: by .incbin, #embed, include_bytes!, go:embed; empty if it does not.
std::string includedFile(std::string_view source);

// The visible reason why a source has no array: it only declares one, or includes a file. Otherwise empty.
std::string whyNoArray(std::string_view source);

} // namespace arenascope::model
