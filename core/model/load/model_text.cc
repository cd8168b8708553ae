#include "core/model/load/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/model/load/c_source.h"
#include "core/model/load/number_list.h"

namespace arenascope::model {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlankCharacter(char c) { return kBlanks.find(c) != std::string_view::npos; }

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

int base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62; // '-' and '_' in addresses
  return c == '/' || c == '_' ? 63 : -1;
}

std::optional<Bytes> ifModel(Bytes bytes) {
  if (!hasIdentifier(bytes)) return std::nullopt;
  return bytes;
}

// Digits of `perDigit` bits, blanks among them; up to the first other character.
std::optional<Bytes> modelOfDigits(std::string_view text, int (*digit)(char), unsigned int perDigit) {
  Bytes bytes;
  std::uint32_t held = 0;
  unsigned int bits = 0;
  for (const char c : text) {
    if (isBlankCharacter(c)) continue;
    const int value = digit(c);
    if (value < 0) {
      if (c == '=') break;
      return std::nullopt;
    }
    held = held << perDigit | static_cast<std::uint32_t>(value);
    bits += perDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(held >> bits));
    if (bytes.size() == 8 && !hasIdentifier(bytes)) return std::nullopt;
  }
  return ifModel(std::move(bytes));
}

std::optional<Bytes> modelOfPlainDigits(std::string_view text) {
  if (auto model = modelOfDigits(text, hexDigit, 4)) return model;
  return modelOfDigits(text, base64Digit, 6);
}

// What a string literal of C, Python or Rust holds.
class StringBytes {
public:
  explicit StringBytes(std::string_view literal) : text_(literal) {}

  Bytes read() {
    while (at_ < text_.size())
      if (text_[at_] == '\\')
        escape();
      else
        bytes_.push_back(static_cast<std::uint8_t>(text_[at_++]));
    return std::move(bytes_);
  }

private:
  void escape() {
    const char kind = ++at_ < text_.size() ? text_[at_++] : '\\';
    if (kind == 'x') return number(2, 16);
    if (kind >= '0' && kind <= '7') {
      --at_;
      return number(3, 8);
    }
    if (kind == '\r' || kind == '\n') return;      // a continued line
    constexpr std::string_view kNames = "abtnvfr"; // 7 to 13
    const std::size_t named = kNames.find(kind);
    bytes_.push_back(static_cast<std::uint8_t>(
        named == std::string_view::npos ? static_cast<unsigned char>(kind) : static_cast<unsigned char>(7 + named)));
  }

  void number(int most, int base) {
    int value = 0;
    for (int i = 0; i < most && at_ < text_.size(); ++i) {
      const int digit = hexDigit(text_[at_]);
      if (digit < 0 || digit >= base) break;
      value = value * base + digit;
      ++at_;
    }
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Bytes bytes_;
};

// Strings of a source; those that follow each other are one.
class StringScanner {
public:
  explicit StringScanner(std::string_view text) : text_(text) {}

  std::optional<Bytes> model() {
    while (at_ < text_.size()) {
      if (skipComment()) continue;
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        if (!string(c)) ++at_;
        continue;
      }
      if (!isBlankCharacter(c) && c != 'b' && c != '\\')
        if (auto found = take()) return found;
      ++at_;
    }
    return take();
  }

private:
  // The strings so far, if they make a model: as raw bytes, or as digits.
  std::optional<Bytes> take() {
    Bytes bytes = std::move(held_);
    held_.clear();
    if (bytes.size() < 8) return std::nullopt;
    if (hasIdentifier(bytes)) return bytes;
    return modelOfPlainDigits({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  bool skipComment() {
    const std::string_view rest = text_.substr(at_);
    const bool block = rest.starts_with("/*");
    if (!block && !rest.starts_with("//") && !rest.starts_with("#")) return false;
    const std::size_t end = rest.find(block ? "*/" : "\n", 1);
    at_ = end == std::string_view::npos ? text_.size() : at_ + end + (block ? 2 : 1);
    return true;
  }

  // Whether one ends here that began; over lines only where a backslash or three quotes lead there.
  bool string(char quote) {
    const std::string three(3, quote);
    const bool isLong = text_.substr(at_).starts_with(three);
    const std::size_t begin = at_ + (isLong ? 3 : 1);
    for (std::size_t i = begin; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
        continue;
      }
      if (text_[i] == '\n' && !isLong) return false;
      if (isLong ? !text_.substr(i).starts_with(three) : text_[i] != quote) continue;
      const Bytes bytes = StringBytes(text_.substr(begin, i - begin)).read();
      held_.insert(held_.end(), bytes.begin(), bytes.end());
      at_ = i + (isLong ? 3 : 1);
      return true;
    }
    if (isLong) at_ = text_.size(); // the rest cannot be tokenized
    return isLong;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Bytes held_;
};

std::optional<Bytes> modelOfList(std::string_view list) {
  if (auto bytes = bytesOfList(list)) return ifModel(std::move(*bytes));
  return modelOfWords(list);
}

// Lists between brackets that have none inside.
std::optional<Bytes> modelInLists(std::string_view text, char open, char close) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == open) begin = at + 1;
    if (text[at] != close || begin == std::string_view::npos) continue;
    if (auto model = modelOfList(text.substr(begin, at - begin))) return model;
    begin = std::string_view::npos;
  }
  return std::nullopt;
}

std::string_view nextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view trimmedLeft(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

// What stands behind ".byte" and its like, without a comment; empty for any other line.
std::string_view dataOfDirective(std::string_view line) {
  static constexpr std::array<std::string_view, 14> kDirectives = {".byte", ".2byte", ".4byte", ".hword", ".short",
                                                                   ".word", ".long",  ".int",   ".quad",  ".dc.b",
                                                                   "DCB",   "DCD",    "db",     "dd"};
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) line.remove_prefix(colon + 1); // "g_model: .byte 28"
  line = trimmedLeft(line);
  for (const std::string_view directive : kDirectives)
    if (line.starts_with(directive) && line.size() > directive.size() && isBlankCharacter(line[directive.size()])) {
      line.remove_prefix(directive.size());
      return line.substr(0, std::min(line.find_first_of("@;#"), line.size()));
    }
  return {};
}

std::optional<Bytes> modelInAssembler(std::string_view text) {
  std::string list;
  while (!text.empty())
    if (const std::string_view data = dataOfDirective(nextLine(text)); !data.empty()) list.append(data).append(",\n");
  if (list.empty()) return std::nullopt;
  return modelOfList(list);
}

// "00000000: 1c00 0000 5446 4c33  ....TFL3", and with "|....TFL3|" behind.
std::optional<Bytes> modelInDump(std::string_view text) {
  constexpr std::size_t kFewestDigits = 6; // of an address
  std::string digits;
  while (!text.empty()) {
    std::string_view line = trimmedLeft(nextLine(text));
    const std::size_t address = std::min(line.find_first_of(": "), line.size());
    if (address < kFewestDigits || !std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(address),
                                                [](char c) { return hexDigit(c) >= 0; }))
      continue;
    line = trimmedLeft(line.substr(std::min(address + 1, line.size())));
    line = line.substr(0, std::min(line.find('|'), line.size()));
    constexpr std::size_t kMostBytes = 16; // "1c 00 00 00  5446" has two blanks in the middle as well
    std::size_t taken = 0;
    for (std::size_t i = 0; i < line.size() && taken < 2 * kMostBytes; ++i) {
      if (line[i] == ' ') continue;
      if (hexDigit(line[i]) < 0) break;
      digits += line[i];
      ++taken;
    }
  }
  return modelOfDigits(digits, hexDigit, 4);
}

std::string quotedAfter(std::string_view source, std::string_view word) {
  const std::size_t at = source.find(word);
  if (at == std::string_view::npos) return {};
  const std::size_t open = source.find_first_of("\"<\n", at + word.size());
  if (open == std::string_view::npos || source[open] == '\n') return {};
  const std::size_t close = source.find_first_of("\">\n", open + 1);
  return close == std::string_view::npos ? std::string() : std::string(source.substr(open + 1, close - open - 1));
}

// The name in "extern const unsigned char NAME[];".
std::string declaredArray(std::string_view source) {
  for (std::size_t at = source.find("extern"); at != std::string_view::npos; at = source.find("extern", at + 1)) {
    constexpr std::size_t kLongest = 400;
    const std::string_view declaration = source.substr(at, kLongest);
    const std::size_t bracket = declaration.find_first_of(";[{");
    if (bracket == std::string_view::npos || declaration[bracket] != '[') continue;
    std::size_t last = bracket;
    while (last > 0 && !isWord(declaration[last - 1])) --last;
    std::size_t begin = last;
    while (begin > 0 && isWord(declaration[begin - 1])) --begin;
    return std::string(declaration.substr(begin, last - begin));
  }
  return {};
}

} // namespace

std::optional<std::vector<std::uint8_t>> modelInText(std::string_view text) {
  if (auto model = modelInLists(text, '[', ']')) return model;
  if (auto model = modelInLists(text, '{', '}')) return model;
  if (auto model = StringScanner(text).model()) return model;
  if (auto model = modelInAssembler(text)) return model;
  if (auto model = modelOfPlainDigits(text)) return model;
  if (auto model = modelInDump(text)) return model;
  return modelOfList(text);
}

std::string whyNoArray(std::string_view source) {
  for (const char* word : {".incbin", "#embed", "include_bytes!", "INCBIN"})
    if (const std::string file = quotedAfter(source, word); !file.empty())
      return fmt::format("the source includes the model from another file: give {}", file);
  const std::string plain = plainSource(source);
  if (const std::string name = declaredArray(plain); !name.empty())
    return fmt::format("the source only declares {}: give the file that defines it, with {}[] = {{…}} in it", name,
                       name);
  return {};
}

} // namespace arenascope::model
