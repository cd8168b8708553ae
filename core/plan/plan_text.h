// Pieces of plans' text and JSON that a report of one model and one of several have in common.
#pragma once

#include <string>

#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/plan/plan_report.h"

namespace arenascope::plan {

// A table of bytes before and after: its heading, and a row with the difference.
std::string headingRow(const char* name, const char* before, const char* after, const Style& style);
std::string figureRow(const char* name, std::uint64_t before, std::uint64_t after, const Style& style);

// Adds "flash_bytes" (all of it: model and code), "model_bytes", "code_bytes" where it is known, and "new_operators".
void addFlash(profile::Json& json, const profile::Report& before, const profile::Report& after);
// For a terminal: what to do about a search that was ended early. In the JSON: "complete", and by what it was.
std::string endText(SearchEnd end);
void addEnd(profile::Json& json, SearchEnd end);

profile::Json planJson(const PlanReport& report, bool timing);

} // namespace arenascope::plan
