#include "emulator/runners/firmware_engine.h"

#include <fmt/format.h>

#include <utility>

#include "emulator/client/emulator_process.h"
#include "emulator/runners/emulated_runner.h"
#include "emulator/runners/vector_engine.h"

namespace arenascope::runners {

namespace {

// Whether there is no image that is the target and its interpreter and nothing
// else.
bool isConfigured(const engine::Request& request) {
  return !request.target.ownImage || request.variant != tflm::Variant{} || request.configuration.decompressionBytes > 0;
}

std::string imageKernels(const engine::Request& request) {
  const std::string& kernels = request.configuration.kernels;
  if (isConfigured(request)) return kernels.substr(0, kernels.find('@')) + "-variants";
  return firmwareKernels(kernels, request.configuration.board ? request.configuration.board->cLibrary : "");
}

class FirmwareEngine final : public engine::Engine {
public:
  bool serves(const engine::Request& request) const override { return !request.target.isHost(); }
  std::string whyNot(const engine::Request& request) const override {
    const std::string kernels = imageKernels(request);
    if (hasFirmware(request.target.image(), kernels)) return {};
    return "the firmware image " + request.target.image() + "-" + kernels + " is missing";
  }
  Result<std::unique_ptr<engine::Runner>> runner(const engine::Request& request) const override {
    const engine::Engine& code = vectorEngine();
    return memoryRunner(request, code.serves(request) ? code.whyNot(request) : std::string());
  }
  void prefork(const engine::Target& target) const override {
    if (!target.isHost()) client::prefork(client::unicornWorker());
  }
  std::vector<engine::Finding> examine() const override;
};

std::vector<engine::Finding> FirmwareEngine::examine() const {
  engine::Finding finding{.part = "emulator", .text = {}};
  const auto process = client::EmulatorProcess::start(client::unicornWorker());
  const Result<protocol::Greeting> greeting = process ? (*process)->greeting() : process.error();
  if (!greeting) return {{finding.part, engine::Health::kBroken, greeting.error().message}};
  if (!greeting->seccomp) finding.health = engine::Health::kLimited;
  const char* calls = greeting->seccomp   ? "only memory and answers (seccomp)"
                      : greeting->sandbox ? "all, this kernel has no seccomp"
                                          : "all, it was built without its sandbox (ARENASCOPE_SANDBOX)";
  const char* files = greeting->landlock  ? "none (Landlock)"
                      : greeting->seccomp ? "none, unless seccomp lets one through"
                                          : "all, nothing forbids them";
  finding.text = fmt::format("a separate process; system calls: {}; files: {}{}", calls, files,
                             greeting->tuned ? "" : "; slower: Unicorn is unpatched (ARENASCOPE_UNICORN_TUNING=OFF)");
  return {finding};
}

} // namespace

const engine::Engine& firmwareEngine() {
  static const FirmwareEngine kEngine;
  return kEngine;
}

Result<std::unique_ptr<engine::Runner>> memoryRunner(const engine::Request& request, std::string whyOtherCode) {
  Result<std::shared_ptr<Firmware>> firmware =
      Firmware::load(request.target.image(), *request.target.format, imageKernels(request));
  if (!firmware) return firmware.error();
  return std::unique_ptr<engine::Runner>(std::make_unique<EmulatedRunner>(
      request.target, TargetImage{.firmware = std::move(*firmware),
                                  .configurable = isConfigured(request),
                                  .variant = request.variant,
                                  .decompresses = request.configuration.decompressionBytes > 0,
                                  .whyOtherCode = std::move(whyOtherCode)}));
}

} // namespace arenascope::runners
