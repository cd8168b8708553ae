#include "core/model/load/c_source.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace arenascope::model {

namespace {

// What a character in quotes is as a byte: "a", "\\n", "\\x1c", "\\034".
std::optional<unsigned int> characterValue(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character.front());
  if (character.size() < 2 || character.front() != '\\') return std::nullopt;
  character.remove_prefix(1);
  constexpr std::string_view kNames = "abtnvfr"; // 7 to 13
  if (const std::size_t at = kNames.find(character.front()); character.size() == 1 && at != std::string_view::npos)
    return static_cast<unsigned int>(7 + at);
  if (character.size() == 1 && std::string_view("\\'\"?").find(character.front()) != std::string_view::npos)
    return static_cast<unsigned char>(character.front());
  const bool hexadecimal = character.front() == 'x';
  if (hexadecimal) character.remove_prefix(1);
  const std::string digits(character);
  const std::string_view known = hexadecimal ? "0123456789abcdefABCDEF" : "01234567";
  if (digits.empty() || digits.size() > (hexadecimal ? 2U : 3U) || digits.find_first_not_of(known) != std::string::npos)
    return std::nullopt;
  const unsigned long value = std::stoul(digits, nullptr, hexadecimal ? 16 : 8);
  return value <= 255 ? std::optional(static_cast<unsigned int>(value)) : std::nullopt;
}

class SourceReader {
public:
  explicit SourceReader(std::string_view source) : source_(source) { text_.reserve(source.size()); }

  std::string read() {
    while (at_ < source_.size()) {
      const std::string_view rest = source_.substr(at_);
      if (rest.starts_with("//"))
        skipTo("\n", 2);
      else if (rest.starts_with("/*"))
        skipTo("*/", 2);
      else if (rest.front() == '"')
        string();
      else if (rest.front() == '\'')
        quote();
      else
        text_ += source_[at_++];
    }
    return std::move(text_);
  }

private:
  // A blank instead of all up to and with `end`, which is looked for some characters from here.
  void skipTo(std::string_view end, std::size_t from) {
    const std::size_t close = source_.find(end, at_ + from);
    at_ = close == std::string_view::npos ? source_.size() : close + end.size();
    text_ += ' ';
  }

  // The letters and digits right before.
  std::string_view wordBefore() const {
    std::size_t begin = at_;
    while (begin > 0 && isWord(source_[begin - 1])) --begin;
    return source_.substr(begin, at_ - begin);
  }

  // Where the quote here is closed in its line; escaped characters are passed over.
  std::optional<std::size_t> closing() const {
    for (std::size_t i = at_ + 1; i < source_.size() && source_[i] != '\n'; ++i) {
      if (source_[i] == source_[at_]) return i;
      if (source_[i] == '\\') ++i;
    }
    return std::nullopt;
  }

  void string() {
    const std::string_view word = wordBefore();
    if (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R") return rawString();
    const std::optional<std::size_t> end = closing();
    text_ += end ? ' ' : '"';
    at_ = end.value_or(at_) + 1;
  }

  void rawString() {
    constexpr std::size_t kLongestDelimiter = 16;
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > kLongestDelimiter + 1) {
      text_ += source_[at_++];
      return;
    }
    skipTo(")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"", 1);
  }

  void quote() {
    const std::string_view word = wordBefore();
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) != 0) { // between digits
      ++at_;
      return;
    }
    const std::optional<std::size_t> end = closing();
    const auto byte = end ? characterValue(source_.substr(at_ + 1, *end - at_ - 1)) : std::nullopt;
    text_ += byte ? std::to_string(*byte) : source_.substr(at_, end.value_or(at_) + 1 - at_);
    at_ = end.value_or(at_) + 1;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::string text_;
};

} // namespace

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string plainSource(std::string_view source) { return SourceReader(source).read(); }

} // namespace arenascope::model
