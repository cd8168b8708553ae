// Parts of text and JSON that plans of one model and of several share.
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

// For a terminal: the remedy for a search that was stopped early. In the JSON: "complete", and the cause.
std::string endText(planner::SearchEnd end);
void addEnd(Json& json, planner::SearchEnd end);

Json planJson(const optimization::PlanReport& report, bool timing);

} // namespace arenascope::output
