// What revisions of TensorFlow Lite Micro do otherwise than the one that our images follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/tflm/struct_sizes.h"

namespace arenascope::tflm {

// What an operator keeps from its init on.
struct OperatorData {
  std::int32_t code; // builtin operator
  std::size_t bytes;
};

struct Revision {
  const char* name;   // of --tflm
  const char* commit; // of tflite-micro
  const char* when;   // of the commit, for a person
  StructSizes sizes;
  bool shortEspConv = false; // esp-nn's CONV_2D asks for less than it uses
  const OperatorData* operators = nullptr;
  std::size_t operatorCount = 0;

  // What an operator's init asks for; 0: as our kernels.
  constexpr std::size_t dataBytes(std::int32_t code) const {
    for (std::size_t i = 0; i < operatorCount; ++i)
      if (operators[i].code == code) return operators[i].bytes;
    return 0;
  }
};

inline constexpr std::int32_t kMean = 40, kReduceMax = 82, kReduceMin = 89, kSum = 74, kReduceAll = 110;
inline constexpr OperatorData kOperators2025[] = {
    {kMean, 40}, {kReduceMax, 40}, {kReduceMin, 40}, {kSum, 40}, {kReduceAll, 40}};

inline constexpr Revision kRevisions[] = {
    {.name = "current", .commit = "90b983c2", .when = "August 2026", .sizes = kOwnSizes},
    {.name = "esp-1.3.8", .commit = "0965635", .when = "July 2026", .sizes = kOwnSizes},
    {.name = "esp-1.3.3",
     .commit = "9b79b9f",
     .when = "January 2025",
     .sizes = kOwnSizes,
     .shortEspConv = true,
     .operators = kOperators2025,
     .operatorCount = 5},
};

// nullptr for an unknown name.
constexpr const Revision* findRevision(std::string_view name) {
  for (const Revision& revision : kRevisions)
    if (name == revision.name) return &revision;
  return nullptr;
}

// What esp-nn's CONV_2D asks for where that is less than it uses.
inline constexpr std::size_t kShortEspConvBytes = 56;

} // namespace arenascope::tflm
