#include "core/diagnosis/misspelt.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/base/likely_name.h"
#include "core/base/text_format.h"
#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/text_pattern.h"

namespace arenascope::diagnosis {

namespace {

constexpr std::size_t kLongestLine = 1'000; // characters
constexpr std::size_t kMostTokens = 60;

bool isApostrophe(char c) { return c == '\'' || c == '`'; }
bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string word; // lower case, without quotes inside: "didnt"
};

std::vector<Token> tokensOf(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!isOfWord(text[at])) continue;
    Token token{.begin = at, .end = at, .word = {}};
    while (at < text.size() &&
           (isOfWord(text[at]) || (isApostrophe(text[at]) && at + 1 < text.size() && isOfWord(text[at + 1])))) {
      if (!isApostrophe(text[at])) token.word += text[at];
      token.end = ++at;
    }
    token.word = lowered(token.word);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

// A word of a known text, or an argument.
struct Element {
  std::string word;    // lower case; empty for an argument
  std::string written; // with its quotes
  Argument argument = Argument::kNumber;
  bool optional = false;
};

std::vector<Element> elementsOf(std::string_view written) {
  const TextPattern pattern(written);
  const std::string lower = lowered(std::string(written));
  std::size_t at = 0; // of a part in the pattern as it is written
  std::vector<Element> elements;
  for (const PatternPart& part : pattern.parts()) {
    if (part.literal.empty()) elements.push_back({{}, {}, part.argument, part.optional});
    at = std::min(lower.find(part.literal, at), lower.size());
    for (const Token& token : tokensOf(part.literal))
      elements.push_back({token.word, std::string(written.substr(at + token.begin, token.end - token.begin)),
                          Argument::kWord, part.optional});
  }
  return elements;
}

bool areAlike(std::string_view given, std::string_view word) {
  constexpr std::size_t kShort = 3;
  constexpr std::size_t kLong = 7;
  if (given == word) return true;
  const std::size_t accepted = word.size() <= kShort ? 0 : word.size() <= kLong ? 1 : 2;
  const std::size_t differ = given.size() > word.size() ? given.size() - word.size() : word.size() - given.size();
  return differ <= accepted && mistakesIn(given, word) <= accepted;
}

// "1O24" as text recognition reads it: mostly digits.
std::string asNumber(const std::string& word) {
  const auto digits = std::count_if(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (2 * digits < static_cast<std::ptrdiff_t>(word.size())) return word;
  std::string number = word;
  std::replace(number.begin(), number.end(), 'o', '0');
  std::replace(number.begin(), number.end(), 'l', '1');
  std::replace(number.begin(), number.end(), 'i', '1');
  return number;
}

struct Change {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

struct Likeness {
  std::vector<Change> changes;
  std::size_t found = 0; // letters of needed words
  std::size_t needed = 0;
  std::size_t words = 0; // needed ones
};

// How the words from one token on are those of a known text, one after the other.
class Alignment {
public:
  Alignment(const std::vector<Token>& tokens, std::size_t first) : tokens_(tokens), at_(first) {}

  Likeness with(const std::vector<Element>& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (!elements[i].word.empty())
        take(elements[i]);
      else
        skipArgument(elements[i], i + 1 < elements.size() ? elements[i + 1].word : std::string());
    }
    return std::move(likeness_);
  }

private:
  bool isAlike(std::size_t token, const std::string& word) const {
    return token < tokens_.size() && areAlike(tokens_[token].word, word);
  }
  bool areAlikeTogether(std::size_t token, const std::string& word) const {
    return token + 1 < tokens_.size() && areAlike(tokens_[token].word + tokens_[token + 1].word, word);
  }

  void take(const Element& element) {
    if (!element.optional) {
      likeness_.needed += element.word.size();
      ++likeness_.words;
    }
    std::size_t last = at_;
    if (areAlikeTogether(at_, element.word))
      ++last;
    else if (!isAlike(at_, element.word)) {
      if (!isAlike(at_ + 1, element.word)) return; // the word is missing
      last = ++at_;
    }
    likeness_.changes.push_back({tokens_[at_].begin, tokens_[last].end, element.written});
    if (!element.optional) likeness_.found += element.word.size();
    at_ = last + 1;
  }

  void skipArgument(const Element& element, const std::string& next) {
    if (at_ >= tokens_.size()) return;
    if (element.argument == Argument::kText) {
      while (at_ < tokens_.size() && !(next.empty() ? false : isAlike(at_, next))) ++at_;
      return;
    }
    if (element.argument == Argument::kNumber) {
      const std::string number = asNumber(tokens_[at_].word);
      if (number != tokens_[at_].word) likeness_.changes.push_back({tokens_[at_].begin, tokens_[at_].end, number});
    }
    ++at_;
  }

  const std::vector<Token>& tokens_;
  std::size_t at_;
  Likeness likeness_;
};

bool isEnough(const Likeness& likeness) {
  constexpr std::size_t kFewestLetters = 12;
  constexpr std::size_t kFewestWords = 3;
  return likeness.words >= kFewestWords && likeness.needed >= kFewestLetters && likeness.found == likeness.needed;
}

const std::vector<std::vector<Element>>& knownTexts() {
  static const std::vector<std::vector<Element>> kTexts = [] {
    std::vector<std::vector<Element>> texts;
    for (const MessageText& text : messageTexts()) {
      const std::string_view pattern = text.pattern;
      if (!pattern.starts_with('<')) texts.push_back(elementsOf(pattern));
    }
    return texts;
  }();
  return kTexts;
}

} // namespace

std::optional<std::string> spelled(std::string_view line) {
  if (line.size() > kLongestLine) return std::nullopt;
  std::vector<Token> tokens = tokensOf(line);
  if (tokens.size() > kMostTokens) return std::nullopt;
  Likeness best;
  for (const std::vector<Element>& text : knownTexts())
    for (std::size_t first = 0; first < tokens.size(); ++first) {
      if (text.front().word.empty() || !areAlike(tokens[first].word, text.front().word)) continue;
      Likeness likeness = Alignment(tokens, first).with(text);
      if (isEnough(likeness) && likeness.needed > best.needed) best = std::move(likeness);
    }
  if (best.changes.empty()) return std::nullopt;
  std::string made(line);
  for (auto change = best.changes.rbegin(); change != best.changes.rend(); ++change)
    made.replace(change->begin, change->end - change->begin, change->text);
  return made;
}

} // namespace arenascope::diagnosis
