// Placement of buffers with limited lifetimes in the head section.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

enum class PlannerKind : std::uint8_t { kGreedy, kLinear };

// Marks a buffer without a prescribed offset.
inline constexpr std::int32_t kOnlinePlanned = schema::kPlacedByPlanner;

// Value of headBytes() if offsets exceed 32 bits: setting the head section fails then.
inline constexpr std::size_t kMoreThanAnyArena = std::size_t{1} << 31;

// A buffer in use from operator `first` to operator `last`, inclusive. bytes: rounded up.
struct BufferRequirement {
  std::int32_t bytes;
  std::int32_t offlineOffset; // from the head's start, or kOnlinePlanned
  std::int32_t first;
  std::int32_t last;

  bool livesWith(const BufferRequirement& other) const { return first <= other.last && other.first <= last; }
};

class Planner {
public:
  // Working memory, valid until the plan has been read.
  virtual void init(std::uint8_t* workspace, std::size_t bytes) = 0;
  virtual Status add(const trace::Tracer& tracer, const BufferRequirement& requirement) = 0;
  // Computes the offsets.
  virtual void plan() = 0;
  virtual int count() const = 0;
  // Offset of buffer `index`, in order of addition.
  virtual std::int32_t offset(int index) const = 0;
  // End of the highest buffer: the required head size.
  virtual std::size_t headBytes() const = 0;

protected:
  ~Planner() = default;
};

} // namespace arenascope::runtime
