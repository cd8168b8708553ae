// Progress of a job, and an estimate of its remaining time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"

namespace arenascope::service {

struct Progress {
  std::string step;          // for a person: "running an inference"
  double fraction = -1.0;    // of this step, 0 to 1; negative: unknown
  double secondsLeft = -1.0; // negative: unknown (yet)
  // Of a search: versions that were run; 0 of 0: not counted.
  std::size_t done = 0;
  std::size_t all = 0;
};

// "running an inference, 43 %, about 12 s left"
std::string describe(const Progress& progress);

// Estimated from the work done in that time; -1 until enough is done.
double secondsLeft(double fraction, double elapsedSeconds);

// Progress of an inference: operators count by their work, which is multiplications and bytes written.
class InferencePace {
public:
  explicit InferencePace(const model::SubgraphInfo& graph);

  // After this number of operators of the main graph.
  Progress after(std::size_t operators, double elapsedSeconds) const;

private:
  std::vector<double> done_; // work of all operators up to each, from 0 to 1
};

} // namespace arenascope::service
