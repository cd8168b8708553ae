// Pieces of plans' text and JSON that a report of one model and one of several have in common.
#pragma once

#include <string>

#include "core/base/text_format.h"
#include "core/optimization/plan_report.h"
#include "core/output/json_parts.h"

namespace arenascope::optimization {

// A table of bytes before and after: its heading, and a row with the difference.
std::string headingRow(const char* name, const char* before, const char* after, const Style& style);
std::string figureRow(const char* name, std::uint64_t before, std::uint64_t after, const Style& style);

// Adds "flash_bytes" (all of it: model and code), "model_bytes", "code_bytes" where it is known, and "new_operators".
void addFlash(output::Json& json, const report::Report& before, const report::Report& after);
// For a terminal: what to do about a search that was ended early. In the JSON: "complete", and by what it was.
std::string endText(planner::SearchEnd end);
void addEnd(output::Json& json, planner::SearchEnd end);

output::Json planJson(const PlanReport& report, bool timing);

} // namespace arenascope::optimization
