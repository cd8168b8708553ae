#include "service/profile/image_settings.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>

namespace arenascope::service {

namespace {

constexpr std::uintmax_t kLargestSettings = 1 << 20; // bytes

// Decimal, or hexadecimal after 0x.
std::optional<std::uint32_t> number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Error wrongSetting(const std::string& what, const std::string& text) {
  return {Stage::kUsage, fmt::format("{}, not \"{}\"", what, text)};
}

} // namespace

std::optional<Error> setImageOption(ImageOptions& options, const std::string& name, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string left = text.substr(0, equals);
  std::optional<std::uint32_t> right;
  if (equals != std::string::npos) right = number(std::string_view(text).substr(equals + 1));
  if (name == "entry" && !text.empty()) {
    if (options.boot.entry.empty()) options.boot.entry = text;
  } else if (name == "skip") {
    if (left.empty() || (equals != std::string::npos && !right))
      return wrongSetting("skip takes a function, with an optional return value: SYMBOL or SYMBOL=VALUE", text);
    options.boot.skipped.emplace(left, right.value_or(0));
  } else if (name == "set") {
    const auto address = number(left);
    if (!address || !right) return wrongSetting("set takes a register and its value: ADDRESS=VALUE", text);
    options.boot.registers.emplace(*address & ~3U, *right);
  } else if (name == "base") {
    const auto base = number(text);
    if (!base) return wrongSetting("base takes the file's flash address", text);
    if (!options.base) options.base = base;
  } else if (name == "interpreter") {
    const auto which = number(text);
    if (!which || *which == 0)
      return wrongSetting("interpreter takes a number, counted from 1 in the order of construction", text);
    if (options.boot.interpreter == 0) options.boot.interpreter = *which;
  } else if (name == "model" && !text.empty()) {
    if (options.model.empty()) options.model = text;
  } else {
    return wrongSetting("the settings are entry, skip, set, base, interpreter and model", name);
  }
  return std::nullopt;
}

std::filesystem::path imageSettingsFile(const std::filesystem::path& image) {
  return std::filesystem::path(image) += ".arenascope";
}

std::optional<Error> readImageSettings(const std::filesystem::path& image, ImageOptions& options) {
  const std::filesystem::path path = imageSettingsFile(image);
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return std::nullopt;
  if (std::filesystem::file_size(path, code) > kLargestSettings)
    return Error{Stage::kUsage, path.string() + " is too large for settings of an image"};
  std::ifstream stream(path);
  int line = 1;
  for (std::string text; std::getline(stream, text); ++line) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string::npos || text[begin] == '#') continue;
    text = text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
    const std::size_t space = text.find_first_of(" \t");
    const std::string name = text.substr(0, space);
    const std::size_t rest = space == std::string::npos ? space : text.find_first_not_of(" \t", space);
    std::string value = rest == std::string::npos ? std::string() : text.substr(rest);
    // A model's path is meant from where the file is.
    if (name == "model" && !value.empty()) value = (path.parent_path() / value).string();
    if (auto wrong = setImageOption(options, name, value)) {
      wrong->message = fmt::format("{}, line {}: {}", path.string(), line, wrong->message);
      return wrong;
    }
  }
  return std::nullopt;
}

} // namespace arenascope::service
