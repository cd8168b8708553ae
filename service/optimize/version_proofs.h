// Proof that versions of a model do what it does: their outputs equal its own, on its inputs and on others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/model/load/model_file.h"
#include "core/optimization/shrink_report.h"
#include "service/optimize/planning.h"
#include "service/profile/watched_runs.h"

namespace arenascope::service {

// A version on its way to be shown.
struct FoundVersion : optimization::ShrinkPoint {
  bool observed = false; // each of its operators has run with its accesses checked
  bool guarded = false;  // it has, as a whole
  std::size_t base = 0;  // what it is made of, see ShrinkBase
};

// On the request's inputs, on each target.
bool sameOutputs(const optimization::ShrinkPoint& a, const optimization::ShrinkPoint& b);

enum class Proof : std::uint8_t { kMissing, kGiven, kRefuted };

class VersionProofs {
public:
  static constexpr int kMoreInputs = 8; // in addition to the request's

  // timeIsUp: runs end when it is true. All must outlive this.
  VersionProofs(const ProfileRequest& request, const std::vector<PlanRequest::Variant>& variants,
                const std::function<bool()>& timeIsUp)
      : request_(request), variants_(variants), timeIsUp_(timeIsUp) {}

  // Runs the unchanged model on all inputs, and `beside` at the same time. original: its runs on the request's inputs;
  // read before that.
  void expect(const model::ModelFile& file, const FoundVersion& original,
              const std::function<void(engine::RunControl&)>& beside, const std::function<bool()>& besideIsOver);

  // Of versions, by their places in `found`, which has the unchanged model first; each runs at once on as many inputs
  // as there are cores, the last first. guard: kernels are checked in those that have operators which nobody has
  // observed, and in the last of `shown`, with the calls between subgraphs. Marks those that have been guarded.
  std::vector<Proof> of(std::vector<FoundVersion>& found, const std::vector<std::size_t>& shown, bool guard) const;

private:
  // One run of a version on one of the inputs.
  struct Comparison {
    std::size_t place = 0; // among those shown
    std::size_t variant = 0;
    int number = 0;
    bool guard = false;
  };

  std::vector<Comparison> comparisonsOf(const FoundVersion& point, std::size_t place, bool guard) const;
  Proof compare(const Result<model::ModelFile>& file, const Comparison& run, engine::RunControl& control) const;
  bool isComparable() const;

  const ProfileRequest& request_;
  const std::vector<PlanRequest::Variant>& variants_;
  const std::function<bool()>& timeIsUp_;
  std::vector<OutputsByInputs> expected_; // by variant
};

} // namespace arenascope::service
