#include "core/interpreter/runtime/linear_planner.h"

#include <limits>

#include "core/interpreter/runtime/message.h"

namespace arenascope::runtime {

void LinearPlanner::init(std::uint8_t* /*workspace*/, std::size_t /*bytes*/) {
  count_ = 0;
  next_ = 0;
}

Status LinearPlanner::add(const trace::Tracer& tracer, const BufferRequirement& requirement) {
  if (count_ >= kMaxBuffers)
    return (Message() << "the linear planner holds " << kMaxBuffers << " buffers, the model has more").fail(tracer);
  if (requirement.bytes > std::numeric_limits<std::int32_t>::max() - next_)
    return (Message() << "the buffers need more than 2 GiB").fail(tracer);
  offsets_[count_++] = next_;
  next_ += requirement.bytes;
  return Status::kOk;
}

} // namespace arenascope::runtime
