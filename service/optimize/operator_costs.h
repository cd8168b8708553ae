// What each operator costs, for estimates of versions that are not run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/optimization/whole_graph.h"
#include "core/report/report.h"

namespace arenascope::service {

// Of the main graph, by operator, from a run of the model. distances: where outputs may overlap inputs; may lack some.
std::vector<optimization::OperatorCosts> costsOf(const report::Report& report,
                                                 const std::vector<run::SafeDistance>& distances);
// Of a new PAD with the run's kernels, for each byte of its output.
std::uint64_t padCyclesOf(const report::Report& report);

} // namespace arenascope::service
