#include "core/profile/c_array_reader.h"

#include <cctype>
#include <charconv>
#include <optional>

namespace arenascope::profile {

namespace {

// Source text without comments; each becomes one blank.
std::string withoutComments(std::string_view source) {
  std::string text;
  text.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    std::string_view end;
    if (source.substr(i, 2) == "//") end = "\n";
    if (source.substr(i, 2) == "/*") end = "*/";
    if (end.empty()) {
      text += source[i];
      continue;
    }
    const std::size_t close = source.find(end, i + 2);
    i = close == std::string_view::npos ? source.size() : close + end.size() - 1;
    text += ' ';
  }
  return text;
}

std::optional<std::uint8_t> parseByte(std::string_view token) {
  int base = 10;
  if (token.starts_with("0x") || token.starts_with("0X")) {
    base = 16;
    token.remove_prefix(2);
  } else if (token.size() > 1 && token.front() == '0') {
    base = 8;
  }
  while (!token.empty() && (token.back() == 'u' || token.back() == 'U')) token.remove_suffix(1);
  unsigned int value = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), value, base);
  if (code != std::errc() || end != token.data() + token.size() || value > 255) return std::nullopt;
  return static_cast<std::uint8_t>(value);
}

// The numbers between two braces; nothing when there is anything else among them.
std::optional<std::vector<std::uint8_t>> parseList(std::string_view list) {
  std::vector<std::uint8_t> bytes;
  std::size_t i = 0;
  while (i < list.size()) {
    if (std::isspace(static_cast<unsigned char>(list[i])) != 0 || list[i] == ',') {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < list.size() && std::isalnum(static_cast<unsigned char>(list[end])) != 0) ++end;
    const std::optional<std::uint8_t> byte = parseByte(list.substr(i, end - i));
    if (!byte) return std::nullopt;
    bytes.push_back(*byte);
    i = end;
  }
  return bytes;
}

} // namespace

Result<std::vector<std::uint8_t>> readCArray(std::string_view source) {
  const std::string text = withoutComments(source);
  std::vector<std::uint8_t> longest;
  std::size_t open = text.find('{');
  while (open != std::string::npos) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    const std::size_t innermost = text.rfind('{', close);
    auto bytes = parseList(std::string_view(text).substr(innermost + 1, close - innermost - 1));
    if (bytes && bytes->size() > longest.size()) longest = std::move(*bytes);
    open = text.find('{', close);
  }
  if (longest.empty()) return Error{"load", "the source has no array of bytes in braces"};
  return longest;
}

} // namespace arenascope::profile
