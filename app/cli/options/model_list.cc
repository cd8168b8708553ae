#include "app/cli/options/model_list.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string_view>

#include "service/profile/image_engine.h"

namespace arenascope::cli {

namespace {

constexpr std::string_view kModelEndings[] = {".tflite", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp"};

std::vector<std::string> linesOf(std::istream& stream) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back(); // lists may have Windows line ends
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

bool isBinary(const std::vector<std::string>& lines) {
  return std::any_of(lines.begin(), lines.end(),
                     [](const std::string& line) { return line.find('\0') != std::string::npos; });
}

Result<std::vector<std::string>> modelsIn(const std::filesystem::path& folder) {
  std::vector<std::string> models;
  std::error_code code;
  for (std::filesystem::recursive_directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code))
    if (entry->path().extension() == ".tflite") models.push_back(entry->path().string());
  if (code) return Error{Stage::kInput, folder.string() + " cannot be read: " + code.message()};
  if (models.empty()) return Error{Stage::kInput, folder.string() + ": no .tflite file in this folder"};
  std::sort(models.begin(), models.end());
  return models;
}

} // namespace

Result<std::vector<std::string>> modelsOf(const std::string& source) {
  if (source == "-") {
    std::vector<std::string> models = linesOf(std::cin);
    if (isBinary(models))
      return Error{Stage::kUsage, "standard input is not a list of paths; for a model there: `arenascope profile -`"};
    return models;
  }
  const std::filesystem::path path = source;
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return modelsIn(path);
  if (std::find(std::begin(kModelEndings), std::end(kModelEndings), path.extension().string()) !=
      std::end(kModelEndings))
    return std::vector{source};
  if (service::isFirmwareImage(path)) return std::vector{source};
  std::ifstream list(path);
  if (!std::filesystem::is_regular_file(path, code) || !list)
    return Error{Stage::kInput, source + ": no such file; name folders, lists of paths, or models"};
  std::vector<std::string> models = linesOf(list);
  if (models.empty()) return Error{Stage::kInput, source + ": no model in this list"};
  if (isBinary(models))
    return Error{Stage::kInput, source + ": neither a model nor a list of paths: the file is not text"};
  return models;
}

} // namespace arenascope::cli
