#include "core/base/module.h"

#include <dlfcn.h>

#include <optional>

#include "core/base/first_use.h"
#include "core/base/folders.h"

namespace arenascope {

Result<void*> functionOf(const Module& module, const char* name) {
  const std::string file = module.target + ".so";
  const std::optional<Checkout> ours = checkout();
  const std::filesystem::path build = ours ? ours->build : std::filesystem::path();
  const Result<std::filesystem::path> path =
      builtAtFirstUse(ours ? build / module.folder / file : installedLibraries() / file, build, module.target,
                      module.what, module.missing);
  if (!path) return path.error();
  void* loaded = dlopen(path->c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) return Error{module.missing.stage, dlerror()};
  if (void* function = dlsym(loaded, name); function != nullptr) return function;
  return Error{module.missing.stage, path->string() + " is not of this version"};
}

} // namespace arenascope
