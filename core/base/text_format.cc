#include "core/base/text_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/base/number_text.h"

namespace arenascope {

Style terminalStyle(bool colour) {
  return colour ? Style{"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"} : Style{"", "", "", ""};
}

std::string shortened(const std::string& text, std::size_t width) {
  std::string clean = printable(text);
  if (clean.size() <= width) return clean;
  std::string end = "...";
  end.append(clean, clean.size() - width + 3);
  return end;
}

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string xmlText(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text)) switch (c) {
    case '&': escaped += "&amp;"; break;
    case '<': escaped += "&lt;"; break;
    case '>': escaped += "&gt;"; break;
    case '"': escaped += "&quot;"; break;
    default: escaped += c;
    }
  return escaped;
}

std::string markdownCell(const std::string& text) {
  constexpr std::string_view kMarks = "|`*_<[\\";
  std::string escaped;
  for (const char c : printable(text)) {
    if (kMarks.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string yearAndMonth(std::int32_t month) { return fmt::format("{}-{:02}", month / 100, month % 100); }

std::vector<std::string> splitAt(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string signedPercent(double percent, int digits) {
  const bool zero = std::abs(percent) * std::pow(10.0, digits) < 0.5;
  return fmt::format("{:+.{}f} %", zero ? 0.0 : percent, digits);
}

std::string footnotes(const std::vector<std::string>& lines, const Style& style) {
  std::string text = lines.empty() ? "" : "\n";
  for (const std::string& line : lines) text += fmt::format("  {}{}{}\n", style.weak, line, style.end);
  return text;
}

} // namespace arenascope
