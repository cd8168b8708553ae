// Shared helpers for writing text to terminals and tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// Printable; only its end, after an ellipsis, if longer than `width`.
std::string shortened(const std::string& text, std::size_t width);

// A field of a CSV row, quoted if necessary.
std::string csvField(const std::string& text);

// Text in HTML, SVG and XML, also in an attribute; printable.
std::string xmlText(const std::string& text);

// Text in a cell of a Markdown table, with a backslash before each mark of Markdown; printable.
std::string markdownCell(const std::string& text);

// "2022-03" for 202203.
std::string yearAndMonth(std::int32_t month);

// The parts between separators; none after a last separator.
std::vector<std::string> splitAt(std::string_view text, char separator);

// ASCII letters in lower case.
std::string lowered(std::string text);

// "+3.1 %"; never "-0.0 %".
std::string signedPercent(double percent, int digits);

// Lines below a table in a weak style, after an empty line; empty if there are none.
std::string footnotes(const std::vector<std::string>& lines, const Style& style);

} // namespace arenascope
