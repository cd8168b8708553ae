// The checkout around a program that lies in its build folder: what it takes from there instead of an installation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace arenascope::devtree {

struct Checkout {
  std::filesystem::path build;
  std::filesystem::path source;
};

// Only of a program that lies in its build folder, which CMake has marked. An installed one has none, and takes nothing
// from anywhere but its installation.
std::optional<Checkout> checkout();

// What comes along as a folder: that of the installation, or resources/`name` of the checkout. It need not exist.
std::filesystem::path dataFolder(const char* name);

// A file of the program that is no data: in the installation's folder for them, or in `folder` of the checkout's build.
// It need not exist.
std::filesystem::path partFile(const std::string& file, const std::filesystem::path& folder);

} // namespace arenascope::devtree
