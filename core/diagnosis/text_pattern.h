// Recognises a text printed from a pattern with arguments in a pasted log, whatever its case, quotes, punctuation and
// line breaks between words. Takes time in proportion to the text.
//
// A pattern is literal but for arguments in braces: {n}, {x}, {s}, {t}, {T}, {c} or a name: a number, a hexadecimal
// one (its name is x_name), a word, text up to what follows in the line, a type's number (TfLiteType), a character. One
// that it begins with stands before what it is found by: a word, {t} a path, {line} the line from its begin on. A
// bar: what follows need not be there, or not whole. At its start `<`: a source file with a line number stands before
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope::diagnosis {

enum class Argument : std::uint8_t { kNumber, kHexadecimal, kWord, kText, kType, kCharacter };

struct PatternPart {
  std::string literal; // lower case; empty for an argument
  Argument argument = Argument::kNumber;
  std::string name; // of the argument: "requested"; as its kind otherwise
  bool optional = false;
};

struct PatternMatch {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> values; // of arguments in order, as far as the text has them
};

class TextPattern {
public:
  explicit TextPattern(std::string_view pattern);

  bool followsSource() const { return followsSource_; }
  // The first three characters of the literal by which it is found; lower case.
  std::string_view key() const;
  // The match if its key is at `at`; nothing if the text does not match.
  std::optional<PatternMatch> match(std::string_view text, std::size_t at) const;
  const std::vector<PatternPart>& parts() const { return parts_; }

private:
  void addArgument(std::string_view name, bool optional);

  std::vector<PatternPart> parts_;
  bool followsSource_ = false;
};

// "INT16" for 7, as TfLiteTypeGetName() prints it; empty if no type has the number.
std::string_view typeOfNumber(std::string_view number);
// Whether it is the name of a type.
bool isTypeName(std::string_view name);

} // namespace arenascope::diagnosis
