// Turns the words of a request into the jobs that the program runs.
#pragma once

#include "core/base/result.h"
#include "service/calibrate/calibrating.h"
#include "service/diagnose/auditing.h"
#include "service/diagnose/explaining.h"
#include "service/diagnose/sweeping.h"
#include "service/diagnose/versions.h"
#include "service/optimize/advising.h"
#include "service/optimize/compressing.h"
#include "service/optimize/placing.h"
#include "service/optimize/shrinking.h"
#include "service/use_case/request.h"

namespace arenascope::service {

inline constexpr std::size_t kMostCompared = 8;

// The first model on the first target with the first kernel set. Errors in words have the stage "usage"; others have
// that of the missing object.
Result<ProfileRequest> profileRequest(const Request& request);
// Every model, likewise.
Result<std::vector<ProfileRequest>> profileRequests(const Request& request);
// Every model on every target with every kernel set of every revision, up to kMostCompared; all kernel sets of the
// target if nothing distinguishes two.
Result<std::vector<ProfileRequest>> comparedRequests(const Request& request);
// The model on every board; a firmware image on boards with its core.
Result<std::vector<ProfileRequest>> boardRequests(const Request& request, const std::vector<hardware::Board>& boards);

Result<PlanRequest> planRequest(const Request& request); // for the first model
Result<ShrinkRequest> shrinkRequest(const Request& request);
Result<PlaceRequest> placeRequest(const Request& request);
Result<CompressRequest> compressRequest(const Request& request);
Result<AdviceRequest> adviceRequest(const Request& request);
Result<ExplainRequest> explainRequest(const Request& request);
Result<VersionsRequest> versionsRequest(const Request& request);
Result<AuditRequest> auditRequest(const Request& request);
Result<SweepRequest> sweepRequest(const Request& request);
Result<CalibrateRequest> calibrateRequest(const Request& request);

} // namespace arenascope::service
