// Places buffers one after another, so that no bytes are ever reused: TensorFlow Lite Micro's planner for preserving
// all tensors.
#pragma once

#include "core/interpreter/runtime/planner.h"
#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::runtime {

class LinearPlanner final : public Planner {
public:
  static constexpr int kMaxBuffers = 1024;

  void init(std::uint8_t* workspace, std::size_t bytes) override;
  Status add(const trace::Tracer& tracer, const BufferRequirement& requirement) override;
  void plan() override {}
  int count() const override { return count_; }
  std::int32_t offset(int index) const override { return offsets_[index]; }
  std::size_t headBytes() const override { return static_cast<std::size_t>(next_); }

private:
  std::int32_t offsets_[kMaxBuffers] = {};
  std::int32_t count_ = 0;
  std::int32_t next_ = 0;
};
static_assert(sizeof(LinearPlanner) <= tflm::kOwnSizes.linearPlanner);

} // namespace arenascope::runtime
