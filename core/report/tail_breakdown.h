// Contents of the arena's persistent section, and savings possible by changing the model.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// All persistent blocks of one category for one operator, or for none.
struct TailPart {
  trace::Category category = trace::Category::kNone;
  std::int32_t subgraph = -1;
  std::int32_t op = -1;
  std::uint64_t bytes = 0; // including padding for alignment
  std::size_t blocks = 0;
};

// Largest first; the bytes add up to the tail section. Empty if nothing was allocated.
std::vector<TailPart> tailParts(const Report& report);
// The same with one part per category.
std::vector<TailPart> tailByCategory(const Report& report);
// "3 CONV_2D", or "the interpreter" for a part without an operator.
std::string tailOwner(const Report& report, const TailPart& part);

// A part of the model that takes much persistent memory.
struct TailSaving {
  std::string text;        // what, and what to do about it
  std::uint64_t bytes = 0; // of the tail, before alignment
  bool removable = true;   // false: only a model that computes something else saves it
  std::string action = {}; // as an instruction: "Remove layer 29, RESHAPE"; of what can be removed
  bool isOfUnusedTensors = false;
};
// Largest first.
std::vector<TailSaving> tailSavings(const Report& report);

// The same, with removable parts separate from necessary ones. Empty groups are left out.
struct TailGroup {
  std::string title; // "Can be removed: up to 288 bytes"
  std::vector<TailSaving> savings;
};
std::vector<TailGroup> tailGroups(const Report& report);

} // namespace arenascope::report
