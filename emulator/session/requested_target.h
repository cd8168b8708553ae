// What a request names, checked: target, kernel set and revision.
#pragma once

#include <string>

#include "core/analysis/run_configuration.h"
#include "core/base/result.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

// The target that a request names, or the error that says which there are.
Result<const Target*> requestedTarget(const std::string& name);
// The kernel set that a request for this target names or leaves to it.
Result<std::string> requestedKernels(const Target& target, const std::string& name);

// What the configuration's kernel set and revision make of the interpreter, or the error that says which there are.
// The kernel set by its full name.
Result<tflm::Variant> requestedVariant(const Target& target, const profile::RunConfiguration& configuration);

} // namespace arenascope::session
