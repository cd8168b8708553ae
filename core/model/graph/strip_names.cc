#include "core/model/graph/strip_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace arenascope::model {

namespace {
constexpr std::size_t kTail = 24;
constexpr std::string_view kRows = " rows ";
} // namespace

std::string stripNameTail(const std::string& whole) {
  return whole.size() > kTail ? whole.substr(whole.size() - kTail) : whole;
}

std::string stripName(const std::string& whole, std::int32_t first, std::int32_t last) {
  return fmt::format("{}{}{}-{}", stripNameTail(whole), kRows, first, last);
}

std::optional<std::string> wholeOfStrip(const std::string& name) {
  const std::size_t at = name.rfind(kRows);
  if (at == std::string::npos) return std::nullopt;
  const std::string rows = name.substr(at + kRows.size());
  const bool isRange = !rows.empty() && rows.find_first_not_of("0123456789-") == std::string::npos &&
                       std::count(rows.begin(), rows.end(), '-') == 1;
  return isRange ? std::optional(name.substr(0, at)) : std::nullopt;
}

} // namespace arenascope::model
