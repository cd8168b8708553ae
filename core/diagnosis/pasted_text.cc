#include "core/diagnosis/pasted_text.h"

#include <algorithm>
#include <cctype>

namespace arenascope::diagnosis {

namespace {

struct Substitute {
  std::string_view pasted;
  std::string_view printed;
};

constexpr Substitute kCharacters[] = {
    {"\r\n", "\n"},  {"\r", "\n"},    {"\u00a0", " "},  {"\u2007", " "},  {"\u202f", " "},  {"\u3000", " "},
    {"\u200b", ""},  {"\ufeff", ""},  {"\u00b4", "'"},  {"\u2032", "'"},  {"\u2212", "-"},  {"\u3001", ","},
    {"\u3002", "."}, {"\u2018", "'"}, {"\u2019", "'"},  {"\u201c", "\""}, {"\u201d", "\""}, {"&lt;", "<"},
    {"&gt;", ">"},   {"&amp;", "&"},  {"&quot;", "\""}, {"&#34;", "\""},  {"&#39;", "'"},   {"&#x27;", "'"},
    {"&apos;", "'"}, {"&#96;", "`"},  {"&#x60;", "`"},  {"&nbsp;", " "},
};
// Where a whole log is one string of a program.
constexpr Substitute kEscapes[] = {{"\\r\\n", "\n"}, {"\\n", "\n"}, {"\\'", "'"}, {"\\\"", "\""}};

bool isDecimalDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Bytes of a terminal's control sequence, with or without its escape character, which many pages drop.
std::size_t sequenceLength(std::string_view text) {
  const std::size_t escape = text.starts_with('\x1b') ? 1 : 0;
  if (escape == text.size() || text[escape] != '[') return escape;
  std::size_t end = escape + 1;
  while (end < text.size() && (isDecimalDigit(text[end]) || text[end] == ';')) ++end;
  if (end == text.size()) return escape;
  const bool isColour = text[end] == 'm' && (escape > 0 || end > escape + 1);
  return isColour || (escape > 0 && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ? end + 1 : escape;
}

// "：" and its like, of East Asian keyboards and translators; 0 where there is none.
char ofFullWidth(std::string_view text) {
  constexpr unsigned int kFirst = 0xff01; // "！"
  constexpr unsigned int kLast = 0xff5e;
  if (text.size() < 3 || static_cast<unsigned char>(text[0]) != 0xef) return 0;
  const unsigned int code =
      0xf000U | (static_cast<unsigned char>(text[1]) & 0x3fU) << 6 | (static_cast<unsigned char>(text[2]) & 0x3fU);
  return code >= kFirst && code <= kLast ? static_cast<char>(code - kFirst + '!') : '\0';
}

template <std::size_t kCount>
const Substitute* substituteAt(const Substitute (&table)[kCount], std::string_view text) {
  for (const Substitute& each : table)
    if (text.starts_with(each.pasted)) return &each;
  return nullptr;
}

} // namespace

std::string asPrinted(std::string_view pasted) {
  const bool oneLine = pasted.find_first_of("\r\n") == std::string_view::npos;
  std::string text;
  text.reserve(pasted.size());
  while (!pasted.empty()) {
    const Substitute* substitute = substituteAt(kCharacters, pasted);
    if (substitute == nullptr && oneLine) substitute = substituteAt(kEscapes, pasted);
    std::size_t length = substitute == nullptr ? sequenceLength(pasted) : substitute->pasted.size();
    if (substitute != nullptr) {
      text += substitute->printed;
    } else if (const char ascii = ofFullWidth(pasted); ascii != 0) {
      text += ascii;
      length = 3;
    } else if (length == 0) {
      if (pasted.front() != '\0') text += pasted.front(); // of UTF-16
      length = 1;
    }
    pasted.remove_prefix(length);
  }
  return text;
}

} // namespace arenascope::diagnosis
