// A gate for continuous integration: --max-cycles, --baseline, --threshold, and its results as Markdown and JUnit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/run_options.h"
#include "core/output/gate.h"

namespace arenascope::cli {

struct GateOptions {
  std::string baseline;
  std::vector<std::string> thresholds;
  bool otherModel = false;
  std::string markdown;
  std::string junit;
};

// The options outlive the parsing.
void addGateOptions(CLI::App& command, GateOptions& options);

// The rules that were asked for, budgets of `run` among them; the baseline is read.
Result<profile::GateRules> gateRules(const GateOptions& options, const RunOptions& run);

// Writes what was asked for, says on standard error what did not pass or was compared, and answers the exit status.
int applyGate(const GateOptions& options, const profile::GateRules& rules, const profile::Report& report);

} // namespace arenascope::cli
