#include "core/base/markdown.h"

namespace arenascope {

namespace {

std::string escaped(std::string_view text, std::string_view marks) {
  std::string result;
  bool isCode = false;
  for (const char c : text) {
    if (c == '`') isCode = !isCode;
    if (!isCode && marks.find(c) != std::string_view::npos) result += '\\';
    if (isCode && c == '|' && marks.find('|') != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

} // namespace

std::string markdown(std::string_view text) { return escaped(text, "<*_[]"); }

std::string cellWithCode(std::string_view text) { return escaped(text, "<*_[]|"); }

} // namespace arenascope
