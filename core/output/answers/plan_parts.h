// Pieces of plans' text and JSON that a report of one model and one of several have in common.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/text_format.h"
#include "core/optimization/plan_report.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

// A table of bytes before and after: its heading, and a row with the difference.
std::string headingRow(const char* name, const char* before, const char* after, const Style& style);
std::string figureRow(const char* name, std::uint64_t before, std::uint64_t after, const Style& style);

// For a terminal: what to do about a search that was ended early. In the JSON: "complete", and by what it was.
std::string endText(planner::SearchEnd end);
void addEnd(Json& json, planner::SearchEnd end);

Json planJson(const optimization::PlanReport& report, bool timing);

} // namespace arenascope::output
