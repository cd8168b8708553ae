// Where the program's own files are, and the user's.
#pragma once

#include <filesystem>

namespace arenascope {

// A folder of the XDG base directory specification, as ("XDG_CACHE_HOME", ".cache"), for this program. Empty where
// neither the variable nor HOME is set.
std::filesystem::path userFolder(const char* variable, const char* insideHome);

// For a module of another program, whose own folder says nothing: as if the program lay there.
void setProgramFolder(const std::filesystem::path& folder);

// Where this program lies.
std::filesystem::path programFolder();

// What comes along as a folder (share/arenascope/`name`) of the installation that this program belongs to:
// ARENASCOPE_DATA_DIR, or as CMake laid it out. It need not exist.
std::filesystem::path installedFolder(const char* name);

// What it loads and starts (lib/arenascope): ARENASCOPE_PARTS_DIR, or as CMake laid it out. It need not exist.
std::filesystem::path installedLibraries();

} // namespace arenascope
