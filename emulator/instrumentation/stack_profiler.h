// Stack use of the firmware's stages: fills the bytes below the stack pointer with a pattern before each stage, and
// looks for the lowest changed byte afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/run/run_trace.h"

namespace arenascope::instrumentation {

class StackProfiler {
public:
  StackProfiler() = default;
  // The memory that the stack may grow into, and its address; fills all of it.
  StackProfiler(std::span<std::uint8_t> memory, std::uint32_t base);

  // At the first instruction of a stage's function. Ends the previous stage.
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
  std::uint32_t deepest_ = 0; // lowest address written so far, as far as checked
  run::StackUse use_;
};

} // namespace arenascope::instrumentation
