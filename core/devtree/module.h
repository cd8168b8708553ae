// Parts of the program that are loaded when they are first needed.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace arenascope {

// A function of the module in `file`, which is loaded once and never unloaded. The error has the loader's words, and
// `stage`.
Result<void*> functionIn(const std::filesystem::path& file, const char* name, Stage stage);

} // namespace arenascope
