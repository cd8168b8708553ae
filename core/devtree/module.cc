#include "core/devtree/module.h"

#include <dlfcn.h>

namespace arenascope {

Result<void*> functionIn(const std::filesystem::path& file, const char* name, Stage stage) {
  void* loaded = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) return Error{stage, dlerror()};
  if (void* function = dlsym(loaded, name); function != nullptr) return function;
  return Error{stage, file.string() + " is from another version of ArenaScope"};
}

} // namespace arenascope
