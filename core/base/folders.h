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

// share/arenascope/`name` of the prefix that this program was installed to. It need not exist.
std::filesystem::path installedFolder(const char* name);

// lib/arenascope of that prefix, with what the program loads. It need not exist.
std::filesystem::path installedLibraries();

} // namespace arenascope
