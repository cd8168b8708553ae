// Two runners as one: a target whose memory one of them knows, and whose code the other executes.
#pragma once

#include <memory>
#include <utility>

#include "emulator/engine/runner.h"

namespace arenascope::runners {

class SplitRunner final : public engine::Runner {
public:
  // memory: allocates. code: runs inferences, and answers all questions about code.
  SplitRunner(std::unique_ptr<engine::Runner> memory, std::unique_ptr<engine::Runner> code)
      : memory_(std::move(memory)), code_(std::move(code)) {}

  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override {
    return (options.interpreter.invoke != 0 ? code_ : memory_)->run(model, options, control);
  }
  std::unique_ptr<engine::Runner> another() const override {
    return std::make_unique<SplitRunner>(memory_->another(), code_->another());
  }
  std::string identity() const override;
  bool hasCycles() const override { return code_->hasCycles(); }
  std::string whyNoCycles() const override { return code_->whyNoCycles(); }
  std::string watchedOn() const override { return code_->watchedOn(); }
  std::string unwatched() const override { return code_->unwatched(); }
  std::string compiler() const override { return code_->compiler(); }
  bool hasKernel(const std::string& name) const override { return memory_->hasKernel(name) && code_->hasKernel(name); }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const override {
    return code_->flash(operators);
  }

private:
  std::unique_ptr<engine::Runner> memory_;
  std::unique_ptr<engine::Runner> code_;
};

} // namespace arenascope::runners
