#include "emulator/engine/kernel_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <system_error>

#include "core/base/file_writer.h"
#include "core/base/folders.h"
#include "core/base/hash.h"
#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/process.h"
#include "core/devtree/checkout.h"
#include "core/interpreter/ops/operator_table.h"
#include "emulator/elf/library_file.h"
#include "emulator/engine/target.h"

namespace arenascope::engine {

namespace {

using Json = nlohmann::json;

constexpr const char* kCompiler = "arm-none-eabi-g++";
constexpr std::size_t kMaxName = 64;
// Where TFLM's makefile and others put what its headers include.
constexpr std::array kFoundBelow = {"third_party/flatbuffers/include",
                                    "third_party/gemmlowp",
                                    "third_party/ruy",
                                    "tensorflow/lite/micro/tools/make/downloads/flatbuffers/include",
                                    "tensorflow/lite/micro/tools/make/downloads/gemmlowp",
                                    "tensorflow/lite/micro/tools/make/downloads/ruy"};
constexpr std::array kFlags = {"-mthumb",
                               "-std=c++17",
                               "-Os",
                               "-ffunction-sections",
                               "-fdata-sections",
                               "-fno-exceptions",
                               "-fno-rtti",
                               "-fno-threadsafe-statics",
                               "-funsigned-char",
                               "-DNDEBUG",
                               "-DTF_LITE_STATIC_MEMORY"};

Error wrongLibrary(const std::string& what) { return {Stage::kFirmware, what}; }

std::string textOf(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string hashOf(const std::string& text) {
  return sha256Hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

// The folder from which the harness includes its own: the sources, or where they are installed to.
std::filesystem::path harnessRoot() {
  const std::optional<devtree::Checkout> ours = devtree::checkout();
  return ours ? ours->source : installedFolder("harness");
}

std::vector<std::string> processorFlags(const std::string& target, elf::FloatAbi floats) {
  std::vector<std::string> flags = {"-mcpu=" + target};
  if (floats == elf::FloatAbi::kSoft) return flags;
  flags.emplace_back(floats == elf::FloatAbi::kHard ? "-mfloat-abi=hard" : "-mfloat-abi=softfp");
  flags.emplace_back(target == "cortex-m7"    ? "-mfpu=fpv5-d16"
                     : target == "cortex-m33" ? "-mfpu=fpv5-sp-d16"
                                              : "-mfpu=fpv4-sp-d16");
  return flags;
}

// Words of a file of flags; lines that begin with # are comments.
std::vector<std::string> flagsIn(const std::string& text) {
  std::vector<std::string> flags;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream parts(line);
    flags.insert(flags.end(), std::istream_iterator<std::string>(parts), std::istream_iterator<std::string>());
  }
  return flags;
}

// Names after these words in the linker's messages, in quotes, each once.
std::vector<std::string> undefinedIn(const std::string& log) {
  static constexpr std::string_view kUndefined = "undefined reference to `";
  std::set<std::string> names;
  for (std::size_t at = log.find(kUndefined); at != std::string::npos; at = log.find(kUndefined, at + 1)) {
    const std::size_t begin = at + kUndefined.size();
    names.insert(log.substr(begin, log.find('\'', begin) - begin));
  }
  return {names.begin(), names.end()};
}

// The compiler itself says it, and not only the linker that something is missing.
bool doesNotCompile(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.find(" error: ") != std::string::npos && !line.starts_with("collect2:")) return true;
  return false;
}

std::string firstError(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("cannot find -lstdc++") != std::string::npos) return line + " (libstdc++-arm-none-eabi-newlib)";
    if (line.find("error") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
  }
  return log.empty() ? std::string(kCompiler) + " cannot be started: is gcc-arm-none-eabi installed?"
                     : log.substr(0, log.find('\n'));
}

class Builder {
public:
  Builder(const NewKernelLibrary& wanted, const elf::LibraryFile& library, std::string target)
      : wanted_(wanted), library_(library), target_(std::move(target)) {}

  Result<KernelLibrary> build();

private:
  std::vector<std::string> compilerArguments() const;
  std::optional<Error> link(const std::vector<std::string>& arguments, KernelLibrary& made) const;

  const NewKernelLibrary& wanted_;
  const elf::LibraryFile& library_;
  std::string target_;
  std::vector<std::string> ownFlags_;
  std::filesystem::path log_;
};

std::vector<std::string> Builder::compilerArguments() const {
  const std::filesystem::path root = harnessRoot();
  std::vector<std::string> arguments = {kCompiler};
  for (const std::string& flag : processorFlags(target_, library_.attributes.floats)) arguments.push_back(flag);
  arguments.insert(arguments.end(), kFlags.begin(), kFlags.end());
  arguments.insert(arguments.end(), ownFlags_.begin(), ownFlags_.end());
  std::error_code code;
  for (const std::filesystem::path& folder : wanted_.headers) {
    arguments.push_back("-I" + folder.string());
    for (const char* below : kFoundBelow)
      if (std::filesystem::exists(folder / below, code)) arguments.push_back("-I" + (folder / below).string());
  }
  arguments.push_back("-I" + root.string());
  const std::filesystem::path harness = root / "emulator" / "harness";
  for (const char* file : {"harness.cc", "support.cc"}) arguments.push_back((harness / file).string());
  arguments.insert(arguments.end(), {"-nostartfiles", "-Wl,--gc-sections", "-T", (harness / "harness.ld").string()});
  arguments.push_back(wanted_.library.string());
  return arguments;
}

// Operators that the library leaves out stay undefined: no model gets to them unseen.
std::optional<Error> Builder::link(const std::vector<std::string>& arguments, KernelLibrary& made) const {
  std::vector<std::string> command = arguments;
  // Both for the flash that each operator takes.
  const std::filesystem::path map = std::filesystem::path(made.image).replace_extension(".map");
  command.insert(command.end(), {"-Wl,--emit-relocs", "-Wl,-Map=" + map.string(), "-o", made.image.string()});
  if (runProgram(command, log_)) return std::nullopt;
  const std::string log = textOf(log_);
  made.missing = undefinedIn(log);
  const bool onlyOperators =
      !made.missing.empty() && !doesNotCompile(log) && std::ranges::all_of(made.missing, [](const std::string& name) {
        return name.find("::Register_") != std::string::npos || name.find("GetString_") != std::string::npos;
      });
  command.emplace_back("-Wl,--unresolved-symbols=ignore-all");
  if (onlyOperators && runProgram(command, log_)) return std::nullopt;
  return wrongLibrary(
      fmt::format("the test harness cannot be built with {} and these headers: {} (the whole output is in {})",
                  wanted_.library.string(), firstError(log), log_.string()));
}

Result<KernelLibrary> Builder::build() {
  const std::filesystem::path folder = kernelLibraryFolder() / "images";
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return wrongLibrary(folder.string() + " cannot be created: " + code.message());
  KernelLibrary made;
  made.name = wanted_.name;
  made.target = target_;
  made.library = wanted_.library.string();
  for (const std::filesystem::path& headers : wanted_.headers) made.headers.push_back(headers.string());
  if (!wanted_.flags.empty()) {
    if (!std::filesystem::exists(wanted_.flags, code))
      return wrongLibrary("--flags: no such file: " + wanted_.flags.string());
    ownFlags_ = flagsIn(textOf(wanted_.flags));
    made.flags = fmt::to_string(fmt::join(ownFlags_, " "));
  }
  const std::vector<std::string> arguments = compilerArguments();
  std::string content = library_.hash + fmt::to_string(fmt::join(arguments, "\n"));
  for (const char* file : {"harness.cc", "support.cc", "harness.ld", "request.h"})
    content += textOf(harnessRoot() / "emulator" / "harness" / file);
  const std::string key = hashOf(content);
  made.image = folder / (key + ".elf");
  log_ = folder / (key + ".log");
  const std::filesystem::path missing = folder / (key + ".missing");
  if (std::filesystem::exists(made.image, code) && std::filesystem::exists(missing, code)) {
    std::istringstream lines(textOf(missing));
    for (std::string line; std::getline(lines, line);) made.missing.push_back(line);
    return made;
  }
  log::info([&] { return fmt::to_string(fmt::join(arguments, " ")); });
  if (const auto wrong = link(arguments, made)) return *wrong;
  if (const auto failed = writeFile(missing, fmt::to_string(fmt::join(made.missing, "\n"))))
    return wrongLibrary(failed->message);
  return made;
}

std::filesystem::path recordOf(const std::string& name) { return kernelLibraryFolder() / (name + ".json"); }

Json recordJson(const KernelLibrary& made) {
  return {{"target", made.target}, {"library", made.library},      {"headers", made.headers},
          {"flags", made.flags},   {"image", made.image.string()}, {"missing", made.missing}};
}

std::optional<KernelLibrary> readRecord(const std::filesystem::path& path) {
  const Json json = Json::parse(textOf(path), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  KernelLibrary found;
  found.name = path.stem().string();
  try {
    json.at("target").get_to(found.target);
    json.at("library").get_to(found.library);
    json.at("headers").get_to(found.headers);
    json.at("flags").get_to(found.flags);
    found.image = json.at("image").get<std::string>();
    json.at("missing").get_to(found.missing);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return found;
}

std::optional<Error> badName(const std::string& name) {
  const bool letters = std::ranges::all_of(
      name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
  if (name.empty() || name.size() > kMaxName || !letters || name.front() == '.' || name.front() == '-')
    return Error{Stage::kUsage, "a kernel set's name may have letters, digits, -, _ and ., not \"" + name + "\""};
  for (const std::string_view taken : {"reference", "cmsis-nn", "esp-nn", "image"})
    if (name == taken) return Error{Stage::kUsage, "the name " + name + " is taken by a built-in kernel set"};
  return std::nullopt;
}

} // namespace

std::shared_ptr<const elf::FlashUsage> flashUsageOf(const KernelLibrary& library,
                                                    const protocol::FirmwareImage& image) {
  std::vector<std::string> names;
  for (const ops::Operator& op : ops::kOperators) names.emplace_back(op.name());
  Result<elf::FlashUsage> usage = elf::FlashUsage::load(library.image, image, names);
  return usage ? std::make_shared<const elf::FlashUsage>(std::move(*usage)) : nullptr;
}

std::filesystem::path kernelLibraryFolder() {
  if (const char* chosen = std::getenv("ARENASCOPE_KERNELS_DIR"); chosen != nullptr) return chosen;
  const std::filesystem::path own = userFolder("XDG_DATA_HOME", ".local/share");
  return own.empty() ? own : own / "kernels";
}

std::vector<KernelLibrary> kernelLibraries() {
  std::vector<KernelLibrary> found;
  std::error_code code;
  const std::filesystem::path folder = kernelLibraryFolder();
  if (folder.empty()) return found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code))
    if (entry.path().extension() == ".json")
      if (auto record = readRecord(entry.path())) found.push_back(std::move(*record));
  std::ranges::sort(found, {}, &KernelLibrary::name);
  return found;
}

std::string addedNames(const std::string& none) {
  std::vector<std::string> names;
  for (const KernelLibrary& each : kernelLibraries()) names.push_back(each.name);
  return names.empty() ? none : joined(names);
}

std::optional<KernelLibrary> findKernelLibrary(const std::string& name) {
  std::error_code code;
  if (badName(name) || kernelLibraryFolder().empty() || !std::filesystem::exists(recordOf(name), code))
    return std::nullopt;
  return readRecord(recordOf(name));
}

Result<KernelLibrary> addKernelLibrary(const NewKernelLibrary& wanted) {
  if (const auto wrong = badName(wanted.name)) return *wrong;
  if (kernelLibraryFolder().empty())
    return wrongLibrary("there is no folder for kernel sets: set XDG_DATA_HOME or HOME");
  const Result<elf::LibraryFile> library = elf::readLibrary(wanted.library);
  if (!library) return library.error();
  const std::string target = wanted.target.empty() ? library->attributes.target : wanted.target;
  if (const Target* known = findTarget(target); known == nullptr || known->isHost() || !known->ownImage)
    return wrongLibrary(wanted.library.string() + " is for " + target + ", which cannot be run");
  std::error_code code;
  for (const std::filesystem::path& folder : wanted.headers)
    if (!std::filesystem::is_directory(folder, code))
      return wrongLibrary("--headers: no such folder: " + folder.string());
  if (std::filesystem::exists(recordOf(wanted.name), code) && !readRecord(recordOf(wanted.name)))
    return wrongLibrary(recordOf(wanted.name).string() +
                        " is not a kernel set of this program: it is left unchanged; choose another name");
  NewKernelLibrary absolute = wanted;
  absolute.library = std::filesystem::absolute(wanted.library, code);
  for (std::filesystem::path& folder : absolute.headers) folder = std::filesystem::absolute(folder, code);
  Result<KernelLibrary> made = Builder(absolute, *library, target).build();
  if (!made) return made.error();
  if (const auto failed = writeFile(recordOf(wanted.name), recordJson(*made).dump(1) + "\n"))
    return wrongLibrary(failed->message);
  return made;
}

std::optional<Error> removeKernelLibrary(const std::string& name) {
  const std::optional<KernelLibrary> found = findKernelLibrary(name);
  if (!found)
    return Error{Stage::kUsage, "there is no kernel set " + name + " to remove; added: " + addedNames("none")};
  std::error_code code;
  std::filesystem::remove(recordOf(name), code);
  const std::vector<KernelLibrary> others = kernelLibraries();
  const bool shared =
      std::ranges::any_of(others, [&](const KernelLibrary& each) { return each.image == found->image; });
  if (shared) return std::nullopt;
  for (const char* suffix : {".elf", ".map", ".log", ".missing"})
    std::filesystem::remove(std::filesystem::path(found->image).replace_extension(suffix), code);
  return std::nullopt;
}

} // namespace arenascope::engine
