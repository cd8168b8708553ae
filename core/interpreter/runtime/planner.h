// Where the buffers that live only for some operators go in the head section.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

enum class PlannerKind : std::uint8_t { kGreedy, kLinear };

// Marks a buffer that the planner may place where it likes.
inline constexpr std::int32_t kOnlinePlanned = schema::kPlacedByPlanner;

// What headBytes() answers where offsets do not fit 32 bits: the head section can then not be set.
inline constexpr std::size_t kMoreThanAnyArena = std::size_t{1} << 31;

// A buffer is in use from operator `first` to operator `last`, both included. Bytes are rounded up already.
struct BufferRequirement {
  std::int32_t bytes;
  std::int32_t offlineOffset; // from the head's start, or kOnlinePlanned
  std::int32_t first;
  std::int32_t last;

  bool livesWith(const BufferRequirement& other) const { return first <= other.last && other.first <= last; }
};

class Planner {
public:
  // Working memory for the plan, valid until it has been read.
  virtual void init(std::uint8_t* workspace, std::size_t bytes) = 0;
  virtual Status add(const trace::Tracer& tracer, const BufferRequirement& requirement) = 0;
  // Offsets are valid after this.
  virtual void plan() = 0;
  virtual int count() const = 0;
  // Offset of buffer number `index`, in the order of adding.
  virtual std::int32_t offset(int index) const = 0;
  // End of the highest buffer: what the head section must hold.
  virtual std::size_t headBytes() const = 0;

protected:
  ~Planner() = default;
};

} // namespace arenascope::runtime
