// The use cases of a project's history: history, backfill, review.
#pragma once

#include <cstdint>
#include <map>

#include "service/history/asking.h"
#include "service/history/backfill.h"
#include "service/history/recording.h"
#include "service/history/reviewing.h"
#include "service/use_case/answers.h"

namespace arenascope::service {

HistoryRequest historyRequest(const Request& request);
Result<BackfillRequest> backfillRequest(const Request& request);
Result<ReviewRequest> reviewRequest(const Request& request);
RecordOptions recordOptions(const Request& request);

std::string toText(const Backfilled& backfilled);
std::string toJson(const Backfilled& backfilled);

Result<Answer> historyAnswer(const Request& request);
Result<Answer> backfillAnswer(const Request& request, const std::function<void(const Progress&)>& onProgress,
                              Cancel& cancel);
Result<Answer> reviewAnswer(const Request& request, const std::function<void(const Progress&)>& onProgress,
                            Cancel& cancel);
// "commit 3 of 30".
std::function<void(std::size_t, std::size_t)> progressOf(const std::function<void(const Progress&)>& onProgress,
                                                         const char* what);

} // namespace arenascope::service
