// Runs the interpreter core that is linked into the WebAssembly module, in the memory layout of the target. Memory and
// results are known; cycles are not.
#pragma once

#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"

namespace arenascope::web {

class CoreRunner final : public engine::Runner {
public:
  // kernels: the set's full name. variant: how the interpreter is configured.
  CoreRunner(const engine::Target& target, std::string kernels, const tflm::Variant& variant)
      : target_(target), kernels_(std::move(kernels)), variant_(variant) {}

  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<Runner> another() const override { return std::make_unique<CoreRunner>(target_, kernels_, variant_); }
  bool hasCycles() const override { return false; }
  std::string whyNoCycles() const override;
  bool hasKernel(const std::string& name) const override;
  std::optional<report::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }

private:
  const engine::Target& target_;
  std::string kernels_;
  tflm::Variant variant_;
};

} // namespace arenascope::web
