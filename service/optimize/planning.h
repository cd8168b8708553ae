// Searches for a better memory plan for a model, writes it into the model, and proves it by running both versions.
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

inline constexpr planner::Steps kPlanSteps = 9'000'000'000; // about ten seconds
inline constexpr double kMostPlanSeconds = 300;

struct PlanRequest {
  struct Variant {
    std::string target;
    std::string kernels; // empty: the target's default
  };
  ProfileRequest profile;    // needs the default planner
  std::vector<Variant> also; // further variants that the plan has to hold for
  optimization::Method planner = optimization::Method::kOptimal;
  optimization::Ordering order = optimization::Ordering::kKeep;
  bool overlap = false; // outputs may overlap input bytes their operator has read: measured and proven
  // Place parts of another tensor inside it (core/model/graph/views.h): required, not optional.
  bool parts = false;
  // For the model's note, if it was made from another one; equality with that is not checked here.
  std::vector<model::OverlapNote::Strips> strips;
  KnownOperators known; // of the unchanged model: measured distances are reused
  // Compare outputs with those of the model without the plan, on further inputs if anything overlaps; otherwise that
  // model is not run, and the caller has to compare.
  bool prove = true;
  // Time limit of the search; returns the best plan found. If absent, steps limit it, so that every computer gives the
  // same plan, unless one needs more than kMostPlanSeconds.
  std::optional<double> seconds;
  planner::Steps steps = kPlanSteps;
  // Prescribed offsets in bytes, by PlannedBuffer::index; not for scratch buffers.
  std::map<std::int32_t, std::int64_t> pinned;
  // Set from another thread: stop and return what was found so far, unlike cancelling, which returns nothing.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// The request for one of the variants and another file.
ProfileRequest requestFor(const ProfileRequest& request, const PlanRequest::Variant& variant,
                          const model::ModelFile& file, bool invoke);

// Whether both have run an inference, and their outputs are equal bit for bit.
bool sameOutputs(const report::Report& a, const report::Report& b);

// Fails if the model cannot be loaded, or allocation fails even with ample memory.
Result<optimization::PlanReport> planModel(const PlanRequest& request, const ProfileObserver& observer,
                                           engine::RunControl& control);

} // namespace arenascope::service
