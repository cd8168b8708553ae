// The interpreter core as compiled for this machine: 64-bit sizes, no cycles.
#pragma once

#include "emulator/engine/runner.h"
#include "emulator/runners/program_identity.h"

namespace arenascope::runners {

class HostRunner final : public engine::Runner {
public:
  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<engine::Runner> another() const override { return std::make_unique<HostRunner>(); }
  std::string identity() const override { return identityWith("host", {}); }
  bool hasCycles() const override { return false; }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }
};

} // namespace arenascope::runners
