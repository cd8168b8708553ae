#include "core/model/load/number_list.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

#include "core/model/load/c_source.h"

namespace arenascope::model {

namespace {

constexpr std::size_t kLongestType = 40; // characters

struct ListedNumber {
  std::uint64_t value = 0; // without its sign
  bool negative = false;

  bool fits(unsigned int bits) const {
    return bits == 64 || value <= (std::uint64_t{1} << (bits - (negative ? 1 : 0))) - (negative ? 0 : 1);
  }
  std::uint64_t asWord() const { return negative ? ~value + 1 : value; }
};

bool isDecimal(char c) { return c >= '0' && c <= '9'; }

// "1cU", "28u8", "28UL": what stands behind the digits says a type.
std::string_view withoutSuffix(std::string_view digits) {
  for (const std::string_view rust : {"_u8", "_i8", "u8", "i8", "u16", "u32", "u64"})
    if (digits.size() > rust.size() && digits.ends_with(rust)) return digits.substr(0, digits.size() - rust.size());
  while (digits.size() > 1 && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
    digits.remove_suffix(1);
  return digits;
}

std::optional<std::uint64_t> parseDigits(std::string_view token) {
  int base = 10;
  const bool marked = token.starts_with('$'); // Pascal; assemblers write "01Ch"
  if (marked || (token.size() > 2 && (token.back() == 'h' || token.back() == 'H'))) {
    base = 16;
    marked ? token.remove_prefix(1) : token.remove_suffix(1);
  }
  const std::string_view prefix = token.substr(0, 2);
  const bool plain = base == 10;
  if (plain && (prefix == "0x" || prefix == "0X"))
    base = 16;
  else if (plain && (prefix == "0b" || prefix == "0B"))
    base = 2;
  else if (plain && prefix == "0o")
    base = 8;
  if (plain && base != 10) token.remove_prefix(2);
  if (plain) token = withoutSuffix(token);
  if (base == 10 && token.size() > 1 && token.front() == '0') base = 8;
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), value, base);
  if (code != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

class NumberList {
public:
  explicit NumberList(std::string_view text) : text_(text) {}

  // Calls put() for each number. False when anything else is among them, or put() wants no more.
  template <class Put>
  bool each(Put put) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',' || c == ')')
        ++at_;
      else if (c == '/' || c == '#')
        skipComment();
      else if (c == '(')
        skipCast();
      else if (isDecimal(c) || c == '-' || c == '$') {
        const std::optional<ListedNumber> number = take();
        if (!number || !put(*number)) return false;
      } else if (!skipCalledType())
        return false;
      if (wrong_) return false;
    }
    return true;
  }

private:
  void skipComment() {
    const bool block = text_.substr(at_, 2) == "/*";
    wrong_ = !block && text_[at_] == '/' && text_.substr(at_, 2) != "//";
    const std::size_t end = text_.find(block ? "*/" : "\n", at_);
    at_ = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 1);
  }

  // "(uint8_t)" goes, of "(0x1c)" its bracket alone.
  void skipCast() {
    const std::string_view inside =
        text_.substr(at_ + 1, std::min(text_.substr(at_ + 1, kLongestType).find(')'), kLongestType));
    const std::size_t close = at_ + 1 + inside.size();
    const bool isType =
        close < text_.size() && text_[close] == ')' && !inside.empty() && !isDecimal(inside.front()) &&
        inside.front() != '-' &&
        std::all_of(inside.begin(), inside.end(), [](char c) { return isWord(c) || c == ' ' || c == ':' || c == '*'; });
    at_ = isType ? close + 1 : at_ + 1;
  }

  // "uint8_t(" and "static_cast<uint8_t>(".
  bool skipCalledType() {
    const std::size_t length = text_.substr(at_, kLongestType).find('(');
    if (length == std::string_view::npos) return false;
    const std::string_view type = text_.substr(at_, length);
    if (!std::all_of(type.begin(), type.end(),
                     [](char c) { return isWord(c) || std::string_view(" :<>").find(c) != std::string_view::npos; }))
      return false;
    at_ += length + 1;
    return true;
  }

  std::optional<ListedNumber> take() {
    ListedNumber number;
    number.negative = text_[at_] == '-';
    if (number.negative) ++at_;
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '$') ++at_;
    while (at_ < text_.size() && isWord(text_[at_])) ++at_;
    const std::optional<std::uint64_t> value = parseDigits(text_.substr(begin, at_ - begin));
    if (!value) return std::nullopt;
    number.value = *value;
    return number;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool wrong_ = false;
};

std::optional<std::vector<std::uint8_t>> modelOfWords(std::string_view list, unsigned int bits, bool bigEndian) {
  std::vector<std::uint8_t> bytes;
  const bool all = NumberList(list).each([&](const ListedNumber& number) {
    if (!number.fits(bits)) return false;
    const std::uint64_t word = number.asWord();
    for (unsigned int i = 0; i < bits; i += 8)
      bytes.push_back(static_cast<std::uint8_t>(word >> (bigEndian ? bits - 8 - i : i)));
    return bytes.size() < 8 || hasIdentifier(bytes);
  });
  if (!all || !hasIdentifier(bytes)) return std::nullopt;
  return bytes;
}

} // namespace

std::optional<std::vector<std::uint8_t>> bytesOfList(std::string_view list) {
  std::vector<std::uint8_t> bytes;
  const bool all = NumberList(list).each([&](const ListedNumber& number) {
    bytes.push_back(static_cast<std::uint8_t>(number.asWord()));
    return number.fits(8);
  });
  if (!all) return std::nullopt;
  return bytes;
}

std::optional<std::vector<std::uint8_t>> modelOfWords(std::string_view list) {
  for (const unsigned int bits : {32U, 16U, 64U})
    for (const bool bigEndian : {false, true})
      if (auto model = modelOfWords(list, bits, bigEndian)) return model;
  return std::nullopt;
}

bool hasIdentifier(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kIdentifier = "TFL3"; // after the offset of the root
  return bytes.size() >= 8 && std::equal(kIdentifier.begin(), kIdentifier.end(), bytes.begin() + 4);
}

} // namespace arenascope::model
