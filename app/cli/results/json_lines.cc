#include "app/cli/results/json_lines.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/file_writer.h"
#include "core/output/json_parts.h"
#include "core/output/json_writer.h"

namespace arenascope::cli {

using output::Json;

namespace {

constexpr mode_t kNewFile = 0666;

// Start of each line.
std::string beginning() { return fmt::format(R"({{"schema":"{}",)", output::kProfileSchema); }

// Whether text without a newline at the end is the start of one of our lines; `after` other lines of ours it may be cut
// off anywhere. Lines rewritten by other programs have spaces.
bool isTornLine(const std::string& text, bool after) {
  const std::string ours = beginning();
  std::string start;
  for (const char letter : text) {
    if (start.size() == ours.size()) break;
    if (letter != ' ') start += letter;
  }
  return start == ours || (after && ours.starts_with(start));
}

std::string textAt(const Json& json, const char* part, const char* name) {
  const auto found = json.find(part);
  if (found == json.end() || !found->is_object()) return {};
  const auto text = found->find(name);
  return text == found->end() || !text->is_string() ? std::string() : text->get<std::string>();
}

} // namespace

Result<JsonLines> JsonLines::open(const std::string& path, const std::string& settings) {
  JsonLines lines;
  lines.path_ = path;
  lines.settings_ = settings;
  if (isStandardOutput(path)) {
    lines.file_.reset(stdout);
    return lines;
  }
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  lines.kept_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  const int file = ::open(path.c_str(), (lines.kept_ ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND | O_CLOEXEC, kNewFile);
  if (file < 0) return Error{Stage::kExport, path + " cannot be written: " + std::strerror(errno)};
  lines.file_.reset(::fdopen(file, "ab"));
  if (!lines.kept_) return lines;
  if (auto wrong = lines.goOn()) return *wrong;
  return lines;
}

std::optional<Error> JsonLines::goOn() {
  const int file = ::fileno(file_.get());
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) // some file systems lack locks
    return Error{Stage::kExport, path_ + ": another batch is writing to it; let it end, or choose another file"};
  std::ifstream stream(path_, std::ios::binary);
  off_t whole = 0;
  int number = 0;
  std::string text;
  for (; std::getline(stream, text) && !stream.eof(); whole += static_cast<off_t>(text.size()) + 1)
    if (auto wrong = take(text, ++number)) return wrong;
  if (text.empty()) return std::nullopt;
  if (!Json::parse(text, nullptr, false).is_discarded()) { // complete except for the newline
    if (auto wrong = take(text, ++number)) return wrong;
    if (std::fputc('\n', file_.get()) != EOF && std::fflush(file_.get()) == 0) return std::nullopt;
  } else if (!isTornLine(text, number > 0)) {
    return Error{Stage::kUsage,
                 fmt::format("{}: line {} is not a report of this program: choose another file", path_, number + 1)};
  } else if (::ftruncate(file, whole) == 0) {
    return std::nullopt;
  }
  return Error{Stage::kExport, path_ + " cannot be written: " + std::strerror(errno)};
}

// Parses an existing line.
std::optional<Error> JsonLines::take(const std::string& text, int number) {
  const auto wrong = [&](const std::string& what) {
    return Error{Stage::kUsage, fmt::format("{}: line {} {}", path_, number, what)};
  };
  const Json line = Json::parse(text, nullptr, false);
  if (!output::isProfile(line)) return wrong("is not a report of this program: choose another file");
  const std::string settings = textAt(line, "run", "settings");
  if (settings.empty())
    return wrong("does not name its settings, since an earlier version wrote it, so a finished model cannot be "
                 "recognised; choose another file");
  if (settings != settings_)
    return wrong(fmt::format("is a report for {}, {} kernels, with other settings or from another version of this "
                             "program; choose another file",
                             line.value("target", ""), line.value("kernels", "")));
  earlier_[line["model"]["path"].get<std::string>()] = {textAt(line, "run", "file"), line.value("status", "") == "ok",
                                                        output::figureIn(line, "arena", "minimum_bytes"),
                                                        output::figureIn(line, "cycles", "total")};
  return std::nullopt;
}

std::optional<Error> JsonLines::add(const report::Report& report, const std::string& contents) {
  Json json = output::reportJson(report, true);
  if (kept_) json["run"] = {{"settings", settings_}, {"file", contents}};
  const std::string line = output::dumpedLine(json);
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() && std::fflush(file_.get()) == 0)
    return std::nullopt;
  if (file_.get() == stdout) return standardOutputError(errno);
  return Error{Stage::kExport, path_ + " cannot be written: " + std::strerror(errno)};
}

} // namespace arenascope::cli
