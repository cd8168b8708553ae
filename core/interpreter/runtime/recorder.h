// Counts the recording interpreter's figures: bytes and blocks of the tail, by category.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/tflm/struct_sizes.h"
#include "core/interpreter/trace/event.h"

namespace arenascope::runtime {

class Recorder {
public:
  struct Totals {
    std::uint32_t used = 0; // includes padding, which counts for the block that needs it
    std::uint32_t requested = 0;
    std::uint32_t count = 0;
  };

  // items: number of things in the block; an array of nodes is one block and many nodes.
  void add(trace::RecordedType type, std::size_t used, std::size_t requested, std::size_t items) {
    Totals& totals = totals_[static_cast<std::size_t>(type)];
    totals.used += static_cast<std::uint32_t>(used);
    totals.requested += static_cast<std::uint32_t>(requested);
    totals.count += static_cast<std::uint32_t>(items);
  }
  const Totals& totals(trace::RecordedType type) const { return totals_[static_cast<std::size_t>(type)]; }

private:
  Totals totals_[static_cast<std::size_t>(trace::RecordedType::kCount)] = {};
};

} // namespace arenascope::runtime
