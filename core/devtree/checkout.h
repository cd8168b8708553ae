// Source tree of a program that lies in its build folder: replaces an installation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace arenascope::devtree {

struct Checkout {
  std::filesystem::path build;
  std::filesystem::path source;
};

// Only for a program in a build folder marked by CMake. An installed one uses nothing but its installation.
std::optional<Checkout> checkout();

// Folder of data: of the installation, or resources/`name` of the source tree. It need not exist.
std::filesystem::path dataFolder(const char* name);

// A file of the program other than data: in the installation, or in `folder` of the source tree's build. It need not
// exist.
std::filesystem::path partFile(const std::string& file, const std::filesystem::path& folder);

} // namespace arenascope::devtree
