// Folders of the program's own files, and of the user's.
#pragma once

#include <filesystem>

namespace arenascope {

// The program's folder in one of the XDG base directories, as ("XDG_CACHE_HOME", ".cache"). Empty if neither the
// variable nor HOME is set.
std::filesystem::path userFolder(const char* variable, const char* insideHome);

// For a module inside another program: the folder to use as the program's.
void setProgramFolder(const std::filesystem::path& folder);

// The folder that has this program.
std::filesystem::path programFolder();

// Folder of installed data (share/arenascope/`name`) that belongs to this program: ARENASCOPE_DATA_DIR, or by CMake's
// layout. It need not exist.
std::filesystem::path installedFolder(const char* name);

// Folder of what the program loads and starts (lib/arenascope): ARENASCOPE_PARTS_DIR, or by CMake's layout. It need not
// exist.
std::filesystem::path installedLibraries();

} // namespace arenascope
