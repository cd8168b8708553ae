// Wraps lines to the width of a terminal or a page.
#pragma once

#include <cstddef>
#include <string>

namespace arenascope {

inline constexpr std::size_t kTextColumns = 100; // of reports, where no terminal says otherwise

// Breaks wider lines at spaces, or behind a comma where there is none. The rest stands below the line's last column,
// which two spaces begin; without columns it is indented. A command for a shell goes on after a backslash. Control
// sequences have no width, and words stay whole.
std::string wrapped(const std::string& text, std::size_t width);

} // namespace arenascope
