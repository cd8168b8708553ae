#include "emulator/session/runner_factory.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/number_text.h"
#include "core/tflm/revisions.h"
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

namespace {

// Its index in the table.
Result<std::uint32_t> requestedRevision(const std::string& name) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < std::size(tflm::kRevisions); ++i) {
    if (name == tflm::kRevisions[i].name) return i;
    names.emplace_back(tflm::kRevisions[i].name);
  }
  return Error{Stage::kTarget,
               "revision " + name + " of TensorFlow Lite Micro is not known here; there are: " + joined(names)};
}

} // namespace

Result<std::string> requestedKernels(const Target& target, const std::string& name) {
  const std::vector<std::string> sets = kernelSets(target);
  if (name.empty()) return sets.front();
  const std::string full = fullKernelsName(name);
  if (std::find(sets.begin(), sets.end(), full) != sets.end()) return full;
  if (const auto other = findKernelLibrary(name))
    return Error{Stage::kTarget, "kernel set " + name + " is for " + other->target + ", not for " + target.name};
  return Error{Stage::kTarget, "target " + target.name + " has no kernel set " + name + "; it has: " + joined(sets)};
}

Result<tflm::Variant> requestedVariant(const Target& target, const profile::RunConfiguration& configuration) {
  tflm::Variant variant = variantOf(target, configuration.kernels);
  const Result<std::uint32_t> revision = requestedRevision(configuration.tflm);
  if (!revision) return revision.error();
  variant.revision = *revision;
  variant.separateVariables = configuration.separateVariables ? 1 : 0;
  if (variant == tflm::Variant{}) return variant;
  if (!target.emulated)
    return Error{Stage::kTarget, "on this computer the interpreter is the current one, with variables in its arena: "
                                 "choose a target that is emulated"};
  if (const auto library = findKernelLibrary(configuration.kernels))
    return Error{Stage::kTarget, "kernel set " + library->name +
                                     " is an added library, with an interpreter of its own: no other revision can be "
                                     "asked of it"};
  return variant;
}

Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const profile::RunConfiguration& configuration,
                                           const std::shared_ptr<ResultCache>& cache) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const std::string& kernels = configuration.kernels;
  std::unique_ptr<Runner> runner;
  std::string identity = "host";
  if (const auto library = findKernelLibrary(kernels)) {
    Result<image::ImageFile> file = image::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    identity = target.name + " " + file->image.hash();
    runner = std::make_unique<ImageRunner>(std::make_shared<image::ImageFile>(std::move(*file)), target,
                                           image::BootOptions(), true);
  } else if (target.emulated) {
    Result<std::unique_ptr<EmulatedRunner>> emulated = EmulatedRunner::create(target, kernels, *variant);
    if (!emulated) return emulated.error();
    identity = target.name + " " + (*emulated)->imageHash();
    if (*variant != tflm::Variant{})
      identity += fmt::format(" {} {} {} {}", variant->revision, static_cast<std::uint32_t>(variant->espChip),
                              variant->espNn, variant->separateVariables);
    runner = std::move(*emulated);
  } else {
    runner = std::make_unique<HostRunner>();
  }
  const std::string program = cache == nullptr ? "" : programIdentity();
  if (program.empty()) return runner;
  return std::unique_ptr<Runner>(std::make_unique<CachingRunner>(std::move(runner), cache, program + identity));
}

} // namespace arenascope::session
