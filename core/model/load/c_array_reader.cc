#include "core/model/load/c_array_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "core/model/load/c_source.h"

namespace arenascope::model {

namespace {

constexpr std::uintmax_t kMostSource = std::uintmax_t{1} << 30;

std::optional<std::uint8_t> parseByte(std::string_view token) {
  const bool negative = token.starts_with('-'); // of an array of signed bytes
  if (negative) token.remove_prefix(1);
  int base = 10;
  if (token.starts_with("0x") || token.starts_with("0X")) {
    base = 16;
    token.remove_prefix(2);
  } else if (token.size() > 1 && token.front() == '0') {
    base = 8;
  }
  while (!token.empty() && std::string_view("uUlL").find(token.back()) != std::string_view::npos)
    token.remove_suffix(1);
  unsigned int value = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), value, base);
  if (code != std::errc() || end != token.data() + token.size() || value > (negative ? 128U : 255U))
    return std::nullopt;
  return static_cast<std::uint8_t>(negative ? 256U - value : value);
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
    std::size_t end = list[i] == '-' ? i + 1 : i;
    while (end < list.size() && std::isalnum(static_cast<unsigned char>(list[end])) != 0) ++end;
    const std::optional<std::uint8_t> byte = parseByte(list.substr(i, end - i));
    if (!byte) return std::nullopt;
    bytes.push_back(*byte);
    i = end;
  }
  return bytes;
}

// The name in "alignas(16) const unsigned char NAME[] = ", which ends where the list begins.
std::string declaredName(std::string_view before) {
  const std::size_t statement = before.find_last_of(";{}");
  if (statement != std::string_view::npos) before.remove_prefix(statement + 1);
  const std::size_t equals = before.rfind('=');
  if (equals != std::string_view::npos) before = before.substr(0, equals);
  // std::array<unsigned char, 4> NAME = and NAME[4] alike: brackets after it go, then it is the last word.
  const std::size_t bracket = before.find('[');
  if (bracket != std::string_view::npos) before = before.substr(0, bracket);
  std::size_t end = before.size();
  while (end > 0 && !isWord(before[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && isWord(before[begin - 1])) --begin;
  return std::string(before.substr(begin, end - begin));
}

bool isModel(const CArray& array) {
  constexpr std::string_view kIdentifier = "TFL3"; // after the offset of the root
  return array.bytes.size() >= 8 && std::equal(kIdentifier.begin(), kIdentifier.end(), array.bytes.begin() + 4);
}

std::string namesOf(const std::vector<CArray>& arrays) {
  std::string names;
  for (const CArray& array : arrays) names += (names.empty() ? "" : ", ") + array.name;
  return names;
}

} // namespace

std::vector<CArray> readCArrays(std::string_view source) {
  const std::string text = plainSource(source);
  std::vector<CArray> arrays;
  for (std::size_t open = text.find('{'); open != std::string::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    const std::size_t innermost = text.rfind('{', close);
    auto bytes = parseList(std::string_view(text).substr(innermost + 1, close - innermost - 1));
    if (bytes && !bytes->empty())
      arrays.push_back({declaredName(std::string_view(text).substr(0, innermost)), std::move(*bytes)});
    open = text.find('{', close);
  }
  return arrays;
}

bool isCSource(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  for (const char* known : {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".inc"})
    if (extension == known) return true;
  return false;
}

std::pair<std::filesystem::path, std::string> splitArrayName(const std::filesystem::path& path) {
  std::error_code code;
  const std::string text = path.string();
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(path, code) || !isCSource(text.substr(0, colon)))
    return {path, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::vector<std::string> modelArraysIn(const std::filesystem::path& path) {
  std::error_code code;
  std::vector<std::string> names;
  if (!isCSource(path) || !std::filesystem::is_regular_file(path, code) ||
      std::filesystem::file_size(path, code) > kMostSource || code)
    return names;
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  for (const CArray& array : readCArrays(text))
    if (isModel(array)) names.push_back(array.name);
  return names;
}

Result<std::vector<std::uint8_t>> readCArray(std::string_view source, std::string_view name) {
  std::vector<CArray> arrays = readCArrays(source);
  if (arrays.empty()) return Error{Stage::kLoad, "the source has no array of bytes in braces"};
  if (!name.empty()) {
    for (CArray& array : arrays)
      if (array.name == name) return std::move(array.bytes);
    return Error{Stage::kLoad, "the source has no array " + std::string(name) + "; it has: " + namesOf(arrays)};
  }
  std::vector<CArray> models;
  std::copy_if(arrays.begin(), arrays.end(), std::back_inserter(models), isModel);
  if (models.size() > 1)
    return Error{
        Stage::kLoad,
        fmt::format(
            "the source has {} models: {}; choose one with its name after the file's and a colon, as in file.cc:{}",
            models.size(), namesOf(models), models.front().name)};
  if (models.size() == 1) return std::move(models.front().bytes);
  const auto longest = std::max_element(
      arrays.begin(), arrays.end(), [](const CArray& a, const CArray& b) { return a.bytes.size() < b.bytes.size(); });
  return std::move(longest->bytes);
}

} // namespace arenascope::model
