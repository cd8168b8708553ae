#include "service/profile/runner_factory.h"

#include "emulator/client/emulator.h"
#include "emulator/elf/image_loader.h"
#include "emulator/engine/kernel_library.h"
#include "emulator/runners/emulated_runner.h"
#include "emulator/runners/host_kernels.h"
#include "emulator/runners/host_runner.h"
#include "emulator/runners/image_runner.h"
#include "service/profile/caching_runner.h"
#include "service/profile/requested_target.h"

namespace arenascope::service {

namespace {

Result<std::unique_ptr<engine::Runner>> makePlain(const engine::Target& target,
                                                  const report::RunConfiguration& configuration) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const std::string& kernels = configuration.kernels;
  if (const auto library = engine::findKernelLibrary(kernels)) {
    Result<protocol::ImageFile> file = elf::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    const auto shared = std::make_shared<protocol::ImageFile>(std::move(*file));
    auto usage = engine::flashUsageOf(*library, shared->image);
    return std::unique_ptr<engine::Runner>(std::make_unique<runners::ImageRunner>(shared, target, std::move(usage)));
  }
  if (!target.emulated) {
    (void)runners::hostKernels(); // a part of the program, once it is loaded
    return std::unique_ptr<engine::Runner>(std::make_unique<runners::HostRunner>());
  }
  const std::string cLibrary = configuration.board ? configuration.board->cLibrary : "";
  return runners::EmulatedRunner::create(target, kernels, *variant, cLibrary);
}

// Empty where nothing may be kept.
std::string identityOf(const engine::Runner& runner) {
  const std::string program = programIdentity();
  const std::string its = program.empty() ? "" : runner.identity();
  return its.empty() ? "" : program + its;
}

} // namespace

void preforkRunner(const engine::Target& target) {
  if (target.emulated) client::prefork(client::unicornWorker());
  if (!target.vectorProcessor.empty()) client::prefork(client::qemuWorker());
}

Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache) {
  Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  const std::string identity = cache == nullptr ? "" : identityOf(**made);
  if (identity.empty()) return made;
  return std::unique_ptr<engine::Runner>(std::make_unique<CachingRunner>(std::move(*made), cache, identity));
}

Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration) {
  const Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  return identityOf(**made);
}

} // namespace arenascope::service
