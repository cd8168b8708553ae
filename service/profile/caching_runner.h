// A runner that takes results of earlier runs from the cache.
#pragma once

#include <memory>
#include <string>

#include "emulator/engine/runner.h"
#include "service/store/result_cache.h"

namespace arenascope::service {

class CachingRunner final : public engine::Runner {
public:
  // identity: of everything that a result depends on besides model and options.
  CachingRunner(std::unique_ptr<engine::Runner> runner, std::shared_ptr<ResultCache> cache,
                const std::string& identity);

  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<engine::Runner> another() const override {
    return std::make_unique<CachingRunner>(runner_->another(), cache_, identity_);
  }
  std::string identity() const override { return identity_; }
  bool hasCycles() const override { return runner_->hasCycles(); }
  std::string whyNoCycles() const override { return runner_->whyNoCycles(); }
  std::string watchedOn() const override { return runner_->watchedOn(); }
  std::string unwatched() const override { return runner_->unwatched(); }
  std::string compiler() const override { return runner_->compiler(); }
  bool hasKernel(const std::string& name) const override { return runner_->hasKernel(name); }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const override {
    return runner_->flash(operators);
  }

private:
  std::unique_ptr<engine::Runner> runner_;
  std::shared_ptr<ResultCache> cache_;
  std::string identity_;
};

} // namespace arenascope::service
