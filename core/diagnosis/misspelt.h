// Lines typed by hand, or read from a screenshot by text recognition: a known text, except for a few letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arenascope::diagnosis {

// The line with the words of the text of the table that it resembles; nothing where it resembles none.
std::optional<std::string> spelled(std::string_view line);

} // namespace arenascope::diagnosis
