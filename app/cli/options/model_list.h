// Expands a list, a folder or a file to models.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

// A folder gives the .tflite files in it and its subfolders, sorted by path. A model or a C or C++ source gives itself.
// Any other file, and "-" for standard input, is a list with one path per line; empty lines and those starting with #
// are skipped. Listed files need not exist.
Result<std::vector<std::string>> modelsOf(const std::string& source);

} // namespace arenascope::cli
