// TensorFlow Lite Micro's default planner: largest buffer first, each in the lowest gap between buffers in use at the
// same time. Among equal sizes the last one added goes first. Buffers with an offline offset are placed before all
// others, at that offset, without a check.
#pragma once

#include "core/interpreter/runtime/planner.h"
#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::runtime {

class GreedyPlanner final : public Planner {
public:
  void init(std::uint8_t* workspace, std::size_t bytes) override;
  Status add(const trace::Tracer& tracer, const BufferRequirement& requirement) override;
  void plan() override;
  int count() const override { return count_; }
  std::int32_t offset(int index) const override { return offsets_[index]; }
  std::size_t headBytes() const override;

  // Number of buffers that a workspace of this size can hold.
  static constexpr std::size_t capacityFor(std::size_t bytes) { return bytes / tflm::kPlannerRecord; }

private:
  std::int64_t lowestFreeOffset(const BufferRequirement& requirement) const;
  std::int64_t end(std::int32_t index) const { return std::int64_t{offsets_[index]} + requirements_[index].bytes; }
  void place(std::int32_t index, std::int64_t offset);

  BufferRequirement* requirements_ = nullptr;
  std::int32_t* order_ = nullptr;   // indices in order of placement
  std::int32_t* offsets_ = nullptr; // by index
  std::int32_t* placed_ = nullptr;  // indices by ascending offset
  int capacity_ = 0;
  int count_ = 0;
  int placedCount_ = 0;
  bool tooLarge_ = false; // an offset did not fit 32 bits
};
static_assert(sizeof(GreedyPlanner) <= tflm::kOwnSizes.greedyPlanner);

} // namespace arenascope::runtime
