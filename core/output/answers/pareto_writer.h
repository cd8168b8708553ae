// The Pareto-optimal models, as text.
#pragma once

#include <string>

#include "core/optimization/pareto_front.h"

namespace arenascope::output {

// For a person, a line each.
std::string paretoText(const optimization::Candidates& candidates);

} // namespace arenascope::output
