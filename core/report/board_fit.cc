#include "core/report/board_fit.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/report/arena_arrangement.h"
#include "core/report/flash_need.h"

namespace arenascope::report {

namespace {

std::string leftText(std::int64_t left, const char* what) {
  const std::string bytes = humanBytes(static_cast<std::uint64_t>(std::llabs(left)));
  return left < 0 ? bytes + " of " + what + " missing" : bytes + " of " + what + " left";
}

std::string placeText(const char* what, std::uint64_t bytes, const hardware::Board& board,
                      const hardware::MemoryRegion& region) {
  return std::string(what) + ": " + grouped(bytes) + " bytes in " + region.name + " (" + humanBytes(region.bytes) +
         ", " + hardware::describeWaitStates(region, board.waitStatesOf(region)) + ")";
}

// Copies of constants and code.
std::uint64_t placedInRam(const hardware::Board& board, const Report& report) {
  if (!report.placement) return 0;
  const auto isRam = [&](const std::optional<hardware::Place>& place) {
    return place && std::any_of(board.ram.begin(), board.ram.end(),
                                [&](const auto& region) { return region.name == place->region.name; });
  };
  return (isRam(report.placement->weights) ? report.model.bytes : 0) +
         (isRam(report.placement->code) ? flashNeed(report).code() : 0);
}

} // namespace

std::optional<BoardFit> fitOn(const hardware::Board& board, const Report& report) {
  if (!report.arena) return std::nullopt;
  BoardFit fit;
  // An accelerator's cycles are not known.
  if (report.cost && !report.model.accelerated())
    fit.milliseconds = static_cast<double>(report.cost->total.cycles) / board.clockHz() * 1000.0;
  fit.arena = report.arena->recommended;
  fit.arenaCapacity = board.arenaCapacity();
  fit.ramLeft = static_cast<std::int64_t>(board.ramBytes()) - static_cast<std::int64_t>(board.reservedRamBytes) -
                static_cast<std::int64_t>(fit.arena) - static_cast<std::int64_t>(placedInRam(board, report));
  const FlashNeed flash = flashNeed(report);
  fit.flashKnown = flash.codeKnown;
  fit.flashNeeded = flash.total();
  fit.flashLeft = static_cast<std::int64_t>(board.flashBytes) - static_cast<std::int64_t>(board.reservedFlashBytes) -
                  static_cast<std::int64_t>(fit.flashNeeded);
  return fit;
}

std::optional<std::uint64_t> budgetToFit(const Report& report) {
  const auto fit = report.board && !report.regions && !report.firmware ? fitOn(*report.board, report) : std::nullopt;
  if (!fit || fit->fitsRam()) return std::nullopt;
  const std::int64_t ram = static_cast<std::int64_t>(fit->arena) + fit->ramLeft;
  const std::int64_t capacity = std::min(ram, static_cast<std::int64_t>(fit->arenaCapacity));
  if (capacity <= 0 || report.arena->tail >= static_cast<std::uint64_t>(capacity)) return std::nullopt;
  return static_cast<std::uint64_t>(capacity) / kArenaStep * kArenaStep;
}

std::string adviseToShrink(const Report& report) {
  const auto budget = budgetToFit(report);
  if (!budget) return {};
  return "The arena does not fit this board. A version of the model with the same outputs may fit: arenascope shrink "
         "--target " +
         report.target + " --kernels " + report.kernels + " --budget " + std::to_string(*budget) +
         " searches for the cheapest one (another plan, in-place outputs, operators strip by strip).";
}

std::optional<RegionFit> fitIn(const Report& report) {
  const auto split = report.regions ? splitArenas(report) : std::nullopt;
  if (!split) return std::nullopt;
  RegionFit fit{.nonPersistent = split->nonPersistent, .persistent = split->persistent};
  const hardware::ArenaRegions& regions = *report.regions;
  fit.fits = regions.same()
                 ? split->together() <= regions.persistent.bytes
                 : fit.nonPersistent <= regions.nonPersistent.bytes && fit.persistent <= regions.persistent.bytes;
  return fit;
}

std::string describe(const hardware::Board& board, const hardware::ArenaRegions& regions, const RegionFit& fit) {
  return placeText("non-persistent arena", fit.nonPersistent, board, regions.nonPersistent) + "\n" +
         placeText("persistent arena", fit.persistent, board, regions.persistent) +
         (fit.fits ? "" : "\nThey do not fit.");
}

std::string describeRam(const BoardFit& fit) {
  if (fit.ramLeft < 0) return leftText(fit.ramLeft, "RAM");
  if (fit.freeBytes() < 0)
    return "no region of RAM is large enough for the arena (" + humanBytes(fit.arenaCapacity) + " at most)";
  std::string left = leftText(fit.freeBytes(), "RAM");
  if (fit.freeBytes() == fit.ramLeft) return left;
  return left + " in the largest region (" + humanBytes(static_cast<std::uint64_t>(fit.ramLeft)) + " in all regions)";
}

std::string describeMisfit(const BoardFit& fit) {
  std::vector<std::string> parts;
  if (!fit.fitsRam()) parts.push_back(describeRam(fit));
  if (!fit.fitsFlash()) parts.push_back(leftText(fit.flashLeft, "flash"));
  return joined(parts);
}

std::string describe(const BoardFit& fit) {
  std::string text;
  if (fit.milliseconds)
    text = threeDigits(*fit.milliseconds) + " ms, " + threeDigits(fit.framesPerSecond()) + " frames/s; ";
  text += describeRam(fit);
  return fit.flashKnown ? text + ", " + leftText(fit.flashLeft, "flash") : text;
}

} // namespace arenascope::report
