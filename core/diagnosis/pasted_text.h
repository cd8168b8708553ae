// A device's output as people paste it: with terminals' colours, web pages' characters, or as a string of a program.
#pragma once

#include <string>
#include <string_view>

namespace arenascope::diagnosis {

// The same text as the device printed it: "\n" between lines, ASCII punctuation and blanks.
std::string asPrinted(std::string_view pasted);

} // namespace arenascope::diagnosis
