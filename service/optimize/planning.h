// A better memory plan for a model: searched, written into it, and proven by running both versions.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>

#include "core/model/load/model_file.h"
#include "core/optimization/plan_report.h"
#include "service/profile/profiler.h"
#include "service/store/distance_memo.h"

namespace arenascope::service {

inline constexpr planner::Steps kPlanSteps = 9'000'000'000; // some ten seconds
inline constexpr double kMostPlanSeconds = 300;

struct PlanRequest {
  struct Variant {
    std::string target;
    std::string kernels; // empty: what the target runs with by default
  };
  ProfileRequest profile;    // its planner is the interpreter's usual one
  std::vector<Variant> also; // the plan must hold for these too
  optimization::Method planner = optimization::Method::kOptimal;
  optimization::Ordering order = optimization::Ordering::kKeep;
  bool overlap = false; // outputs may lie over what their operator has read of an input: measured, and proven
  // What is part of another tensor lies in it (core/model/graph/views.h): no placement without that is searched.
  bool parts = false;
  // What the model was made of another one, for its note; whether both give the same outputs is not looked at here.
  std::vector<model::OverlapNote::Strips> strips;
  KnownOperators known; // of the model, as it is: what was measured of these is not measured again
  bool prove = true;    // outputs with overlap are compared on further inputs; otherwise whoever asked has to
  // For the search; the best plan found by then is the answer. Where nobody sets it, the steps end the search, so that
  // every computer gives the same plan, unless one takes kMostPlanSeconds for them.
  std::optional<double> seconds;
  planner::Steps steps = kPlanSteps;
  // Offsets in bytes that the search must give to these buffers, by PlannedBuffer::index; not to scratch buffers.
  std::map<std::int32_t, std::int64_t> pinned;
  // Set from another thread: what was found by then is the answer. Unlike cancelling, after which there is none.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// The same request for one of the variants, and another file.
ProfileRequest requestFor(const ProfileRequest& request, const PlanRequest::Variant& variant,
                          const model::ModelFile& file, bool invoke);

// Fails where the model cannot be loaded, or its memory not be allocated with all the room there is.
Result<optimization::PlanReport> planModel(const PlanRequest& request, const ProfileObserver& observer,
                                           engine::RunControl& control);

} // namespace arenascope::service
