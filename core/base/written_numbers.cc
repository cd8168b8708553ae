#include "core/base/written_numbers.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

namespace arenascope {

namespace {
constexpr std::string_view kUnits = "KMG"; // each 1024 times the one before
}

std::optional<std::uint64_t> wholeNumber(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [read, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc() || read != end) return std::nullopt;
  return number;
}

std::optional<std::uint64_t> scaledNumber(std::string_view text) {
  std::uint64_t unit = 1;
  if (!text.empty())
    if (const std::size_t at = kUnits.find(text.back()); at != std::string_view::npos) {
      unit <<= 10 * (at + 1);
      text.remove_suffix(1);
    }
  const std::optional<std::uint64_t> number = wholeNumber(text);
  if (!number || *number > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return *number * unit;
}

std::string scaledText(std::uint64_t number) {
  constexpr std::uint64_t kMost = 9'999;
  std::uint64_t left = number;
  std::size_t units = 0;
  for (; left != 0 && left % 1024 == 0 && units < kUnits.size(); left /= 1024) ++units;
  return units == 0 || left > kMost ? std::to_string(number) : std::to_string(left) + kUnits[units - 1];
}

// Some standard libraries lack from_chars() for floating point.
std::optional<double> decimalNumber(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double number = 0;
  stream >> std::noskipws >> number;
  if (!stream || stream.peek() != std::istringstream::traits_type::eof() || !std::isfinite(number)) return std::nullopt;
  return number;
}

} // namespace arenascope
