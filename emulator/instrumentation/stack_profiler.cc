#include "emulator/instrumentation/stack_profiler.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace arenascope::instrumentation {

namespace {

constexpr std::uint8_t kPattern = 0xC5;
constexpr std::size_t kWindow = 4096; // checked below the deepest byte after each operator

} // namespace

StackProfiler::StackProfiler(std::span<std::uint8_t> memory, std::uint32_t base) : memory_(memory), base_(base) {
  std::fill(memory_.begin(), memory_.end(), kPattern);
}

// The lowest address in a part of the memory without the pattern; its end if there is none.
std::uint32_t StackProfiler::lowest(std::size_t from, std::size_t end) const {
  static const std::vector<std::uint8_t> kUntouched(kWindow, kPattern);
  while (end - from >= kWindow && std::memcmp(memory_.data() + from, kUntouched.data(), kWindow) == 0) from += kWindow;
  const auto part = memory_.subspan(from, end - from);
  const auto found = std::find_if(part.begin(), part.end(), [](std::uint8_t byte) { return byte != kPattern; });
  return base_ + static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(found - part.begin());
}

void StackProfiler::begin(run::StackStage stage, std::uint32_t stackPointer) {
  endStage();
  if (stackPointer < base_ || stackPointer - base_ > memory_.size()) return;
  stage_ = stage;
  entry_ = deepest_ = stackPointer;
}

void StackProfiler::operatorEnded(const trace::Position& position) {
  if (stage_ != run::StackStage::kInvoke) return;
  for (;;) {
    const std::size_t end = deepest_ - base_;
    const std::uint32_t low = lowest(end - std::min(end, kWindow), end);
    if (low == deepest_) return;
    deepest_ = low;
    use_.deepest = position;
  }
}

void StackProfiler::endStage() {
  if (!stage_) return;
  const std::size_t end = entry_ - base_;
  const std::uint32_t low = lowest(0, end);
  use_.bytes[static_cast<std::size_t>(*stage_)] = entry_ - low;
  std::fill(memory_.begin() + (low - base_), memory_.begin() + static_cast<std::ptrdiff_t>(end), kPattern);
  stage_.reset();
}

run::StackUse StackProfiler::finish() {
  endStage();
  return use_;
}

} // namespace arenascope::instrumentation
