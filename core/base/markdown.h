// Text of the program inside Markdown.
#pragma once

#include <string>
#include <string_view>

namespace arenascope {

// Plain text with `code`: escapes what Markdown would take for a mark outside of the code.
std::string markdown(std::string_view text);
// The same for a cell of a table; for text without code see markdownCell().
std::string cellWithCode(std::string_view text);

} // namespace arenascope
