// The runner for a target and a kernel set, by their names.
#pragma once

#include <memory>
#include <string>

#include "core/report/run_configuration.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"
#include "service/store/result_cache.h"

namespace arenascope::service {

// Starts what runs on that target take long to start, beside whatever else has to be prepared.
void preforkRunner(const engine::Target& target);

// configuration: with names that have been checked (requested_target.h). cache: where results are kept; none:
// everything is run.
Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache);

// Of all that such a runner's answers depend on beside model and options: program, image, interpreter. Empty where the
// program does not know itself.
Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration);

} // namespace arenascope::service
