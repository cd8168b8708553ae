// What the recommended arena size consists of, and why it is so large: for people who read one number.
#pragma once

#include <string>
#include <vector>

#include "core/report/operator_family.h"
#include "core/report/report.h"

namespace arenascope::report {

// The sections of the arena at the step that needs most, in bytes; they add up to `need`.
struct PeakSections {
  std::uint64_t head = 0;
  std::uint64_t temporary = 0;
  std::uint64_t planner = 0; // its working memory
  std::uint64_t tail = 0;
  std::uint64_t rounding = 0; // of the tail, to a multiple of 16
  std::uint64_t need = 0;
  bool planned = false; // the head holds the planned buffers; otherwise requests for scratch memory
};
// Zeros without an arena.
PeakSections peakSections(const Report& report);

// A part of ArenaFigures::recommended.
struct ArenaPart {
  enum class Kind : std::uint8_t {
    kBuffer,    // of the plan, in use at the peak
    kBuffers,   // smaller ones
    kHead,      // buffers and scratch requests while the model is set up
    kGaps,      // free bytes between buffers at the peak
    kTemporary, // while the model is set up
    kPlanner,   // its working memory, while it places buffers
    kTail,      // persistent
    kRounding,  // up to a multiple of 16, and requested headroom
  };
  Kind kind = Kind::kTail;
  std::string title;
  std::uint64_t bytes = 0;
  int buffer = -1; // index in Report::buffers, for kBuffer
  Family family = Family::kOther;
};

// Largest buffers first, then the others; none is empty. They add up to ArenaFigures::recommended. Empty without an
// arena.
std::vector<ArenaPart> arenaParts(const Report& report);

// "Layer 2, CONV_2D" and " needs its input and its output at the same time. That is the head: 55,296 bytes, with
// no gaps."
struct ArenaReason {
  std::string subject; // a layer, or another part of the arena; the sentence begins with it
  std::string text;
  int row = -1; // in Report::operators of the layer; -1: none
};
ArenaReason whySoLarge(const Report& report);
// For a firmware image: "app.elf gives 100,000 bytes, it needs 82,256: 17,744 can go." Otherwise empty.
std::string arenaInImage(const Report& report);

} // namespace arenascope::report
