#include "core/profile/header_writer.h"

#include <filesystem>

#include "core/profile/board_fit.h"
#include "core/profile/buffer_facts.h"
#include "core/profile/number_text.h"

namespace arenascope::profile {

namespace {

std::string provenance(const Report& report) {
  const std::string model = printable(std::filesystem::path(report.model.path).filename().string());
  return "// Model " + model + ", SHA-256 " + report.model.sha256 +
         "\n// Made by ArenaScope " ARENASCOPE_VERSION " for " + describeSettings(report) + ".\n";
}

std::string arenaConstant(const char* name, std::uint64_t bytes, const MemoryRegion& region) {
  return std::string("// In ") + printable(region.name) +
         ": alignas(16) and a section that your linker script puts there.\n" + "constexpr std::size_t " + name + " = " +
         std::to_string(bytes) + ";\n";
}

// For MicroAllocator::Create(persistent arena, its size, non-persistent arena, its size).
std::string twoArenas(const Report& report, const RegionFit& fit) {
  return provenance(report) +
         "// Two arenas, each 16-byte aligned, for MicroAllocator::Create() with a persistent and a non-persistent "
         "one.\n"
         "// Computed by replaying the allocations of the model's run.\n#pragma once\n\n#include <cstddef>\n\n" +
         arenaConstant("kPersistentArenaSize", fit.persistent, report.regions->persistent) +
         arenaConstant("kNonPersistentArenaSize", fit.nonPersistent, report.regions->nonPersistent);
}

} // namespace

std::string toHeader(const Report& report) {
  if (const auto fit = fitIn(report)) return twoArenas(report, *fit);
  const ArenaFigures& arena = *report.arena;
  const char* alignment =
      arena.anyAddress ? "// Enough wherever the array lies; 16-byte aligned less would do.\n"
                       : "// The array must be 16-byte aligned: alignas(16) std::uint8_t arena[kTensorArenaSize];\n";
  return provenance(report) + "// arena_used_bytes() will say " + std::to_string(arena.used) +
         "; the smallest arena that works is " + std::to_string(arena.minimum) + ".\n" + alignment +
         "#pragma once\n\n#include <cstddef>\n\nconstexpr std::size_t kTensorArenaSize = " +
         std::to_string(arena.recommended) + ";\n";
}

std::string toBufferHeader(const Report& report) {
  std::string text =
      provenance(report) +
      "// Planned buffers: offsets in bytes from the start of the arena, in use from step `first` to step "
      "`last`;\n// step 0 is when inputs are filled, the operators follow.\n#pragma once\n\n"
      "#include <cstddef>\n\nnamespace arena_plan {\n\nstruct Buffer {\n  const char* name;\n"
      "  std::size_t offset;\n  std::size_t bytes;\n  int first;\n  int last;\n};\n\n"
      "constexpr std::size_t kHeadBytes = " +
      std::to_string(report.arena->head) +
      ";\nconstexpr std::size_t kBufferCount = " + std::to_string(report.buffers.size()) + ";\n";
  if (!report.buffers.empty()) text += "constexpr Buffer kBuffers[] = {\n";
  for (const PlannedBuffer& buffer : report.buffers) {
    std::string name;
    for (const char c : printable(buffer.name)) {
      if (c == '"' || c == '\\' || c == '?') name += '\\'; // no trigraphs either
      name += c;
    }
    text += "    {\"" + name + "\", " + std::to_string(buffer.offset) + ", " + std::to_string(buffer.bytes) + ", " +
            std::to_string(buffer.firstOp) + ", " + std::to_string(buffer.lastOp) + "}, // " +
            bufferKindName(bufferKind(report, buffer)) + "\n";
  }
  if (!report.buffers.empty()) text += "};\n";
  return text + "\n} // namespace arena_plan\n";
}

} // namespace arenascope::profile
