// Pieces of JSON that several documents have in common, with the names of the profile's.
#pragma once

#include <nlohmann/json.hpp>

#include "core/analysis/arena_arrangement.h"
#include "core/analysis/board_fit.h"
#include "core/analysis/report.h"

namespace arenascope::profile {

using Json = nlohmann::ordered_json;

// A whole profile, as toJson() writes it (json_writer.h).
Json reportJson(const Report& report, bool wholePath);

// The same on every computer: files are named without their folders.
Json modelJson(const ModelInfo& model);
// Of a report that has one.
Json errorJson(const Report& report);
Json arenaJson(const ArenaFigures& arena);
Json splitJson(const SplitArenas& split);
Json buffersJson(const Report& report);
// Whose code was watched by --guard.
Json watchedJson(const Report& report);
Json distancesJson(const std::vector<SafeDistance>& distances);
Json functionsJson(const std::vector<FunctionCost>& functions);
Json boardJson(const Board& board, const std::optional<BoardFit>& fit);
// What error to expect of the cycles.
Json accuracyJson(const Report& report);
Json costJson(std::uint64_t total, std::uint64_t kernels);
// Whether it is a profile report, a failed one too, and names its model's path; of anything that was parsed.
bool isProfile(const Json& json);
// A figure that a document has in a part of it, such as "minimum_bytes" in "arena"; nothing where it has none.
std::optional<std::uint64_t> figureIn(const Json& json, const char* part, const char* name);
// With a newline at the end; text that is not UTF-8 is replaced.
std::string dumped(const Json& json);
// The same on one line.
std::string dumpedLine(const Json& json);

} // namespace arenascope::profile
