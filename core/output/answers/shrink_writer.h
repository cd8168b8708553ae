// Smaller versions of a model, in sentences, as text and as JSON.
#pragma once

#include <string>

#include "core/optimization/shrink_report.h"

namespace arenascope::output {

inline constexpr const char* kShrinkSchema = "arenascope.shrink.1";

// "operators 0 to 3 in 4 strips"; empty where there are none.
std::string describeCuts(const optimization::ShrinkPoint& point);
// "2 of 12 versions were run", and why no more; empty where the search came to its end.
std::string describeUnfinished(const optimization::ShrinkReport& report);
// What a version needs and costs beside the model as it is, what was done, and what the application has to do.
std::string describePoint(const optimization::ShrinkReport& report, std::size_t position);
// What was chosen, and why, in one or two sentences.
std::string describeChoice(const optimization::ShrinkReport& report);
std::string toJson(const optimization::ShrinkReport& report, bool timing);
// For a terminal.
std::string toText(const optimization::ShrinkReport& report, bool colour);

} // namespace arenascope::output
