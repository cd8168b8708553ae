// Reading a text piece by piece.
#pragma once

#include <string_view>

namespace arenascope {

// Takes what stands before the first separator from the beginning of a text, and the separator with it; all of the text
// where there is none.
std::string_view takeUntil(std::string_view& text, char separator);

} // namespace arenascope
