// Where the program's own files are, and the user's.
#pragma once

#include <filesystem>
#include <optional>

namespace arenascope {

// A folder of the XDG base directory specification, as ("XDG_CACHE_HOME", ".cache"), for this program. Empty where
// neither the variable nor HOME is set.
std::filesystem::path userFolder(const char* variable, const char* insideHome);

// For a module of another program, whose own folder says nothing: as if the program lay there.
void setProgramFolder(const std::filesystem::path& folder);

// share/arenascope/`name` of the prefix that this program was installed to. It need not exist.
std::filesystem::path installedFolder(const char* name);

// lib/arenascope of that prefix, with what the program loads. It need not exist.
std::filesystem::path installedLibraries();

// The checkout that this program was built in.
struct Checkout {
  std::filesystem::path build;
  std::filesystem::path source;
};

// Only of a program that lies in its build folder, which CMake has marked. An installed one has none, and takes nothing
// from anywhere but its prefix.
std::optional<Checkout> checkout();

// What comes along as a folder: share/arenascope/`name`, or resources/`name` of the checkout. It need not exist.
std::filesystem::path dataFolder(const char* name);

} // namespace arenascope
