#include "core/profile/number_text.h"

#include <algorithm>
#include <cstdio>

namespace arenascope::profile {

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
  char text[32];
  std::snprintf(text, sizeof(text), number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number);
  return text;
}

std::string humanBytes(std::uint64_t bytes) {
  constexpr double kKib = 1024.0;
  if (bytes < 1024) return std::to_string(bytes) + " bytes";
  char text[32];
  if (bytes < 1024 * 1024)
    std::snprintf(text, sizeof(text), "%.1f KiB", static_cast<double>(bytes) / kKib);
  else
    std::snprintf(text, sizeof(text), "%.2f MiB", static_cast<double>(bytes) / (kKib * kKib));
  return text;
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

} // namespace arenascope::profile
