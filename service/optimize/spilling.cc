#include "service/optimize/spilling.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/report/board_fit.h"
#include "core/report/placement_fit.h"
#include "service/control/each_in_time.h"
#include "service/store/boards.h"

namespace arenascope::service {

using hardware::MemoryRegion;
using optimization::ShrinkPoint;
using optimization::Spill;
using optimization::TwoMemories;
using report::Report;

namespace {

bool cyclesAreKnown(const std::string& core) {
  const engine::Target* target = engine::findTarget(core);
  return target != nullptr && target->hasCycles;
}

// "teensy-4.1 (OCRAM2, PSRAM)" of each.
std::string boardsWithBoth() {
  std::vector<Error> problems;
  std::vector<std::string> names;
  for (const hardware::Board& board : loadBoards(problems)) {
    std::vector<std::string> regions;
    for (const MemoryRegion& region : optimization::slowerRegions(board)) regions.push_back(region.name);
    if (!regions.empty() && cyclesAreKnown(board.core))
      names.push_back(fmt::format("{} ({})", board.name, joined(regions)));
  }
  return names.empty() ? "no board has both" : "boards that have both: " + joined(names);
}

std::vector<std::string> regionNamesOf(const hardware::Board& board) {
  std::vector<std::string> names;
  for (const MemoryRegion& region : board.ram) names.push_back(region.name);
  return names;
}

// Runs a version with these parts in the slower RAM, one inference for each variant; fails if a run does.
Result<ShrinkPoint> spilled(const ProfileRequest& request, const std::vector<PlanRequest::Variant>& variants,
                            const TwoMemories& memories, const ShrinkPoint& version, const Spill& spill,
                            engine::RunControl& control) {
  const auto file = model::ModelFile::fromBytes(version.model, request.model.string(), request.limits);
  if (!file) return file.error();
  ShrinkPoint point = version;
  point.runs.clear();
  for (const PlanRequest::Variant& variant : variants) {
    ProfileRequest run = requestFor(request, variant, *file, true);
    if (spill.all())
      run.placement = hardware::Placement{
          .weights = {}, .code = {}, .arena = hardware::Place{.region = memories.psram, .limitBytes = std::nullopt}};
    else
      run.regions = hardware::ArenaRegions{.nonPersistent = spill.nonPersistent ? memories.psram : memories.sram,
                                           .persistent = spill.persistent ? memories.psram : memories.sram};
    Result<Report> report = profileModel(run, {}, control);
    if (!report) return report.error();
    if (report->error) return *report->error;
    const bool same = sameOutputs(*report, version.runs[point.runs.size()]);
    point.proven = point.proven && same && report->arena && report->arena->minimumProven;
    point.runs.push_back(std::move(*report));
  }
  // As the runs with two arenas state them.
  Spill& now = point.spill.emplace(spill);
  if (const auto fit = report::fitIn(point.runs.front())) {
    now.sramBytes = spill.persistent ? fit->nonPersistent : fit->persistent;
    now.psramBytes = spill.persistent ? fit->persistent : fit->nonPersistent;
  } else {
    now.sramBytes = 0;
    now.psramBytes = point.runs.front().arena->minimum;
  }
  return point;
}

} // namespace

Result<TwoMemories> twoMemories(const ProfileRequest& request, const std::string& region) {
  if (!request.board)
    return Error{Stage::kUsage,
                 "--psram needs a board with a second, slower RAM: choose one with --board; " + boardsWithBoth()};
  const hardware::Board& board = *request.board;
  if (!cyclesAreKnown(board.core))
    return Error{Stage::kUsage, fmt::format("--psram compares cycles, and those of {} are not known, the core of board "
                                            "{}; {}. Without cycles, profile --persistent-region and "
                                            "--non-persistent-region give the size of each part",
                                            board.core, board.name, boardsWithBoth())};
  const std::vector<MemoryRegion> slower = optimization::slowerRegions(board);
  if (slower.empty())
    return Error{Stage::kUsage,
                 fmt::format("board {} has no RAM with more wait states than the usual one, {}, for --psram; it has: "
                             "{}; {}",
                             board.name, board.ram.front().name, joined(regionNamesOf(board)), boardsWithBoth())};
  MemoryRegion chosen = slower.back();
  if (!region.empty()) {
    const Result<MemoryRegion> named = board.region(region);
    if (!named) return named.error();
    chosen = *named;
    if (std::none_of(slower.begin(), slower.end(), [&](const auto& each) { return each.name == chosen.name; }))
      return Error{Stage::kUsage, fmt::format("region {} of board {} has no more wait states than the usual RAM, {}; "
                                              "choose a slower one for --psram-region",
                                              chosen.name, board.name, board.ram.front().name)};
  }
  return TwoMemories{.sram = board.ram.front(),
                     .psram = chosen,
                     .sramFree = report::freeIn(board, board.ram.front()),
                     .psramFree = report::freeIn(board, chosen)};
}

std::optional<Error> cannotSpill(const Report& run, const TwoMemories& memories) {
  if (!run.cost)
    return Error{Stage::kTarget,
                 "--psram compares cycles, and those of " + run.target + " are not known here: " + run.withoutCycles};
  if (!optimization::possibleSpills(run, memories).empty()) return std::nullopt;
  return Error{Stage::kBoard, fmt::format("{} has {} bytes free, which no part of this model's arena fits",
                                          memories.psram.name, grouped(memories.psramFree))};
}

bool addSpilled(optimization::ShrinkReport& report, const ProfileRequest& request,
                const std::vector<PlanRequest::Variant>& variants, const std::function<bool()>& timeIsUp) {
  const TwoMemories& memories = *report.memories;
  std::vector<Spill> tasks;
  for (std::size_t i = 0; i < report.points.size(); ++i) {
    ShrinkPoint& version = report.points[i];
    for (Spill& each : possibleSpills(version.runs.front(), memories)) {
      each.version = i;
      tasks.push_back(each);
    }
    version.spill = Spill{.sramBytes = version.arenaBytes(), .version = i};
  }
  std::vector<std::optional<Result<ShrinkPoint>>> results(tasks.size());
  forEachInTime(
      tasks.size(), [&](std::size_t) { return timeIsUp(); },
      [&](std::size_t i, engine::RunControl& control) {
        auto result = spilled(request, variants, memories, report.points[tasks[i].version], tasks[i], control);
        if (result || !control.cancelled) results[i] = std::move(result);
      });
  bool all = true;
  for (std::optional<Result<ShrinkPoint>>& result : results) {
    if (!result)
      all = false;
    else if (*result && (**result).proven)
      report.points.push_back(std::move(**result));
    else
      log::warning("a version is left out that could not be run in two memories" +
                   (*result ? std::string() : ": " + result->error().message));
  }
  std::vector<ShrinkPoint> kept;
  for (const std::size_t i : optimization::paretoFrontOf(report.points)) kept.push_back(std::move(report.points[i]));
  report.points = std::move(kept);
  return all;
}

} // namespace arenascope::service
