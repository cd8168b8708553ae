#include "core/base/text_parts.h"

#include <algorithm>

namespace arenascope {

std::string_view takeUntil(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

} // namespace arenascope
