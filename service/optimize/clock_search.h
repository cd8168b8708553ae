// Advice's line on a lower clock of the same board.
#pragma once

#include <functional>

#include "service/optimize/advising.h"

namespace arenascope::service {

// Whether a run on its board meets a deadline in ms; without cycles this is not known.
bool meetsDeadline(const report::Report& report, double deadline);

// Adds the lowest clock in whole MHz that meets the request's deadline, or the reason why there is none, to the answer.
// At a lower clock memory has fewer wait states, so that an inference takes fewer cycles. atClock: runs the model on
// the board at a clock in MHz.
void adviseClock(optimization::AdviceReport& answer, const AdviceRequest& request, const std::function<bool()>& stopped,
                 const std::function<Result<report::Report>(double megahertz)>& atClock);

} // namespace arenascope::service
