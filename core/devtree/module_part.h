// Modules that the program loads, built when they are first asked for where it lies in its build folder.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace arenascope::devtree {

struct Module {
  std::string target;           // of the build, and the file's name without .so
  std::filesystem::path folder; // of the build, in which its file comes to lie
  std::string what;             // it does, for a person: "what draws pictures"
  Error missing;                // where it is neither installed nor can be built; its message may begin any other
};

// A function of the module. Another error than that it is missing has the loader's words behind `missing`'s stage.
Result<void*> functionOf(const Module& module, const char* name);

} // namespace arenascope::devtree
