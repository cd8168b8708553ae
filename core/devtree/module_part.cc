#include "core/devtree/module_part.h"

#include <optional>

#include "core/devtree/checkout.h"
#include "core/devtree/first_use.h"
#include "core/devtree/module.h"

namespace arenascope::devtree {

Result<void*> functionOf(const Module& module, const char* name) {
  const std::optional<Checkout> ours = checkout();
  const Result<std::filesystem::path> file =
      builtAtFirstUse(partFile(module.target + ".so", module.folder), ours ? ours->build : std::filesystem::path(),
                      module.target, module.what, module.missing);
  if (!file) return file.error();
  return functionIn(*file, name, module.missing.stage);
}

} // namespace arenascope::devtree
