#include "core/devtree/checkout.h"

#include <fstream>
#include <system_error>

#include "core/base/folders.h"

namespace arenascope::devtree {

std::optional<Checkout> checkout() {
  constexpr const char* kMark = "checkout_of_this_build.txt"; // written by CMakeLists.txt, not part of packages
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

std::filesystem::path partFile(const std::string& file, const std::filesystem::path& folder) {
  const std::optional<Checkout> ours = checkout();
  return (ours ? ours->build / folder : installedLibraries()) / file;
}

} // namespace arenascope::devtree
