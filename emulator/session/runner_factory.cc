#include "emulator/session/runner_factory.h"

#include <fmt/format.h>

#include <functional>

#include "emulator/loading/image_loader.h"
#include "emulator/process/emulator.h"
#include "emulator/session/caching_runner.h"
#include "emulator/session/requested_target.h"
#include "emulator/targets/emulated_runner.h"
#include "emulator/targets/host_kernels.h"
#include "emulator/targets/host_runner.h"
#include "emulator/targets/image_runner.h"
#include "emulator/targets/kernel_library.h"

namespace arenascope::session {

namespace {

// A field that is not in it does not compile.
std::string wordsOf(const tflm::Variant& variant) {
  const auto& [date, espChip, espNn, shortEspConv, separateVariables, vectors, armCompiler, earlierCmsisNn] = variant;
  return fmt::format(" {} {} {} {} {} {} {} {}", date, static_cast<std::uint32_t>(espChip), espNn, shortEspConv,
                     separateVariables, vectors, armCompiler, earlierCmsisNn);
}

// A runner, and what makes it this one beside the program.
struct MadeRunner {
  std::unique_ptr<Runner> runner;
  std::function<std::string()> identity; // hashes an image: not for everybody
  bool underQemu = false;
};

Result<MadeRunner> makePlain(const Target& target, const profile::RunConfiguration& configuration) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const std::string& kernels = configuration.kernels;
  if (const auto library = findKernelLibrary(kernels)) {
    Result<image::ImageFile> file = image::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    const auto shared = std::make_shared<image::ImageFile>(std::move(*file));
    auto runner = std::make_unique<ImageRunner>(shared, target, flashUsageOf(*library, shared->image));
    return MadeRunner{std::move(runner), [&target, shared] { return target.name + " " + shared->image.hash(); }};
  }
  if (!target.emulated) {
    (void)hostKernels(); // a part of the program, once it is loaded
    return MadeRunner{std::make_unique<HostRunner>(), [] { return std::string("host"); }};
  }
  const std::string cLibrary = configuration.board ? configuration.board->cLibrary : "";
  Result<std::unique_ptr<EmulatedRunner>> emulated = EmulatedRunner::create(target, kernels, *variant, cLibrary);
  if (!emulated) return emulated.error();
  const EmulatedRunner& runner = **emulated; // which lives as long as who asks
  const bool underQemu = runner.isUnderQemu();
  return MadeRunner{std::move(*emulated),
                    [&target, &runner, variant = *variant] {
                      return target.name + " " + runner.imageHash() +
                             (variant == tflm::Variant{} ? "" : wordsOf(variant));
                    },
                    underQemu};
}

// Empty where nothing may be kept.
std::string identityOf(const Target& target, const MadeRunner& made) {
  const std::string program = programIdentity(target, made.underQemu);
  return program.empty() ? "" : program + made.identity();
}

} // namespace

void startRunnerAhead(const Target& target) {
  if (target.emulated) process::startAhead(process::Engine::kUnicorn);
  if (!target.underQemu.empty() && process::whatQemuLacks().empty()) process::startAhead(process::Engine::kQemu);
}

Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const profile::RunConfiguration& configuration,
                                           const std::shared_ptr<ResultCache>& cache) {
  Result<MadeRunner> made = makePlain(target, configuration);
  if (!made) return made.error();
  const std::string identity = cache == nullptr ? "" : identityOf(target, *made);
  if (identity.empty()) return std::move(made->runner);
  return std::unique_ptr<Runner>(std::make_unique<CachingRunner>(std::move(made->runner), cache, identity));
}

Result<std::string> runnerIdentity(const Target& target, const profile::RunConfiguration& configuration) {
  const Result<MadeRunner> made = makePlain(target, configuration);
  if (!made) return made.error();
  return identityOf(target, *made);
}

} // namespace arenascope::session
