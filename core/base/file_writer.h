// Writing exports so that nothing is lost when it goes wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/result.h"

namespace arenascope {

// Writes to a new file beside `path` and moves it there once it is whole: an older file stays as it was when the disk
// is full. The file keeps its mode, and a symbolic link stays one: what it points to is replaced. Written to directly
// are devices, pipes, and files whose folder takes no new ones. "-" and /dev/stdout are standard output. Answers what
// went wrong, or nothing; without words where the reader of standard output is gone.
std::optional<Error> writeFile(const std::filesystem::path& path, std::string_view text);

// Whether it is the program's standard output: "-", or a name of the system's for it.
bool isStandardOutput(const std::filesystem::path& path);

// Whether both are one file, by whatever names and links; also where it does not exist yet. Not of devices and pipes.
bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other);

// Of what was written in vain to standard output, by errno: without words where its reader is gone (`| head`), which is
// nothing to talk about.
Error standardOutputError(int number);

} // namespace arenascope
