// The parts of C and C++ source that its arrays of numbers need.
#pragma once

#include <string>
#include <string_view>

namespace arenascope::model {

// Replaces comments and strings by a blank each, characters ('\x1c') by numbers, and digits (1'000) by digits without
// separators. Quotes without a closing one on their line are kept.
std::string plainSource(std::string_view source);

// A letter, a digit or an underscore.
bool isWord(char c);

} // namespace arenascope::model
