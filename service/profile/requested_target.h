// Checks the names in a request: target, kernel set and revision.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/run_configuration.h"
#include "emulator/engine/target.h"

namespace arenascope::service {

// The target of a request, or an error with all targets.
Result<const engine::Target*> requestedTarget(const std::string& name);
// The fault of a revision's name, with all revisions; absent if it is known.
std::optional<Error> unknownRevision(const std::string& name);
// The kernel set of a request for this target, or the default of the target or the board: the built-in
// set, compiled as the board's usual library if that image exists or can be built.
Result<std::string> requestedKernels(const engine::Target& target, const std::string& name,
                                     const hardware::Board* board);
// A kernel set compiled as the board's usual library, which may have other levels than ours; without a board at ours.
std::string kernelsAtLevelOf(const engine::Target& target, const std::string& kernels, const hardware::Board* board);
// The reason why a kernel set is not compiled as the board's usual library; empty if that image exists or can be built,
// and without a board.
std::string whyOtherLevel(const engine::Target& target, const std::string& kernels, const hardware::Board* board);
// The board's kernel set for a requested one of any level: the same set at the board's level, or its default.
std::string kernelsOn(const hardware::Board& board, const std::string& wanted);

// The interpreter's variant for the configuration's kernel set and revision, or an error with the known ones.
// The kernel set must have its full name.
Result<tflm::Variant> requestedVariant(const engine::Target& target, const report::RunConfiguration& configuration);

} // namespace arenascope::service
