#include "service/profile/runner_factory.h"

#include <fmt/format.h>

#include <functional>

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

// A field that is not in it does not compile.
std::string textOf(const tflm::Variant& variant) {
  const auto& [date, espChip, espNn, shortEspConv, separateVariables, vectors, armCompiler, earlierCmsisNn] = variant;
  return fmt::format(" {} {} {} {} {} {} {} {}", date, static_cast<std::uint32_t>(espChip), espNn, shortEspConv,
                     separateVariables, vectors, armCompiler, earlierCmsisNn);
}

// A runner, and what makes it this one beside the program.
struct MadeRunner {
  std::unique_ptr<engine::Runner> runner;
  std::function<std::string()> identity; // hashes an image: not for everybody
  bool underQemu = false;
};

Result<MadeRunner> makePlain(const engine::Target& target, const report::RunConfiguration& configuration) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const std::string& kernels = configuration.kernels;
  if (const auto library = engine::findKernelLibrary(kernels)) {
    Result<protocol::ImageFile> file = elf::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    const auto shared = std::make_shared<protocol::ImageFile>(std::move(*file));
    auto runner = std::make_unique<runners::ImageRunner>(shared, target, engine::flashUsageOf(*library, shared->image));
    return MadeRunner{std::move(runner), [&target, shared] { return target.name + " " + shared->image.hash(); }};
  }
  if (!target.emulated) {
    (void)runners::hostKernels(); // a part of the program, once it is loaded
    return MadeRunner{std::make_unique<runners::HostRunner>(), [] { return std::string("host"); }};
  }
  const std::string cLibrary = configuration.board ? configuration.board->cLibrary : "";
  Result<std::unique_ptr<runners::EmulatedRunner>> emulated =
      runners::EmulatedRunner::create(target, kernels, *variant, cLibrary);
  if (!emulated) return emulated.error();
  const runners::EmulatedRunner& runner = **emulated; // which lives as long as who asks
  const bool underQemu = runner.isUnderQemu();
  return MadeRunner{std::move(*emulated),
                    [&target, &runner, variant = *variant] {
                      return target.name + " " + runner.imageHash() +
                             (variant == tflm::Variant{} ? "" : textOf(variant));
                    },
                    underQemu};
}

// Empty where nothing may be kept.
std::string identityOf(const engine::Target& target, const MadeRunner& made) {
  const std::string program = programIdentity(target, made.underQemu);
  return program.empty() ? "" : program + made.identity();
}

} // namespace

void preforkRunner(const engine::Target& target) {
  if (target.emulated) client::prefork(client::unicornWorker());
  if (!target.vectorProcessor.empty()) client::prefork(client::qemuWorker());
}

Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache) {
  Result<MadeRunner> made = makePlain(target, configuration);
  if (!made) return made.error();
  const std::string identity = cache == nullptr ? "" : identityOf(target, *made);
  if (identity.empty()) return std::move(made->runner);
  return std::unique_ptr<engine::Runner>(std::make_unique<CachingRunner>(std::move(made->runner), cache, identity));
}

Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration) {
  const Result<MadeRunner> made = makePlain(target, configuration);
  if (!made) return made.error();
  return identityOf(target, *made);
}

} // namespace arenascope::service
