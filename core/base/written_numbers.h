// Numbers as people write them, for options and files: all of the text counts, and nothing wraps around.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenascope {

// "12"; no sign, no fraction. Nothing where the text is no such number or does not fit.
std::optional<std::uint64_t> wholeNumber(std::string_view text);
// The same, and K, M or G after it: 1024, 1024², 1024³.
std::optional<std::uint64_t> scaledNumber(std::string_view text);
// "2.5", "-1e3"; finite.
std::optional<double> decimalNumber(std::string_view text);

} // namespace arenascope
