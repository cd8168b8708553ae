// Runs the interpreter core that is linked into the WebAssembly module, in the memory layout of the target. Memory and
// results are known; cycles are not.
#pragma once

#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::web {

class CoreRunner final : public session::Runner {
public:
  // kernels: the set's full name. variant: what the interpreter is told to be.
  CoreRunner(const session::Target& target, std::string kernels, const tflm::Variant& variant)
      : target_(target), kernels_(std::move(kernels)), variant_(variant) {}

  profile::RunTrace run(const session::LoadedModel& model, const session::RunOptions& options,
                        session::RunControl& control) override;
  std::unique_ptr<Runner> another() const override { return std::make_unique<CoreRunner>(target_, kernels_, variant_); }
  bool hasCycles() const override { return false; }
  std::string whyNoCycles() const override;
  bool hasKernel(const std::string& name) const override;
  std::optional<profile::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }

private:
  const session::Target& target_;
  std::string kernels_;
  tflm::Variant variant_;
};

} // namespace arenascope::web
