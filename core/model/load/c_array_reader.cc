#include "core/model/load/c_array_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "core/model/load/c_source.h"
#include "core/model/load/model_text.h"
#include "core/model/load/number_list.h"

namespace arenascope::model {

namespace {

constexpr std::size_t kMostParts = 8;
constexpr std::uintmax_t kMostSource = std::uintmax_t{1} << 30;

// "std::byte{0x1c}" is a number, and no list of one.
void blankByteBraces(std::string& text) {
  constexpr std::string_view kByte = "byte{";
  constexpr std::size_t kLongestNumber = 16;
  for (std::size_t at = text.find(kByte); at != std::string::npos; at = text.find(kByte, at + 1)) {
    const std::size_t begin = at >= 5 && text.compare(at - 5, 5, "std::") == 0 ? at - 5 : at;
    const std::size_t open = at + kByte.size() - 1;
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos || close - open > kLongestNumber) continue;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(open) + 1,
              ' ');
    text[close] = ' ';
  }
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

// A model's array at the end of a source that is cut off before its closing brace.
std::optional<CArray> unclosedArray(const std::string& text) {
  const std::size_t open = text.rfind('{');
  if (open == std::string::npos || text.find('}', open) != std::string::npos) return std::nullopt;
  std::string_view list = std::string_view(text).substr(open + 1);
  list = list.substr(0, list.find_last_of(',') + 1); // of the last byte not all may be there
  auto bytes = bytesOfList(list);
  if (!bytes || !hasIdentifier(*bytes)) return std::nullopt;
  return CArray{declaredName(std::string_view(text).substr(0, open)), std::move(*bytes)};
}

bool isModel(const CArray& array) { return hasIdentifier(array.bytes); }

std::string namesOf(const std::vector<CArray>& arrays) {
  std::string names;
  for (const CArray& array : arrays) names += (names.empty() ? "" : ", ") + array.name;
  return names;
}

} // namespace

std::vector<CArray> readCArrays(std::string_view source) {
  std::string text = plainSource(source);
  blankByteBraces(text);
  std::vector<CArray> arrays;
  for (std::size_t open = text.find('{'); open != std::string::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    const std::size_t innermost = text.rfind('{', close);
    auto bytes = bytesOfList(std::string_view(text).substr(innermost + 1, close - innermost - 1));
    if (bytes && !bytes->empty())
      arrays.push_back({declaredName(std::string_view(text).substr(0, innermost)), std::move(*bytes)});
    open = text.find('{', close);
  }
  if (std::optional<CArray> rest = unclosedArray(text)) arrays.push_back(std::move(*rest));
  return arrays;
}

bool isCSource(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  for (const char* known : {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".inc", ".ino"})
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

std::vector<std::vector<std::uint8_t>> joinedArrays(std::string_view source) {
  std::vector<std::vector<std::uint8_t>> joined;
  for (CArray& array : readCArrays(source)) {
    if (joined.empty()) {
      if (isModel(array)) joined.push_back(std::move(array.bytes));
      continue;
    }
    if (isModel(array)) return {};
    std::vector<std::uint8_t> longer = joined.back();
    longer.insert(longer.end(), array.bytes.begin(), array.bytes.end());
    joined.push_back(std::move(longer));
    if (joined.size() > kMostParts) return {};
  }
  return joined;
}

Result<std::vector<std::uint8_t>> readCArray(std::string_view source, std::string_view name) {
  std::vector<CArray> arrays = readCArrays(source);
  if (std::none_of(arrays.begin(), arrays.end(), isModel) && name.empty())
    if (auto other = modelInText(source)) return std::move(*other);
  if (arrays.empty()) {
    const std::string why = whyNoArray(source);
    return Error{Stage::kLoad, why.empty() ? "the source has no byte array in braces" : why};
  }
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
        fmt::format("the source has {} models: {}; append a colon and a name to the file's name, as in file.cc:{}",
                    models.size(), namesOf(models), models.front().name)};
  if (models.size() == 1) return std::move(models.front().bytes);
  const auto longest = std::max_element(
      arrays.begin(), arrays.end(), [](const CArray& a, const CArray& b) { return a.bytes.size() < b.bytes.size(); });
  return std::move(longest->bytes);
}

} // namespace arenascope::model
