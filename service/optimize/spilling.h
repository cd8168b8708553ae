// Versions of a model with parts of their arenas in a slower RAM of the board.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/optimization/shrink_report.h"
#include "service/optimize/planning.h"

namespace arenascope::service {

// The board's usual RAM, and the slower one of that name, or the slowest if the name is empty. Fails without a board,
// without such a region, and for a core without cycles; the error names boards that have both.
Result<optimization::TwoMemories> twoMemories(const ProfileRequest& request, const std::string& region);
// Why a model that has been run so far has no front over them: no cycles, or no part of its arena fits the slower one.
std::optional<Error> cannotSpill(const report::Report& run, const optimization::TwoMemories& memories);

// Makes the report's points those of the front over its two memories: each version as it is, and run with each part of
// its arena and with both in the slower one, one inference for each variant. False: the time was up before the end.
bool addSpilled(optimization::ShrinkReport& report, const ProfileRequest& request,
                const std::vector<PlanRequest::Variant>& variants, const std::function<bool()>& timeIsUp);

} // namespace arenascope::service
