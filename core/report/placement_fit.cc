#include "core/report/placement_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/report/flash_need.h"

namespace arenascope::report {

namespace {

std::vector<RegionUse> regionsOf(const hardware::Board& board) {
  std::vector<RegionUse> uses;
  for (const hardware::MemoryRegion& region : board.ram)
    uses.push_back({.region = region, .usedBytes = reservedIn(board, region)});
  for (const hardware::MemoryRegion& region : board.codeRam) uses.push_back({.region = region});
  return uses;
}

} // namespace

std::uint64_t reservedIn(const hardware::Board& board, const hardware::MemoryRegion& region) {
  return region.name == board.ram.front().name ? board.reservedRamBytes : 0;
}

std::uint64_t freeIn(const hardware::Board& board, const hardware::MemoryRegion& region) {
  return region.bytes - std::min(region.bytes, reservedIn(board, region));
}

std::optional<PlacementFit> placementFit(const Report& report) {
  if (!report.board || !report.placement || !report.arena) return std::nullopt;
  const hardware::Placement& placement = *report.placement;
  const std::uint64_t arena = report.arena->recommended;
  PlacementFit fit{.parts = {}, .regions = regionsOf(*report.board), .misfit = {}};
  if (placement.weights) fit.parts.push_back({"weights", *placement.weights, report.model.bytes});
  if (placement.code) fit.parts.push_back({"code", *placement.code, flashNeed(report).code()});
  if (placement.arena)
    fit.parts.push_back({"arena", *placement.arena, arena});
  else if (!fit.regions.empty())
    fit.regions.front().usedBytes += arena;
  std::vector<std::string> misfits;
  for (const auto& [what, place, bytes] : fit.parts) {
    for (RegionUse& use : fit.regions)
      if (use.region.name == place.region.name) use.usedBytes += bytes;
    if (place.limitBytes && bytes > *place.limitBytes)
      misfits.push_back(
          fmt::format("{}: {} bytes, where {} are given", what, grouped(bytes), grouped(*place.limitBytes)));
  }
  for (const RegionUse& use : fit.regions)
    if (use.missingBytes() > 0)
      misfits.push_back(fmt::format("{} lacks {} bytes", use.region.name, grouped(use.missingBytes())));
  fit.misfit = joined(misfits);
  return fit;
}

std::string describe(const hardware::Board& board, const PlacementFit& fit) {
  std::string text;
  for (const auto& [what, place, bytes] : fit.parts) {
    if (!text.empty()) text += "\n";
    text += place.inFlash() ? fmt::format("{}: {} bytes in flash", what, grouped(bytes))
                            : fmt::format("{}: {} bytes in {} ({}, {})", what, grouped(bytes), place.region.name,
                                          humanBytes(place.region.bytes),
                                          hardware::describeWaitStates(place.region, board.waitStatesOf(place.region)));
  }
  return fit.fits() ? text : text + "\nThey do not fit: " + fit.misfit + ".";
}

} // namespace arenascope::report
