#include "core/base/folders.h"

#include <cstdlib>
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

std::filesystem::path installed(const char* variable, const char* fromPrograms) {
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != '\0') return chosen;
  return (programFolder() / fromPrograms).lexically_normal();
}

} // namespace

std::filesystem::path programFolder() {
  if (!chosenProgramFolder().empty()) return chosenProgramFolder();
  std::error_code code;
  return std::filesystem::read_symlink("/proc/self/exe", code).parent_path();
}

void setProgramFolder(const std::filesystem::path& folder) { chosenProgramFolder() = folder; }

std::filesystem::path installedFolder(const char* name) {
  return installed("ARENASCOPE_DATA_DIR", ARENASCOPE_DATA_FROM_PROGRAMS) / name;
}

std::filesystem::path installedLibraries() { return installed("ARENASCOPE_PARTS_DIR", ARENASCOPE_PARTS_FROM_PROGRAMS); }

} // namespace arenascope
