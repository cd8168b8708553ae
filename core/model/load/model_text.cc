#include "core/model/load/model_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/text_parts.h"
#include "core/model/load/c_source.h"
#include "core/model/load/number_list.h"
#include "core/model/load/text_forms.h"

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

std::optional<Bytes> ifModel(Bytes bytes) {
  if (!hasIdentifier(bytes)) return std::nullopt;
  return bytes;
}

std::optional<Bytes> modelOfPlainDigits(std::string_view text) {
  if (auto model = modelOfHexDigits(text)) return model;
  return modelOfBase64(text);
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

std::string_view trimmedLeft(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

// What stands behind ".byte" and its like, without a comment; empty for any other line.
std::string_view dataOfDirective(std::string_view line) {
  static constexpr std::array<std::string_view, 20> kDirectives = {
      ".byte", ".2byte", ".4byte", ".hword", ".short", ".word", ".long", ".int", ".quad", ".dc.b",
      "DCB",   "DCD",    "DC8",    "DC16",   "DC32",   "FCB",   "DB",    "DD",   "db",    "dd"};
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) line.remove_prefix(colon + 1); // "g_model: .byte 28"
  line = trimmedLeft(line);
  const std::size_t label = std::min(line.find_first_of(" \t"), line.size()); // "g_model db 28"
  for (std::string_view rest : {line, trimmedLeft(line.substr(label))})
    for (const std::string_view directive : kDirectives)
      if (rest.starts_with(directive) && rest.size() > directive.size() && isBlankCharacter(rest[directive.size()])) {
        rest.remove_prefix(directive.size());
        return rest.substr(0, std::min(rest.find_first_of("@;#"), rest.size()));
      }
  return {};
}

std::optional<Bytes> modelInAssembler(std::string_view text) {
  std::string list;
  while (!text.empty())
    if (const std::string_view data = dataOfDirective(takeUntil(text, '\n')); !data.empty())
      list.append(data).append(",\n");
  if (list.empty()) return std::nullopt;
  return modelOfList(list);
}

std::string quotedAfter(std::string_view source, std::string_view word) {
  const std::size_t at = source.find(word);
  if (at == std::string_view::npos) return {};
  const std::size_t open = source.find_first_of("\"<\n", at + word.size());
  if (open == std::string_view::npos || source[open] == '\n') return {};
  const std::size_t close = source.find_first_of("\">\n", open + 1);
  return close == std::string_view::npos ? std::string() : std::string(source.substr(open + 1, close - open - 1));
}

// The name in "extern const unsigned char NAME[];" and "extern const unsigned char* NAME;".
std::string declaredArray(std::string_view source) {
  for (std::size_t at = source.find("extern"); at != std::string_view::npos; at = source.find("extern", at + 1)) {
    constexpr std::size_t kLongest = 400;
    const std::string_view declaration = source.substr(at, kLongest);
    const std::size_t bracket = declaration.find_first_of(";[{");
    if (bracket == std::string_view::npos || declaration[bracket] == '{') continue;
    if (declaration[bracket] == ';' && declaration.substr(0, bracket).find('*') == std::string_view::npos) continue;
    std::size_t last = bracket;
    while (last > 0 && !isWord(declaration[last - 1])) --last;
    std::size_t begin = last;
    while (begin > 0 && isWord(declaration[begin - 1])) --begin;
    return std::string(declaration.substr(begin, last - begin));
  }
  return {};
}

// A list that begins as a model and goes on with "...".
bool isExcerpt(std::string_view source) {
  int left = 8; // of places that are looked at
  for (const std::string_view dots : {std::string_view("..."), std::string_view("\u2026")})
    for (std::size_t at = source.find(dots); at != std::string_view::npos && left > 0;
         at = source.find(dots, at + 1), --left) {
      const std::size_t open = source.find_last_of("{[", at);
      if (open == std::string_view::npos) continue;
      const auto bytes = bytesOfList(source.substr(open + 1, at - open - 1));
      if (bytes && hasIdentifier(*bytes)) return true;
    }
  return false;
}

} // namespace

std::optional<std::vector<std::uint8_t>> modelInText(std::string_view text) {
  if (auto model = modelInLists(text, '[', ']')) return model;
  if (auto model = modelInLists(text, '{', '}')) return model;
  if (auto model = StringScanner(text).model()) return model;
  if (auto model = modelInAssembler(text)) return model;
  if (auto model = modelOfPlainDigits(text)) return model;
  if (auto model = modelInDump(text)) return model;
  if (auto model = modelInLists(text, '(', ')')) return model;
  for (const std::string& definition : definitionsIn(text))
    if (auto model = modelOfList(definition)) return model;
  if (auto model = modelOfList(text)) return model;
  const std::optional<std::string> plain = withoutMargins(text);
  if (!plain) return std::nullopt;
  if (auto model = modelInLists(*plain, '{', '}')) return model;
  return modelOfList(*plain);
}

std::string includedFile(std::string_view source) {
  for (const char* word : {"incbin", "#embed", "include_bytes!", "INCBIN", "@embedFile"})
    if (std::string file = quotedAfter(source, word); !file.empty()) return file;
  constexpr std::string_view kGo = "//go:embed ";
  const std::size_t at = source.find(kGo);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = source.substr(at + kGo.size());
  return std::string(rest.substr(0, std::min(rest.find_first_of(" \t\r\n"), rest.size())));
}

std::string whyNoArray(std::string_view source) {
  if (const std::string file = includedFile(source); !file.empty())
    return fmt::format("the source includes the model from another file: give {}", file);
  const std::string plain = plainSource(source);
  if (const std::string name = declaredArray(plain); !name.empty())
    return fmt::format("the source only declares {}: give the file that defines it, with {}[] = {{…}} in it", name,
                       name);
  if (isExcerpt(plain))
    return "the array is an excerpt, with \"...\" instead of most of its bytes: give the whole source";
  return {};
}

} // namespace arenascope::model
