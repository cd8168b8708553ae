// Shared libraries that the program loads on demand.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace arenascope {

// A function of the module in `file`, which is loaded once and never unloaded. The error is the loader's, at `stage`.
Result<void*> functionIn(const std::filesystem::path& file, const char* name, Stage stage);

} // namespace arenascope
