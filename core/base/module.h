// Parts of the program that are loaded when they are first needed.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace arenascope {

struct Module {
  std::string target;           // of the build, and the file's name without .so
  std::filesystem::path folder; // of the build, in which its file comes to lie
  std::string what;             // it does, for a person: "what draws pictures"
  Error missing;                // where it is neither installed nor can be built; its message may begin any other
};

// A function of the module, which lies beside the installed program, or is built at first use in a checkout. Never
// unloaded. Another error than that it is missing has the loader's words behind `missing`'s stage.
Result<void*> functionOf(const Module& module, const char* name);

} // namespace arenascope
