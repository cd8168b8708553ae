// A project's history as text, JSON (schema "arenascope.history.1") and CSV.
#pragma once

#include <string>
#include <vector>

#include "core/history/timeline.h"

namespace arenascope::output {

// figures: keys of history::rowFigures(); empty: arena, cycles and flash.
std::vector<std::string> shownFigures(const std::vector<std::string>& figures);

// Newest first; commits that moved nothing are counted, not listed.
std::string toText(const history::Timeline& timeline, const std::vector<std::string>& figures, bool colour);
// Oldest first, with all figures.
std::string toJson(const history::Timeline& timeline);
// A row for each commit and model, likewise.
std::string toCsv(const history::Timeline& timeline);

// What was damaged, and rows that have no commit here.
std::vector<std::string> notesOf(const history::Timeline& timeline);

} // namespace arenascope::output
