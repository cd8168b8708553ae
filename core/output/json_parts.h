// Parts that several JSON documents share, with the names of the profile's.
#pragma once

#include <nlohmann/json.hpp>

#include "core/report/arena_arrangement.h"
#include "core/report/board_fit.h"
#include "core/report/hazards.h"
#include "core/report/report.h"

namespace arenascope::output {

using Json = nlohmann::ordered_json;

// A whole profile, as toJson() writes it (json_writer.h).
Json reportJson(const report::Report& report, bool wholePath);

// A region of a board's RAM at its clock, with an arena of that size.
Json regionJson(const hardware::Board& board, const hardware::MemoryRegion& region, std::uint64_t arenaBytes);
// Equal on every computer: files are named without their folders.
Json modelJson(const model::ModelInfo& model);
// The report must have one.
Json errorJson(const report::Report& report);
Json arenaJson(const report::ArenaFigures& arena);
Json splitJson(const report::SplitArenas& split);
Json buffersJson(const report::Report& report);
// Kernels that break their promise with this model; empty: none is known.
Json hazardsJson(const std::vector<report::Hazard>& hazards);
// The code checked by --guard.
Json watchedJson(const report::Report& report);
Json distancesJson(const std::vector<run::SafeDistance>& distances);
Json functionsJson(const std::vector<run::FunctionCost>& functions);
Json boardJson(const hardware::Board& board, const std::optional<report::BoardFit>& fit);
// The expected error of the cycles.
Json accuracyJson(const report::Report& report);
Json costJson(std::uint64_t total, std::uint64_t kernels);
// Whether parsed JSON is a profile report, also of a failed run, and names its model's path.
bool isProfile(const Json& json);
// A figure in a part of a document, such as "minimum_bytes" in "arena"; absent if there is none.
std::optional<std::uint64_t> figureIn(const Json& json, const char* part, const char* name);
// With a newline at the end; text that is not UTF-8 is replaced.
std::string dumped(const Json& json);
// The same on one line.
std::string dumpedLine(const Json& json);

} // namespace arenascope::output
