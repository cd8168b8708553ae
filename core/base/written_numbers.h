// Numbers in options and files. Reading takes the whole text, and nothing wraps around.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arenascope {

// "12"; no sign, no fraction. Nothing if the text is not such a number, or does not fit.
std::optional<std::uint64_t> wholeNumber(std::string_view text);
// With an optional suffix K, M or G: 1024, 1024², 1024³.
std::optional<std::uint64_t> scaledNumber(std::string_view text);
// Text that scaledNumber() reads as this number, with a suffix where a number of up to four digits is left: "64K",
// "100000".
std::string scaledText(std::uint64_t number);
// "2.5", "-1e3"; finite.
std::optional<double> decimalNumber(std::string_view text);

} // namespace arenascope
