#include "app/cli/results/output_files.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/written_numbers.h"
#include "core/model/load/c_array_reader.h"
#include "service/profile/image_settings.h"
#include "service/store/notes.h"

namespace arenascope::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::array kUseNames = {"read",           "read numbered", "written", "written file",
                                  "written folder", "written pair",  "appended"};

bool outputTaken = false;

struct NamedFile {
  std::string option;
  fs::path path;
  FileUse use = FileUse::kRead;

  bool isStandard() const { return use == FileUse::kWrite && isStandardOutput(path); }
};

struct NamedFiles {
  std::vector<NamedFile> read;
  std::vector<NamedFile> written;
  std::string noOutput; // an option that cannot have standard output, and got it
};

std::optional<FileUse> useOf(CLI::Option& option) {
  for (std::size_t i = 0; i < kUseNames.size(); ++i) try {
      (void)option.get_validator(std::string(kUseNames[i]));
      return static_cast<FileUse>(i);
    } catch (const CLI::OptionNotFound&) { // CLI11 has no other query
    }
  return std::nullopt;
}

void addRead(const std::string& option, const std::string& text, NamedFiles& files) {
  if (text == "-") return;
  std::error_code code;
  const fs::path file = fs::exists(text, code) ? fs::path(text) : model::splitArrayName(text).first;
  files.read.push_back({option, file});
  // Files next to a model are read with it.
  for (const fs::path& beside : {service::notesFile(file), service::imageSettingsFile(file)})
    if (beside != file && fs::is_regular_file(beside, code)) files.read.push_back({option + "'s file", beside});
}

void add(CLI::Option& option, NamedFiles& files) {
  const std::optional<FileUse> use = useOf(option);
  if (!use) return;
  const std::string name = option.get_name();
  for (const std::string& text : option.results()) {
    if (text == "-" && (*use == FileUse::kWriteFile || *use == FileUse::kWriteFolder || *use == FileUse::kWritePair ||
                        *use == FileUse::kAppend))
      files.noOutput = name;
    switch (*use) {
    case FileUse::kRead: addRead(name, text, files); break;
    case FileUse::kReadNumbered: files.read.push_back({name, text.substr(text.find('=') + 1)}); break;
    case FileUse::kWritePair:
      for (const char* end : {"-cycles.json", "-bytes.json"}) files.written.push_back({name, text + end, *use});
      break;
    case FileUse::kWrite:
    case FileUse::kWriteFile:
    case FileUse::kWriteFolder:
    case FileUse::kAppend: files.written.push_back({name, text, *use}); break;
    }
  }
}

// Files of the parsed subcommand and its parents.
void addAll(CLI::App& app, NamedFiles& files) {
  for (CLI::Option* option : app.get_options())
    if (option->count() > 0) add(*option, files);
  for (CLI::App* subcommand : app.get_subcommands()) addAll(*subcommand, files);
}

// An input in a folder that tensors are written to.
bool isTensorIn(const NamedFile& folder, const NamedFile& input) {
  return folder.use == FileUse::kWriteFolder && input.path.filename().string().starts_with("subgraph") &&
         input.path.extension() == ".npy" &&
         isSameFile(folder.path, input.path.has_parent_path() ? input.path.parent_path() : fs::path("."));
}

std::optional<Error> overwrites(const NamedFile& output, const std::vector<NamedFile>& inputs) {
  if (output.isStandard()) return std::nullopt;
  for (const NamedFile& input : inputs)
    if (isSameFile(output.path, input.path) || isTensorIn(output, input))
      return Error{Stage::kUsage, fmt::format("{} {} would overwrite the file that is read as {}: choose another file",
                                              output.option, output.path.string(), input.option)};
  return std::nullopt;
}

std::optional<Error> areOne(const NamedFile& one, const NamedFile& other) {
  const bool standard = one.isStandard() && other.isStandard();
  if (!standard && (one.isStandard() || other.isStandard() || !isSameFile(one.path, other.path))) return std::nullopt;
  return Error{Stage::kUsage,
               fmt::format("{} and {} are both written to {}: choose another file for one of them", one.option,
                           other.option, standard ? "standard output" : other.path.string())};
}

} // namespace

CLI::Option* uses(CLI::Option* option, FileUse use) {
  const auto anything = [](std::string&) { return std::string(); };
  if (use == FileUse::kWrite || use == FileUse::kWriteFile || use == FileUse::kWritePair ||
      use == FileUse::kWriteFolder)
    option->group(kFilesGroup);
  return option->check(CLI::Validator(anything, "", kUseNames[static_cast<std::size_t>(use)]));
}

bool hasUse(CLI::Option& option) { return useOf(option).has_value(); }

std::optional<Error> filesOverwritten(CLI::App& app) {
  NamedFiles files;
  addAll(app, files);
  if (!files.noOutput.empty())
    return Error{Stage::kUsage, files.noOutput + ": what it writes cannot be standard output: give it a name"};
  outputTaken = false;
  for (std::size_t i = 0; i < files.written.size(); ++i) {
    if (auto wrong = overwrites(files.written[i], files.read)) return wrong;
    for (std::size_t j = 0; j < i; ++j)
      if (auto wrong = areOne(files.written[j], files.written[i])) return wrong;
    outputTaken = outputTaken || files.written[i].isStandard();
  }
  return std::nullopt;
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

Error cannotPrint() { return standardOutputError(errno); }

bool isOutputTaken() { return outputTaken; }

namespace {

// https://no-color.org: set to anything; and a terminal that has no escape codes.
bool takesCodes() {
  const char* noColour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (noColour == nullptr || *noColour == '\0') && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

} // namespace

bool inColour() { return isatty(STDOUT_FILENO) != 0 && takesCodes(); }

std::size_t textWidth() {
  constexpr std::size_t kLeast = 60;
  if (const char* columns = std::getenv("COLUMNS"); columns != nullptr)
    if (const auto width = wholeNumber(columns)) return std::max<std::size_t>(*width, kLeast);
  winsize size = {};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kTextColumns;
  return std::clamp<std::size_t>(size.ws_col, kLeast, kTextColumns);
}

bool showsProgress() { return isatty(STDERR_FILENO) != 0 && takesCodes(); }

void sayWritten(const std::string& path) {
  if (!isStandardOutput(path)) std::fprintf(stderr, "arenascope: wrote %s\n", printable(path).c_str());
}

std::optional<Error> writeAndSay(const std::string& path, std::string_view text) {
  if (auto failed = writeFile(path, text)) return failed;
  sayWritten(path);
  return std::nullopt;
}

} // namespace arenascope::cli
