// Modules that are loaded on demand, and built on demand in a source tree.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace arenascope::devtree {

struct Module {
  std::string target;           // of the build, and the file's name without .so
  std::filesystem::path folder; // of the build, for its file
  std::string what;             // description: "what draws pictures"
  Error missing;                // error if it is neither installed nor can be built; others begin with its message
};

// A function of the module. Errors other than `missing` have its stage and the loader's message.
Result<void*> functionOf(const Module& module, const char* name);

} // namespace arenascope::devtree
