#include "core/interpreter/runtime/greedy_planner.h"

#include <algorithm>
#include <limits>

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/tflm/greedy_rules.h"

namespace arenascope::runtime {

static_assert(sizeof(BufferRequirement) + 3 * sizeof(std::int32_t) <= tflm::kPlannerRecord);

void GreedyPlanner::init(std::uint8_t* workspace, std::size_t bytes) {
  // An int32 offset cannot address more records anyway.
  constexpr std::size_t kMost = 1U << 24;
  capacity_ = static_cast<int>(std::min(capacityFor(bytes), kMost));
  count_ = 0;
  placedCount_ = 0;
  requirements_ = reinterpret_cast<BufferRequirement*>(workspace);
  order_ = reinterpret_cast<std::int32_t*>(requirements_ + capacity_);
  offsets_ = order_ + capacity_;
  placed_ = offsets_ + capacity_;
}

Status GreedyPlanner::add(const trace::Tracer& tracer, const BufferRequirement& requirement) {
  if (count_ >= capacity_)
    return (Message() << "the arena is too small: it has room to plan " << capacity_ << " buffers, the model has more")
        .fail(tracer);
  requirements_[count_++] = requirement;
  return Status::kOk;
}

std::int64_t GreedyPlanner::lowestFreeOffset(const BufferRequirement& requirement) const {
  return tflm::lowestGap(
      placed_, placedCount_, requirement.bytes,
      [&](std::int32_t index) { return requirement.livesWith(requirements_[index]); },
      [this](std::int32_t index) { return offsets_[index]; }, [this](std::int32_t index) { return end(index); });
}

void GreedyPlanner::place(std::int32_t index, std::int64_t offset) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  tooLarge_ = tooLarge_ || offset + requirements_[index].bytes > kLargest;
  offsets_[index] = static_cast<std::int32_t>(std::min(offset, kLargest));
  int slot = placedCount_++;
  for (; slot > 0 && offsets_[placed_[slot - 1]] > offset; --slot) placed_[slot] = placed_[slot - 1];
  placed_[slot] = index;
}

void GreedyPlanner::plan() {
  int offline = 0;
  for (int i = 0; i < count_; ++i)
    if (requirements_[i].offlineOffset != kOnlinePlanned) order_[offline++] = i;
  int next = offline;
  for (int i = 0; i < count_; ++i)
    if (requirements_[i].offlineOffset == kOnlinePlanned) order_[next++] = i;
  std::sort(order_ + offline, order_ + count_, [this](std::int32_t a, std::int32_t b) {
    return tflm::isPlacedBefore(requirements_[a].bytes, a, requirements_[b].bytes, b);
  });
  placedCount_ = 0;
  tooLarge_ = false;
  for (int i = 0; i < count_; ++i) {
    const BufferRequirement& requirement = requirements_[order_[i]];
    place(order_[i], i < offline ? requirement.offlineOffset : lowestFreeOffset(requirement));
  }
}

std::size_t GreedyPlanner::headBytes() const {
  if (tooLarge_) return kMoreThanAnyArena;
  std::int64_t highest = 0;
  for (int i = 0; i < count_; ++i) highest = std::max(highest, end(i));
  return static_cast<std::size_t>(highest);
}

} // namespace arenascope::runtime
