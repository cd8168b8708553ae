#include "app/cli/json_lines.h"

#include <fmt/format.h>

#include <fstream>

#include "core/output/json_parts.h"
#include "core/output/json_writer.h"

namespace arenascope::cli {

using profile::Json;

namespace {

std::optional<Error> wrongLine(const Json& line, const std::string& target, const std::string& kernels) {
  if (!profile::isProfile(line)) return Error{Stage::kUsage, "is not a report of this program: choose another file"};
  const std::string itsKernels = line.value("kernels", "");
  if (line.value("target", "") != target || (!kernels.empty() && !itsKernels.empty() && itsKernels != kernels))
    return Error{Stage::kUsage, "is a report for " + line.value("target", "") + ", " + itsKernels +
                                    " kernels: reports with other settings go into another file"};
  return std::nullopt;
}

} // namespace

Result<JsonLines> JsonLines::open(const std::string& path, const std::string& target, const std::string& kernels) {
  JsonLines lines;
  lines.path_ = path;
  if (path == "-") {
    lines.file_.reset(stdout);
    return lines;
  }
  std::error_code code;
  if (std::filesystem::exists(path, code)) {
    std::ifstream stream(path, std::ios::binary);
    std::uintmax_t whole = 0;
    int number = 0;
    for (std::string text; std::getline(stream, text) && !stream.eof(); whole += text.size() + 1) {
      ++number;
      const Json line = Json::parse(text, nullptr, false);
      if (auto wrong = wrongLine(line, target, kernels))
        return Error{wrong->stage, fmt::format("{}: line {} {}", path, number, wrong->message)};
      lines.models_.insert(line["model"]["path"].get<std::string>());
    }
    if (std::filesystem::is_regular_file(path, code)) std::filesystem::resize_file(path, whole, code);
  }
  lines.file_.reset(std::fopen(path.c_str(), "ab"));
  if (code || lines.file_ == nullptr) return Error{Stage::kExport, path + " cannot be written"};
  return lines;
}

std::optional<Error> JsonLines::add(const profile::Report& report) {
  const std::string line = profile::toJsonLine(report);
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fflush(file_.get()) != 0)
    return Error{Stage::kExport, (path_ == "-" ? "standard output" : path_) + " cannot be written"};
  return std::nullopt;
}

} // namespace arenascope::cli
