// Creates the runner for a target and a kernel set, by their names.
#pragma once

#include <memory>
#include <string>

#include "core/report/run_configuration.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"
#include "service/store/result_cache.h"

namespace arenascope::service {

// Starts slow parts of that target's runner in parallel with other preparations.
void preforkRunner(const engine::Target& target);

// configuration: with checked names (requested_target.h). cache: for results; null:
// run everything.
Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache);

// Everything that such a runner's answers depend on besides model and options: program, image, interpreter. Empty if
// the program has no build ID.
Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration);

} // namespace arenascope::service
