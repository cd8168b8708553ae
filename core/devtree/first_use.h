// Builds parts of the program on demand, so that a source tree's first build makes only what the first answer needs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace arenascope::devtree {

// Whether the folder has a build that can make such parts.
bool canBeBuilt(const std::filesystem::path& buildFolder);

// Returns the file, and builds it with Ninja if missing, as `target` of the build folder. One build runs at a time,
// across processes; the log names it by `what`. The error says where the build's output is; it is `missing` if the
// folder has no build.
Result<std::filesystem::path> builtAtFirstUse(const std::filesystem::path& file,
                                              const std::filesystem::path& buildFolder, const std::string& target,
                                              const std::string& what, const Error& missing);

} // namespace arenascope::devtree
