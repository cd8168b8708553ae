#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"

namespace arenascope {

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string threeDigits(double number) {
  return fmt::format("{:.{}f}", number, number < 10 ? 2 : number < 100 ? 1 : 0);
}

std::string humanBytes(std::uint64_t bytes) {
  constexpr double kKib = 1024.0;
  if (bytes < 1024) return countedBytes(bytes);
  const double kib = static_cast<double>(bytes) / kKib;
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", kib);
  return kib < kKib * kKib ? fmt::format("{:.2f} MiB", kib / kKib) : fmt::format("{:.2f} GiB", kib / kKib / kKib);
}

std::string joined(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string printable(const std::string& text) {
  std::string result = text;
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return result;
}

} // namespace arenascope
