// The runner for a target and a kernel set, by their names.
#pragma once

#include <memory>
#include <string>

#include "core/analysis/run_configuration.h"
#include "emulator/session/result_cache.h"
#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

// Starts what runs on that target take long to start, beside whatever else has to be prepared.
void startRunnerAhead(const Target& target);

// configuration: with names that have been checked (requested_target.h). cache: where results are kept; none:
// everything is run.
Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const profile::RunConfiguration& configuration,
                                           const std::shared_ptr<ResultCache>& cache);

// Of all that such a runner's answers depend on beside model and options: program, image, interpreter. Empty where the
// program does not know itself.
Result<std::string> runnerIdentity(const Target& target, const profile::RunConfiguration& configuration);

} // namespace arenascope::session
