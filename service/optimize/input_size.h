// The largest image with which a model fits an arena: a preview of the architecture that would have to be trained.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "service/profile/profiler.h"

namespace arenascope::service {

struct SmallerInput {
  std::string size; // "80x80"
  report::Report report;
};

// For a model with one image among its inputs, which does not fit `bytes` of arena: sizes of the same proportions, with
// a width that is a multiple of 8, are tried by bisection. Absent if the search has been stopped. Errors: no smaller
// size fits, or none can be carried through the model.
Result<std::optional<SmallerInput>> largestInputThatFits(const ProfileRequest& request, const model::ModelFile& file,
                                                         std::uint64_t bytes, const std::function<bool()>& stopped,
                                                         engine::RunControl& control);

} // namespace arenascope::service
