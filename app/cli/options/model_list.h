// Which models a list, a folder or a file stands for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

// A folder: the .tflite files in it and in its subfolders, in the order of their paths. A model or a C or C++ source:
// itself. Any other file, and "-" for standard input: a list with a path on each line; empty lines and those that begin
// with # are left out. What a list names need not exist.
Result<std::vector<std::string>> modelsOf(const std::string& source);

} // namespace arenascope::cli
