// What a request names, checked: target, kernel set and revision.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/run_configuration.h"
#include "emulator/engine/target.h"

namespace arenascope::service {

// The target that a request names, or the error that says which there are.
Result<const engine::Target*> requestedTarget(const std::string& name);
// What is wrong with the name of a revision, and which there are; nothing where it is known.
std::optional<Error> unknownRevision(const std::string& name);
// The kernel set that a request for this target names, or leaves to it and to its board, if any: that which comes
// along, compiled as the board's usual library where such an image is there or can be made.
Result<std::string> requestedKernels(const engine::Target& target, const std::string& name,
                                     const hardware::Board* board);
// A kernel set compiled as the board's usual library, which knows other levels than ours; without a board at ours.
std::string kernelsAtLevelOf(const engine::Target& target, const std::string& kernels, const hardware::Board* board);
// Why a kernel set is not compiled as the board's usual library; empty where such an image is there or can be made, and
// without a board.
std::string whyOtherLevel(const engine::Target& target, const std::string& kernels, const hardware::Board* board);
// What a board runs with where `wanted` is asked for, at whatever level: the same set at its own, or its default.
std::string kernelsOn(const hardware::Board& board, const std::string& wanted);

// What the configuration's kernel set and revision make of the interpreter, or the error that says which there are.
// The kernel set by its full name.
Result<tflm::Variant> requestedVariant(const engine::Target& target, const report::RunConfiguration& configuration);

} // namespace arenascope::service
