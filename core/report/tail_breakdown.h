// What the persistent section of the arena consists of, and what of it a change of the model would save.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// All persistent blocks of one category that belong to one operator, or to none.
struct TailPart {
  trace::Category category = trace::Category::kNone;
  std::int32_t subgraph = -1;
  std::int32_t op = -1;
  std::uint64_t bytes = 0; // with the padding that alignment adds
  std::size_t blocks = 0;
};

// The largest first; their bytes add up to the tail section. Empty where nothing was allocated.
std::vector<TailPart> tailParts(const Report& report);
// The same with one part for each category.
std::vector<TailPart> tailByCategory(const Report& report);
// "3 CONV_2D", or "the interpreter" where no operator is concerned.
std::string tailOwner(const Report& report, const TailPart& part);

// Something in the model that takes much persistent memory.
struct TailSaving {
  std::string text;        // what, and what to do
  std::uint64_t bytes = 0; // of the tail, before alignment
  bool removable = true;   // false: it stays, but for a model that computes something else
};
// The largest first.
std::vector<TailSaving> tailSavings(const Report& report);

// The same, what can be removed apart from what the tail merely consists of. Groups without any are left out.
struct TailGroup {
  std::string title; // "Can be removed: up to 288 bytes"
  std::vector<TailSaving> savings;
};
std::vector<TailGroup> tailGroups(const Report& report);

} // namespace arenascope::report
