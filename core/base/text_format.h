// What the writers of text for terminals and tables share.
#pragma once

#include <string>
#include <vector>

namespace arenascope {

// Control sequences; empty for plain text.
struct Style {
  const char* strong;
  const char* weak;
  const char* bad;
  const char* end;
};
Style terminalStyle(bool colour);

// Printable, its end where it is longer than `width`.
std::string shortened(const std::string& text, std::size_t width);

// A field of a CSV row; quoted where it must be.
std::string csvField(const std::string& text);

// In small letters, as far as they are of ASCII.
std::string lowered(std::string text);

// "+3.1 %"; never "-0.0 %".
std::string signedPercent(double percent, int digits);

// Weak lines below a table, with an empty one before; nothing where there are none.
std::string footnotes(const std::vector<std::string>& lines, const Style& style);

} // namespace arenascope
