#include "emulator/runners/vector_engine.h"

#include "emulator/runners/emulated_runner.h"
#include "emulator/runners/firmware_engine.h"
#include "emulator/runners/split_runner.h"

namespace arenascope::runners {

namespace {

class VectorEngine final : public engine::Engine {
public:
  bool serves(const engine::Request& request) const override {
    return !request.target.vectorProcessor.empty() && request.configuration.decompressionBytes == 0;
  }
  // As it goes on after "The arena is that of cortex-m55; ".
  std::string whyNot(const engine::Request& request) const override {
    if (const std::string why = client::whyNot(client::qemuWorker()); !why.empty())
      return "QEMU executes its vector instructions, and " + why;
    const tflm::Variant itself = engine::variantOf(request.target, request.configuration.kernels);
    const bool isItself = request.variant == itself && request.variant.armCompiler == 0;
    return isItself ? "" : "its own code keeps variables in the arena";
  }
  Result<std::unique_ptr<engine::Runner>> runner(const engine::Request& request) const override {
    Result<std::unique_ptr<engine::Runner>> memory = memoryRunner(request, {});
    if (!memory) return memory.error();
    const engine::Target& target = request.target;
    Result<std::shared_ptr<Firmware>> own =
        Firmware::load(target.vectorProcessor, *target.format, firmwareKernels(request.configuration.kernels, {}),
                       client::qemuWorker());
    if (!own) return own.error();
    auto code = std::make_unique<EmulatedRunner>(target, TargetImage{.firmware = std::move(*own)});
    return std::unique_ptr<engine::Runner>(std::make_unique<SplitRunner>(std::move(*memory), std::move(code)));
  }
  void prefork(const engine::Target& target) const override {
    if (!target.vectorProcessor.empty()) client::prefork(client::qemuWorker());
  }
  std::vector<engine::Finding> examine() const override {
    engine::Finding finding{.part = "QEMU", .text = "executes vector instructions (cortex-m55)"};
    if (const std::string why = client::whyNot(client::qemuWorker()); !why.empty())
      finding = {finding.part, engine::Health::kLimited,
                 why + ": cortex-m55 has its arena and its results, but no cycles"};
    return {finding};
  }
};

} // namespace

const engine::Engine& vectorEngine() {
  static const VectorEngine kEngine;
  return kEngine;
}

} // namespace arenascope::runners
