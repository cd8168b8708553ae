// core/devtree for a program that no build folder surrounds, and that loads no modules.
#include "core/base/folders.h"
#include "core/devtree/checkout.h"
#include "core/devtree/module_part.h"

namespace arenascope::devtree {

std::optional<Checkout> checkout() { return std::nullopt; }

std::filesystem::path dataFolder(const char* name) { return installedFolder(name); }

Result<void*> functionOf(const Module& module, const char* /*name*/) {
  return Error{module.missing.stage, "only the installed program has " + module.what};
}

} // namespace arenascope::devtree
