// Writes files such that failures lose nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/result.h"

namespace arenascope {

// Writes a new file next to `path` and renames it when complete: the old file stays intact if the disk is full. The
// mode is kept, and a symbolic link stays one: its target is replaced. Devices, pipes, and files in folders without
// write permission are written directly. "-" and /dev/stdout are standard output. Returns the error, if any; without a
// message if the reader of standard output is gone.
std::optional<Error> writeFile(const std::filesystem::path& path, std::string_view text);

// Whether it is the program's standard output: "-", or a system name of it.
bool isStandardOutput(const std::filesystem::path& path);

// Whether both are one file, under any names and links, existing or not. Not for devices and pipes.
bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other);

// Error of a write to standard output, by errno: without a message if its reader is gone (`| head`), which is normal.
Error standardOutputError(int number);

} // namespace arenascope
