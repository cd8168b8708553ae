#include "core/diagnosis/text_pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace arenascope::diagnosis {

namespace {

constexpr std::size_t kKey = 3;
constexpr std::size_t kMostArgument = 600; // characters
constexpr std::array<std::string_view, 19> kTypeNames = {
    "NOTYPE",  "FLOAT32", "INT32",      "UINT8",  "INT64",    "STRING",  "BOOL",   "INT16",  "COMPLEX64", "INT8",
    "FLOAT16", "FLOAT64", "COMPLEX128", "UINT64", "RESOURCE", "VARIANT", "UINT32", "UINT16", "INT4"};

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool isNameCharacter(char c) { return isLetterOrDigit(c) || c == '_' || c == '-'; }
bool isPunctuation(char c) { return std::string_view(",:;.=").find(c) != std::string_view::npos; }
bool isOfPath(char c) { return !isSpace(c) && std::string_view("'\"`<>(),;").find(c) == std::string_view::npos; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Bytes of a quote here: ', ", ` and the typographic ones, which take three.
std::size_t quoteLength(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == '\'' || text.front() == '"' || text.front() == '`') return 1;
  for (const char* typographic : {"\u2018", "\u2019", "\u201c", "\u201d"})
    if (text.starts_with(typographic)) return std::string_view(typographic).size();
  return 0;
}

// White space from `at` on, with one line break at most.
std::size_t skipSpace(std::string_view text, std::size_t at) {
  bool broken = false;
  while (at < text.size() && isSpace(text[at])) {
    if (text[at] == '\n' && std::exchange(broken, true)) break;
    ++at;
  }
  return at;
}

// A blank between two words has to be there, one beside punctuation need not.
bool needsSpace(std::string_view literal, std::size_t blank) {
  return blank > 0 && blank + 1 < literal.size() && isLetterOrDigit(literal[blank - 1]) &&
         isLetterOrDigit(literal[blank + 1]);
}

enum class Strictness : std::uint8_t { kLoose, kExact };

// Bytes of the text at `at` that stand for a character of a literal; nothing where there are none and must be some.
std::optional<std::size_t> matchCharacter(std::string_view literal, std::size_t i, std::string_view text,
                                          std::size_t at, Strictness strictness) {
  const char c = literal[i];
  const bool exact = strictness == Strictness::kExact;
  std::size_t length = 0;
  bool needed = true;
  if (c == ' ') {
    length = skipSpace(text, at) - at;
    needed = exact || needsSpace(literal, i);
  } else if (c == '\'' || c == '`' || c == '"') {
    length = quoteLength(text.substr(at));
    needed = exact;
  } else if (isPunctuation(c)) {
    length = at < text.size() && (exact ? text[at] == c : isPunctuation(text[at])) ? 1 : 0;
    needed = exact;
  } else {
    // A terminal breaks long lines inside words, too.
    const bool broken = !exact && i > 0 && at + 1 < text.size() && text[at] == '\n' && lower(text[at + 1]) == c;
    length = broken ? 2 : at < text.size() && lower(text[at]) == c ? 1 : 0;
  }
  return length == 0 && needed ? std::nullopt : std::optional(length);
}

std::optional<std::size_t> matchLiteral(std::string_view literal, std::string_view text, std::size_t at,
                                        Strictness strictness = Strictness::kLoose) {
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const std::optional<std::size_t> length = matchCharacter(literal, i, text, at, strictness);
    if (!length) return std::nullopt;
    at += *length;
  }
  return at;
}

std::size_t endOfNumber(std::string_view text, std::size_t at) {
  std::size_t end = at < text.size() && text[at] == '-' ? at + 1 : at;
  const std::size_t digits = end;
  while (end < text.size() && isDigit(text[end])) ++end;
  return end == digits ? at : end;
}

std::size_t endOfHexadecimal(std::string_view text, std::size_t at) {
  const std::string_view prefix = text.substr(std::min(at, text.size()), 2);
  std::size_t end = prefix == "0x" || prefix == "0X" ? at + 2 : at;
  const auto isDigitAt = [&](std::size_t i) {
    return i < text.size() && std::isxdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  // "0x2'5a80", as IAR's linker writes it.
  while (isDigitAt(end) || (end > at && end < text.size() && text[end] == '\'' && isDigitAt(end + 1))) ++end;
  return end;
}

std::size_t endOfWord(std::string_view text, std::size_t at) {
  while (at < text.size() && isNameCharacter(text[at])) ++at;
  return at;
}

// Only a quote, which people leave out.
bool isQuote(std::string_view literal) { return literal.size() == 1 && quoteLength(literal) == 1; }

// Up to where the next literal begins, in the same line; brackets inside are skipped.
std::size_t endOfText(std::string_view text, std::size_t at, std::string_view next) {
  const std::size_t most = std::min({text.find('\n', at), text.size(), at + kMostArgument});
  int open = 0;
  for (std::size_t end = at; end < most; ++end) {
    if (text[end] == ')' && open > 0) {
      --open;
      continue;
    }
    if (!next.empty() && end > at && matchLiteral(next, text, end, Strictness::kExact)) return end;
    if (text[end] == '(') ++open;
  }
  return next.empty() || isQuote(next) ? most : at;
}

// A number or name that a terminal broke in two goes on in the next line, where only then the next literal follows.
std::size_t endBehindBreak(const PatternPart& part, std::string_view next, std::string_view text, std::size_t end) {
  if (next.empty() || end + 1 >= text.size() || text[end] != '\n' || matchLiteral(next, text, end)) return end;
  const std::size_t longer = part.argument == Argument::kNumber ? endOfNumber(text, end + 1) : endOfWord(text, end + 1);
  return longer > end + 1 && matchLiteral(next, text, longer) ? longer : end;
}

std::size_t endOfArgument(const PatternPart& part, std::string_view next, std::string_view text, std::size_t at) {
  switch (part.argument) {
  case Argument::kNumber:
    if (const std::size_t end = endOfNumber(text, at); end > at) return endBehindBreak(part, next, text, end);
    return at;
  case Argument::kType: return endOfNumber(text, at);
  case Argument::kHexadecimal: return endOfHexadecimal(text, at);
  case Argument::kWord: return endBehindBreak(part, next, text, endOfWord(text, at));
  case Argument::kCharacter: return std::min(text.size(), at + 1);
  case Argument::kText: break;
  }
  return endOfText(text, at, next);
}

std::string valueOf(const PatternPart& part, std::string_view text) {
  const auto isAtEnd = [&part](char c) { return isSpace(c) || (part.argument == Argument::kText && c == '.'); };
  while (!text.empty() && isAtEnd(text.back())) text.remove_suffix(1);
  const std::string_view type = part.argument == Argument::kType ? typeOfNumber(text) : std::string_view();
  std::string value(type.empty() ? text : type);
  std::erase(value, '\n');
  return value;
}

Argument kindOf(std::string_view name) {
  if (name == "x" || name.starts_with("x_")) return Argument::kHexadecimal;
  if (name == "t" || name == "line") return Argument::kText;
  if (name == "T") return Argument::kType;
  if (name == "c") return Argument::kCharacter;
  if (name == "s" || name == "name" || name == "step") return Argument::kWord;
  return Argument::kNumber;
}

} // namespace

std::string_view typeOfNumber(std::string_view number) {
  std::size_t value = 0;
  const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (code != std::errc() || end != number.data() + number.size() || value >= kTypeNames.size()) return {};
  return kTypeNames[value];
}

bool isTypeName(std::string_view name) {
  return std::find(kTypeNames.begin() + 1, kTypeNames.end(), name) != kTypeNames.end();
}

TextPattern::TextPattern(std::string_view pattern) {
  followsSource_ = pattern.starts_with('<');
  if (followsSource_) pattern.remove_prefix(1);
  bool optional = false;
  while (!pattern.empty()) {
    if (pattern.front() == '|') {
      optional = true;
      pattern.remove_prefix(1);
      continue;
    }
    const bool argument = pattern.front() == '{';
    const std::size_t end = argument ? pattern.find('}') + 1 : std::min(pattern.find_first_of("{|"), pattern.size());
    if (argument) {
      addArgument(pattern.substr(1, end - 2), optional);
    } else {
      PatternPart part{.literal = std::string(pattern.substr(0, end)), .name = {}, .optional = optional};
      std::transform(part.literal.begin(), part.literal.end(), part.literal.begin(), lower);
      parts_.push_back(std::move(part));
    }
    pattern.remove_prefix(end);
  }
}

void TextPattern::addArgument(std::string_view name, bool optional) {
  parts_.push_back({.literal = {}, .argument = kindOf(name), .name = std::string(name), .optional = optional});
}

std::string_view TextPattern::key() const {
  const std::string_view literal = parts_.front().literal.empty() ? parts_.at(1).literal : parts_.front().literal;
  return literal.substr(0, kKey);
}

std::optional<PatternMatch> TextPattern::match(std::string_view text, std::size_t at) const {
  PatternMatch match{.begin = at, .end = at, .values = {}};
  std::size_t first = 0;
  if (!followsSource_ && parts_.front().literal.empty()) { // its word or path stands before what it is found by
    const PatternPart& before = parts_.front();
    const auto isOfIt = [&before](char c) {
      if (before.name == "line") return c != '\n' && static_cast<unsigned char>(c) < 0x80;
      return before.argument == Argument::kText ? isOfPath(c) : isNameCharacter(c);
    };
    while (match.begin > 0 && at - match.begin < kMostArgument && isOfIt(text[match.begin - 1])) --match.begin;
    while (match.begin < at && isSpace(text[match.begin])) ++match.begin;
    if (match.begin == at) return std::nullopt;
    match.values.emplace_back(text.substr(match.begin, at - match.begin));
    const bool quoted = match.begin > 0 && quoteLength(text.substr(match.begin - 1)) == 1;
    if (quoted && quoteLength(text.substr(at)) > 0) --match.begin;
    first = 1;
  }
  for (std::size_t i = first; i < parts_.size(); ++i) {
    const PatternPart& part = parts_[i];
    if (!part.literal.empty()) {
      const std::optional<std::size_t> end = matchLiteral(part.literal, text, match.end);
      if (!end && !part.optional) return std::nullopt;
      if (!end) return match;
      match.end = *end;
      continue;
    }
    const std::string_view next = i + 1 < parts_.size() ? std::string_view(parts_[i + 1].literal) : std::string_view();
    const std::size_t end = endOfArgument(part, next, text, match.end);
    if (end == match.end) return part.optional ? std::optional(match) : std::nullopt;
    match.values.push_back(valueOf(part, text.substr(match.end, end - match.end)));
    match.end = end;
  }
  return match;
}

} // namespace arenascope::diagnosis
