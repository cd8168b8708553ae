// A review as Markdown for a comment under a pull request, as JSON (schema "arenascope.review.1") and as a small chart.
#pragma once

#include <string>

#include "core/history/review.h"

namespace arenascope::output {

// Begins every comment, so that the next one replaces it: "<!-- arenascope review".
extern const char* const kReviewMarker;

// chart: the address of toSvg()'s file; empty: none.
std::string toMarkdown(const history::Review& review, const std::string& chart = {});
std::string toJson(const history::Review& review);
// Bars of the arenas before and after, of models that have changed.
std::string toSvg(const history::Review& review);

} // namespace arenascope::output
