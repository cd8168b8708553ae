#include "core/base/folders.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

namespace arenascope {

std::filesystem::path userFolder(const char* variable, const char* insideHome) {
  const char* chosen = std::getenv(variable);
  const char* home = std::getenv("HOME");
  if (chosen != nullptr && *chosen != '\0') return std::filesystem::path(chosen) / "arenascope";
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / insideHome / "arenascope";
  return {};
}

namespace {

std::filesystem::path& chosenProgramFolder() {
  static std::filesystem::path folder;
  return folder;
}

std::filesystem::path programFolder() {
  if (!chosenProgramFolder().empty()) return chosenProgramFolder();
  std::error_code code;
  return std::filesystem::read_symlink("/proc/self/exe", code).parent_path();
}

} // namespace

void setProgramFolder(const std::filesystem::path& folder) { chosenProgramFolder() = folder; }

std::filesystem::path installedFolder(const char* name) { return programFolder() / "../share/arenascope" / name; }

std::filesystem::path installedLibraries() { return programFolder() / "../lib/arenascope"; }

std::optional<Checkout> checkout() {
  constexpr const char* kMark = "checkout_of_this_build.txt"; // written by CMakeLists.txt, in no package
  constexpr int kFarthest = 3;                                // app/python/arenascope
  std::error_code code;
  if (std::filesystem::exists(installedFolder(""), code)) return std::nullopt;
  std::filesystem::path folder = programFolder();
  for (int up = 0; up < kFarthest && folder.has_relative_path(); ++up) {
    folder = folder.parent_path();
    std::ifstream mark(folder / kMark);
    if (std::string source; std::getline(mark, source)) return Checkout{folder, source};
  }
  return std::nullopt;
}

std::filesystem::path dataFolder(const char* name) {
  const std::optional<Checkout> ours = checkout();
  return ours ? ours->source / "resources" / name : installedFolder(name);
}

} // namespace arenascope
