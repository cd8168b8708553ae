// Lines with a few wrong letters, typed by hand or read from a screenshot: the known text that each resembles.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arenascope::diagnosis {

// The line with the words of the text of the table that it resembles; nothing where it resembles none.
std::optional<std::string> spelled(std::string_view line);

} // namespace arenascope::diagnosis
