// The runner for a target and a kernel set, by their names.
#pragma once

#include <memory>
#include <string>

#include "core/analysis/run_configuration.h"
#include "emulator/session/result_cache.h"
#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

// The target that a request names, or the error that says which there are.
Result<const Target*> requestedTarget(const std::string& name);
// The kernel set that a request for this target names or leaves to it.
Result<std::string> requestedKernels(const Target& target, const std::string& name);

// What the configuration's kernel set and revision make of the interpreter, or the error that says which there are.
// The kernel set by its full name.
Result<tflm::Variant> requestedVariant(const Target& target, const profile::RunConfiguration& configuration);

// configuration: with names that the functions above have answered. cache: where results are kept; none: everything is
// run.
Result<std::unique_ptr<Runner>> makeRunner(const Target& target, const profile::RunConfiguration& configuration,
                                           const std::shared_ptr<ResultCache>& cache);

} // namespace arenascope::session
