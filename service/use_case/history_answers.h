// The jobs of a project's history: history, backfill, review.
#pragma once

#include "service/history/asking.h"
#include "service/history/backfill.h"
#include "service/history/reviewing.h"
#include "service/use_case/answers.h"

namespace arenascope::service {

HistoryRequest historyRequest(const Request& request);
Result<BackfillRequest> backfillRequest(const Request& request);
Result<ReviewRequest> reviewRequest(const Request& request);

} // namespace arenascope::service
