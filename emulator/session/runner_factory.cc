#include "emulator/session/runner_factory.h"

#include <fmt/format.h>

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
std::string identityOf(const tflm::Variant& variant) {
  const auto& [date, espChip, espNn, shortEspConv, separateVariables, vectors, armCompiler, earlierCmsisNn] = variant;
  return fmt::format(" {} {} {} {} {} {} {} {}", date, static_cast<std::uint32_t>(espChip), espNn, shortEspConv,
                     separateVariables, vectors, armCompiler, earlierCmsisNn);
}

} // namespace

void startRunnerAhead(const Target& target) {
  if (target.emulated) process::startAhead(process::Engine::kUnicorn);
  if (!target.underQemu.empty() && process::whatQemuLacks().empty()) process::startAhead(process::Engine::kQemu);
}

Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const profile::RunConfiguration& configuration,
                                           const std::shared_ptr<ResultCache>& cache) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const std::string& kernels = configuration.kernels;
  std::unique_ptr<Runner> runner;
  std::string identity = "host";
  bool underQemu = false;
  if (const auto library = findKernelLibrary(kernels)) {
    Result<image::ImageFile> file = image::loadImage(library->image, std::nullopt, {});
    if (!file) return file.error();
    identity = target.name + " " + file->image.hash();
    auto usage = flashUsageOf(*library, file->image);
    runner =
        std::make_unique<ImageRunner>(std::make_shared<image::ImageFile>(std::move(*file)), target, std::move(usage));
  } else if (target.emulated) {
    const std::string cLibrary = configuration.board ? configuration.board->cLibrary : "";
    Result<std::unique_ptr<EmulatedRunner>> emulated = EmulatedRunner::create(target, kernels, *variant, cLibrary);
    if (!emulated) return emulated.error();
    if (cache != nullptr) identity = target.name + " " + (*emulated)->imageHash();
    underQemu = (*emulated)->isUnderQemu();
    if (*variant != tflm::Variant{}) identity += identityOf(*variant);
    runner = std::move(*emulated);
  } else {
    (void)hostKernels(); // a part of the program, once it is loaded
    runner = std::make_unique<HostRunner>();
  }
  const std::string program = cache == nullptr ? "" : programIdentity(target, underQemu);
  if (program.empty()) return runner;
  return std::unique_ptr<Runner>(std::make_unique<CachingRunner>(std::move(runner), cache, program + identity));
}

} // namespace arenascope::session
