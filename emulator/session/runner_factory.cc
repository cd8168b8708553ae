#include "emulator/session/runner_factory.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "emulator/session/caching_runner.h"
#include "emulator/targets/emulated_runner.h"
#include "emulator/targets/host_runner.h"
#include "emulator/targets/image_runner.h"
#include "emulator/targets/kernel_library.h"

namespace arenascope::session {

Result<const Target*> requestedTarget(const std::string& name) {
  if (const Target* target = findTarget(name); target != nullptr) return target;
  return Error{Stage::kTarget, "target " + name + " is not part of this version; there are: " + joined(targetNames())};
}

Result<std::string> requestedKernels(const Target& target, const std::string& name) {
  const std::vector<std::string> sets = kernelSets(target);
  if (name.empty()) return sets.front();
  if (std::find(sets.begin(), sets.end(), name) != sets.end()) return name;
  if (const auto other = findKernelLibrary(name))
    return Error{Stage::kTarget, "kernel set " + name + " is for " + other->target + ", not for " + target.name};
  return Error{Stage::kTarget, "target " + target.name + " has no kernel set " + name + "; it has: " + joined(sets)};
}

Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const std::string& kernels,
                                           const std::shared_ptr<ResultCache>& cache) {
  std::unique_ptr<Runner> runner;
  std::string identity = "host";
  if (const auto library = findKernelLibrary(kernels)) {
    Result<image::ImageFile> file = image::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    identity = target.name + " " + file->image.hash();
    runner = std::make_unique<ImageRunner>(std::make_shared<image::ImageFile>(std::move(*file)), target,
                                           image::BootOptions(), true);
  } else if (target.emulated) {
    Result<std::unique_ptr<EmulatedRunner>> emulated = EmulatedRunner::create(target, kernels);
    if (!emulated) return emulated.error();
    identity = target.name + " " + (*emulated)->imageHash();
    runner = std::move(*emulated);
  } else {
    runner = std::make_unique<HostRunner>();
  }
  const std::string program = cache == nullptr ? "" : programIdentity();
  if (program.empty()) return runner;
  return std::unique_ptr<Runner>(std::make_unique<CachingRunner>(std::move(runner), cache, program + identity));
}

} // namespace arenascope::session
