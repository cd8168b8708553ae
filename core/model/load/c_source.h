// C and C++ source as far as its arrays of numbers need it.
#pragma once

#include <string>
#include <string_view>

namespace arenascope::model {

// Without comments and strings, each of which becomes a blank; characters ('\x1c') as numbers, digits (1'000) without
// separators. Quotes that nothing closes in their line stay as they are.
std::string plainSource(std::string_view source);

// A letter, a digit or an underscore.
bool isWord(char c);

} // namespace arenascope::model
