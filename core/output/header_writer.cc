#include "core/output/header_writer.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/number_text.h"
#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

std::string provenance(const report::Report& report) {
  const std::string model = printable(std::filesystem::path(report.model.path).filename().string());
  return "// Model " + model + ", SHA-256 " + report.model.sha256 +
         "\n// Made by ArenaScope " ARENASCOPE_VERSION " for " + report::describeSettings(report) + ".\n";
}

std::string arenaConstant(const char* name, std::uint64_t bytes, const hardware::MemoryRegion& region) {
  return fmt::format(
      "// In {}: alignas(16) and a section that your linker script puts there.\nconstexpr std::size_t {} = {};\n",
      printable(region.name), name, bytes);
}

// For MicroAllocator::Create(persistent arena, its size, non-persistent arena, its size).
std::string twoArenas(const report::Report& report, const report::RegionFit& fit) {
  return provenance(report) +
         "// Two arenas, each 16-byte aligned, for MicroAllocator::Create() with a persistent and a non-persistent "
         "one.\n"
         "// Computed by replaying the allocations of the model's run.\n#pragma once\n\n#include <cstddef>\n\n" +
         arenaConstant("kPersistentArenaSize", fit.persistent, report.regions->persistent) +
         arenaConstant("kNonPersistentArenaSize", fit.nonPersistent, report.regions->nonPersistent);
}

} // namespace

std::string toHeader(const report::Report& report) {
  if (const auto fit = report::fitIn(report)) return twoArenas(report, *fit);
  const report::ArenaFigures& arena = *report.arena;
  const char* alignment =
      arena.anyAddress ? "// Enough for an array at any address; a 16-byte aligned one needs less.\n"
                       : "// The array must be 16-byte aligned: alignas(16) std::uint8_t arena[kTensorArenaSize];\n";
  const std::string place = report.placement && report.placement->arena
                                ? "// In " + printable(report.placement->arena->region.name) +
                                      ": a section that your linker script puts there.\n"
                                : "";
  return fmt::format("{}// arena_used_bytes() will return {}; the smallest arena that works is {}.\n{}{}#pragma "
                     "once\n\n#include <cstddef>\n\nconstexpr std::size_t kTensorArenaSize = {};\n",
                     provenance(report), arena.used, arena.minimum, alignment, place, arena.recommended);
}

namespace {

// size: a line of code; may be empty.
std::string bufferHeader(const report::Report& report, const std::string& size) {
  std::string text =
      fmt::format("{}// Planned buffers: offsets in bytes from the start of the arena, in use from step `first` to "
                  "step `last`;\n// step 0 is when inputs are filled, the operators follow.\n#pragma once\n\n#include "
                  "<cstddef>\n\n{}namespace arena_plan {{\n\nstruct Buffer {{\n  const char* name;\n  std::size_t "
                  "offset;\n  std::size_t bytes;\n  int first;\n  int last;\n}};\n\nconstexpr std::size_t kHeadBytes = "
                  "{};\nconstexpr std::size_t kBufferCount = {};\n",
                  provenance(report), size, report.arena->head, report.buffers.size());
  if (!report.buffers.empty()) text += "constexpr Buffer kBuffers[] = {\n";
  for (const report::PlannedBuffer& buffer : report.buffers) {
    std::string name;
    for (const char c : printable(buffer.name)) {
      if (c == '"' || c == '\\' || c == '?') name += '\\'; // no trigraphs either
      name += c;
    }
    text += fmt::format("    {{\"{}\", {}, {}, {}, {}}}, // {}\n", name, buffer.offset, buffer.bytes, buffer.firstOp,
                        buffer.lastOp, report::bufferKindName(report::bufferKind(report, buffer)));
  }
  if (!report.buffers.empty()) text += "};\n";
  return text + "\n} // namespace arena_plan\n";
}

} // namespace

std::string toBufferHeader(const report::Report& report) { return bufferHeader(report, {}); }

std::string toPlanHeader(const report::Report& report) {
  return bufferHeader(report,
                      fmt::format("constexpr std::size_t kTensorArenaSize = {};\n\n", report.arena->recommended));
}

} // namespace arenascope::output
