#include "core/base/wrapped_text.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace arenascope {

namespace {

constexpr std::size_t kNone = std::string::npos;

// Calls visit(place, column) for each character that is seen, until it answers false.
template <typename Visit>
void eachCharacter(std::string_view line, Visit visit) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b') { // to its letter
      while (i < line.size() && line[i] != 'm') ++i;
      continue;
    }
    if ((static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) continue; // in a character of UTF-8
    if (!visit(i, column++)) return;
  }
}

std::size_t widthOf(std::string_view line) {
  std::size_t width = 0;
  eachCharacter(line, [&](std::size_t /*place*/, std::size_t column) {
    width = column + 1;
    return true;
  });
  return width;
}

// Where the rest of a line begins.
struct Hang {
  std::size_t column = 0;
  bool command = false;
};

Hang hangOf(std::string_view line, std::size_t width) {
  constexpr std::size_t kListIndent = 8; // at most, of items in a list: the rest of each is indented by two
  std::size_t spaces = 0;
  std::size_t leading = kNone;
  std::size_t last = 0; // column after the last two spaces
  std::size_t at = 0;   // its place
  eachCharacter(line, [&](std::size_t place, std::size_t column) {
    if (line[place] == ' ') {
      ++spaces;
      return true;
    }
    if (leading == kNone) leading = column;
    if ((spaces >= 2 || leading == column) && column * 3 < width * 2) {
      last = column;
      at = place;
    }
    spaces = 0;
    return true;
  });
  Hang hang{.column = last, .command = line.substr(at).starts_with("arenascope ")};
  if (last == leading && last > 0 && last <= kListIndent) hang.column += 2;
  return hang;
}

// The space or comma where a line ends; the end of its first word where no other is.
std::size_t breakOf(std::string_view line, std::size_t width, std::size_t indent) {
  std::size_t space = kNone;
  std::size_t comma = kNone;
  std::size_t next = kNone;
  eachCharacter(line, [&](std::size_t place, std::size_t column) {
    if (column >= indent && line[place] == ' ') (column <= width ? space : next) = place;
    if (column >= indent && line[place] == ',' && column < width) comma = place + 1;
    return next == kNone;
  });
  return space != kNone ? space : comma != kNone ? comma : next;
}

std::string wrappedLine(std::string line, std::size_t width) {
  std::string text;
  if (widthOf(line) <= width) return line + "\n";
  const Hang hang = hangOf(line, width);
  std::size_t indent = line.find_first_not_of(' '); // a break before the first word helps nobody
  while (widthOf(line) > width) {
    const std::size_t end = breakOf(line, hang.command ? width - 2 : width, std::max(indent, hang.column) + 1);
    if (end == kNone) break;
    text += line.substr(0, end) + (hang.command ? " \\\n" : "\n");
    line = std::string(hang.column, ' ') + line.substr(end + (line[end] == ' ' ? 1 : 0));
    indent = hang.column;
  }
  return text + line + "\n";
}

} // namespace

std::string wrapped(const std::string& text, std::size_t width) {
  std::string all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all += wrappedLine(std::move(line), width);
  if (!text.ends_with('\n') && !all.empty()) all.pop_back();
  return all;
}

} // namespace arenascope
