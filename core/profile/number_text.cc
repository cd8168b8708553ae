#include "core/profile/number_text.h"

#include <cstdio>

namespace arenascope::profile {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
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

} // namespace arenascope::profile
