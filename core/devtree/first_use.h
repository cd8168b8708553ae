// Parts of the program that are built when they are first asked for: a checkout's first build makes only what the first
// answer needs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace arenascope::devtree {

// Whether there is a build that makes such parts.
bool canBeBuilt(const std::filesystem::path& buildFolder);

// The file, built where it is missing: by Ninja, as `target` of the build folder. One builds at a time, whichever
// process asks; the log says what it is about, `what` names it. The error says where the build's output
// is. Nothing is built in a folder without a build: then the error is `missing`.
Result<std::filesystem::path> builtAtFirstUse(const std::filesystem::path& file,
                                              const std::filesystem::path& buildFolder, const std::string& target,
                                              const std::string& what, const Error& missing);

} // namespace arenascope::devtree
