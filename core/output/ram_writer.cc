#include "core/output/ram_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "core/base/number_text.h"

namespace arenascope::output {

using report::RamBand;
using report::RamPart;
using report::RamPiece;
using report::RamUse;

namespace {

constexpr std::size_t kBarWidth = 72;
constexpr std::size_t kObjectsShown = 6;
constexpr std::array kUses = {RamUse::kArena, RamUse::kData,     RamUse::kZeroed, RamUse::kHeap,
                              RamUse::kStack, RamUse::kReserved, RamUse::kFree};

char letterOf(RamUse use) {
  static constexpr std::array kLetters = {'A', 'd', 'b', 'h', 's', 'r', '.'};
  return kLetters[static_cast<std::size_t>(use)];
}

// A letter for each share of the memory: of the use with most bytes in it.
std::string barOf(const RamBand& band) {
  std::string bar;
  for (std::size_t i = 0; i < kBarWidth; ++i) {
    const std::uint64_t from = band.begin + band.bytes() * i / kBarWidth;
    const std::uint64_t to = band.begin + band.bytes() * (i + 1) / kBarWidth;
    std::array<std::uint64_t, kUses.size()> bytes{};
    for (const RamPart& part : band.parts)
      if (part.address < to && part.end() > from)
        bytes[static_cast<std::size_t>(part.use)] += std::min(part.end(), to) - std::max(part.address, from);
    const auto* most = std::max_element(bytes.begin(), bytes.end());
    bar += letterOf(kUses[static_cast<std::size_t>(most - bytes.begin())]);
  }
  return bar;
}

} // namespace

Json ramJson(const RamBand& band) {
  Json parts = Json::array();
  for (const RamPart& part : band.parts)
    parts.push_back({{"use", report::ramUseName(part.use)},
                     {"name", part.name},
                     {"address", part.address},
                     {"bytes", part.bytes},
                     {"yields", part.yields}});
  Json objects = Json::array();
  for (const RamPiece& object : band.objects)
    objects.push_back({{"name", object.name}, {"address", object.address}, {"bytes", object.bytes}});
  Json arena = {{"given_bytes", band.arenaGiven}, {"largest_bytes", band.arenaLargest}};
  if (band.arenaNeeded > 0) {
    arena["needed_bytes"] = band.arenaNeeded;
    arena["give_back_bytes"] = band.toGiveBack();
  }
  if (band.asked) {
    arena["asked_bytes"] = *band.asked;
    arena["asked_fits"] = *band.asked <= band.arenaLargest;
  }
  Json stack = {{"reserved_bytes", band.stackReserved}};
  if (band.stackSeen > 0) stack["seen_bytes"] = band.stackSeen;
  return {{"address", band.begin},           {"bytes", band.bytes()},
          {"end_known_by", band.endKnownBy}, {"parts", std::move(parts)},
          {"arena", std::move(arena)},       {"stack", std::move(stack)},
          {"objects", std::move(objects)},   {"sentences", report::describe(band)}};
}

std::string ramText(const report::Report& report, const Style& style) {
  const std::optional<RamBand> found = report::ramBand(report);
  if (!found) return {};
  const RamBand& band = *found;
  std::string text = fmt::format("\n  {}RAM of the image{} from 0x{:08X}: {}, to {}\n", style.strong, style.end,
                                 band.begin, humanBytes(band.bytes()), band.endKnownBy);
  text += fmt::format("  [{}]\n", barOf(band));
  for (const RamPart& part : band.parts)
    text += fmt::format("  {} {:>12}   0x{:08X}   {}\n", letterOf(part.use), grouped(part.bytes), part.address,
                        printable(describe(band, part)));
  std::string objects;
  for (std::size_t i = 0; i < std::min(kObjectsShown, band.objects.size()); ++i)
    objects +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", shortened(band.objects[i].name, 40), grouped(band.objects[i].bytes));
  if (!objects.empty()) text += fmt::format("  {}largest objects: {}{}\n", style.weak, objects, style.end);
  for (const std::string& line : report::describe(band)) text += "  " + line + "\n";
  return text;
}

namespace {

std::string differenceRow(const char* name, std::uint64_t before, std::uint64_t now, const Style& style) {
  const std::string difference = report::differenceText(before, now);
  return fmt::format("  {:24} {:>12} {:>12}{}\n", name, grouped(before), grouped(now),
                     difference.empty() ? "" : fmt::format(" {}{}{}", style.weak, difference, style.end));
}

} // namespace

std::string ramDifferences(const report::Comparison& comparison, const Style& style) {
  const std::optional<RamBand> before = report::ramBand(comparison.reports.front());
  std::string text;
  for (std::size_t r = 1; before && r < comparison.reports.size(); ++r) {
    const std::optional<RamBand> now = report::ramBand(comparison.reports[r]);
    if (!now) continue;
    text += fmt::format("\n{}  RAM of the image, {}{}\n", style.strong, printable(comparison.titles[r]), style.end);
    for (const RamUse use : kUses)
      if (before->of(use) > 0 || now->of(use) > 0)
        text += differenceRow(report::ramUseName(use), before->of(use), now->of(use), style);
    text += differenceRow("largest arena", before->arenaLargest, now->arenaLargest, style);
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> sizes; // before and now
    for (const RamPiece& object : before->objects) sizes[object.name].first += object.bytes;
    for (const RamPiece& object : now->objects) sizes[object.name].second += object.bytes;
    std::vector<std::pair<std::string, std::int64_t>> changed;
    for (const auto& [name, bytes] : sizes)
      if (bytes.first != bytes.second)
        changed.emplace_back(name, static_cast<std::int64_t>(bytes.second) - static_cast<std::int64_t>(bytes.first));
    std::stable_sort(changed.begin(), changed.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
    for (std::size_t i = 0; i < std::min(kObjectsShown, changed.size()); ++i)
      text += fmt::format("    {:22} {:>+25}\n", shortened(changed[i].first, 22), changed[i].second);
  }
  return text;
}

} // namespace arenascope::output
