// Writing exports so that nothing is lost when it goes wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/result.h"

namespace arenascope {

// Writes to a new file beside `path` and moves it there once it is whole: an older file stays as it was when the disk
// is full. Devices and pipes are written to directly. Answers what went wrong, or nothing.
std::optional<Error> writeFile(const std::filesystem::path& path, std::string_view text);

} // namespace arenascope
