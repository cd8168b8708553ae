// How far a job is, and how long the rest will take.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"

namespace arenascope::service {

struct Progress {
  std::string step;          // for a person: "running an inference"
  double fraction = -1.0;    // of this step; below 0: not known
  double secondsLeft = -1.0; // below 0: not known (yet)
};

// "running an inference, 43 %, about 12 s left"
std::string describe(const Progress& progress);

// From what was done in some time, when much of it lies behind; -1 before that.
double secondsLeft(double fraction, double elapsedSeconds);

// An inference: operators count by their work, which is multiplications and bytes written.
class InferencePace {
public:
  explicit InferencePace(const model::SubgraphInfo& graph);

  // After so many operators of the main graph.
  Progress after(std::size_t operators, double elapsedSeconds) const;

private:
  std::vector<double> done_; // work of all operators up to each, from 0 to 1
};

} // namespace arenascope::service
