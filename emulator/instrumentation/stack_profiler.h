// How much stack the firmware's stages need: the bytes below the stack pointer are filled with a pattern before each,
// and the lowest that lost it afterwards is how far the stack went.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/run/run_trace.h"

namespace arenascope::instrumentation {

class StackProfiler {
public:
  StackProfiler() = default;
  // The memory that the stack may grow into, and its address; all of it is filled.
  StackProfiler(std::span<std::uint8_t> memory, std::uint32_t base);

  // A stage begins with its function's first instruction. The one before it has ended.
  void begin(run::StackStage stage, std::uint32_t stackPointer);
  // An operator of the inference has run.
  void operatorEnded(const trace::Position& position);
  // The last stage has ended.
  run::StackUse finish();

private:
  void endStage();
  std::uint32_t lowest(std::size_t from, std::size_t end) const;

  std::span<std::uint8_t> memory_;
  std::uint32_t base_ = 0;
  std::optional<run::StackStage> stage_;
  std::uint32_t entry_ = 0;   // stack pointer at the stage's start
  std::uint32_t deepest_ = 0; // lowest address written to in the stage, as far as it was looked at
  run::StackUse use_;
};

} // namespace arenascope::instrumentation
