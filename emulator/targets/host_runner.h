// The interpreter core as compiled for this machine: 64-bit sizes, no cycles.
#pragma once

#include "emulator/targets/runner.h"

namespace arenascope::session {

class HostRunner final : public Runner {
public:
  profile::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) override;
  std::unique_ptr<Runner> another() const override { return std::make_unique<HostRunner>(); }
  bool hasCycles() const override { return false; }
  std::optional<profile::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }
};

} // namespace arenascope::session
