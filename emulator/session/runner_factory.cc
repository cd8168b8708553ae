#include "emulator/session/runner_factory.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "emulator/session/caching_runner.h"
#include "emulator/targets/emulated_runner.h"
#include "emulator/targets/host_runner.h"

namespace arenascope::session {

Result<const Target*> requestedTarget(const std::string& name) {
  if (const Target* target = findTarget(name); target != nullptr) return target;
  return Error{Stage::kTarget, "target " + name + " is not part of this version; there are: " + joined(targetNames())};
}

Result<std::string> requestedKernels(const Target& target, const std::string& name) {
  const auto sets = kernelSets(target);
  if (name.empty()) return sets.front();
  if (std::find(sets.begin(), sets.end(), name) != sets.end()) return name;
  return Error{Stage::kTarget, "target " + target.name + " has no kernel set " + name + "; it has: " + joined(sets)};
}

Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const std::string& kernels,
                                           const std::shared_ptr<ResultCache>& cache) {
  std::unique_ptr<Runner> runner;
  std::string image = "host";
  if (target.emulated) {
    Result<std::unique_ptr<EmulatedRunner>> emulated = EmulatedRunner::create(target, kernels);
    if (!emulated) return emulated.error();
    image = target.name + " " + (*emulated)->imageHash();
    runner = std::move(*emulated);
  } else {
    runner = std::make_unique<HostRunner>();
  }
  const std::string program = cache == nullptr ? "" : programIdentity();
  if (program.empty()) return runner;
  return std::unique_ptr<Runner>(std::make_unique<CachingRunner>(std::move(runner), cache, program + image));
}

} // namespace arenascope::session
