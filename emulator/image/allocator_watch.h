// The arena of a user's interpreter, observed from outside. TensorFlow Lite Micro keeps the allocator's object in the
// arena's last bytes, with the addresses of the arena and of its sections side by side:
//
//   [virtual tables, reporter] start end head tail temp [checks]
//
// This holds since 2020 (without temp until that autumn) for any build, whatever is inlined or stripped. The object is
// recognised by these words, and each change of them is an allocation.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "emulator/image/guest_memory.h"

namespace arenascope::image {

struct Sections {
  std::uint32_t head = 0;
  std::uint32_t tail = 0;
  std::uint32_t temp = 0;

  friend bool operator==(const Sections&, const Sections&) = default;
};

// A call of one of the allocator's virtual functions: its first four arguments, with the object among them.
struct AllocatorCall {
  std::uint32_t function = 0;
  std::array<std::uint32_t, 4> arguments{};
};

// The interpreter's phase at an event.
enum class RunPhase : std::uint8_t { kBefore, kInit, kPrepare, kInvoke };
struct Place {
  RunPhase phase = RunPhase::kBefore;
  std::int32_t subgraph = -1;
  std::int32_t op = -1;
  bool inside = false; // the operator's function has not returned yet
};

// A change of the sections, or a call that changed nothing.
struct AllocationStep {
  Sections before;
  Sections after;
  std::optional<AllocatorCall> call; // that caused it, if known
  Place place;
  std::uint32_t outstanding = 0; // temporary blocks in use; 1 if the object does not count them
};

class AllocatorWatch {
public:
  explicit AllocatorWatch(const GuestMemory& memory) : memory_(memory) {}

  // A word was written; until the object is found.
  void onWrite(std::uint32_t address, std::uint32_t value);
  // At the start of each block, until the object is found. True: just found.
  bool find();
  bool found() const { return object_ != 0; }
  // Skips the object that was found, and looks for the next.
  void passOver();

  // At the start of each later block.
  void look(const Place& place);
  // A call of one of functions().
  void onCall(const AllocatorCall& call, const Place& place);
  // Addresses of the allocator's virtual functions.
  const std::set<std::uint32_t>& functions() const { return functions_; }

  std::uint32_t start() const { return start_; }
  std::uint32_t end() const { return end_; }
  // Address of the object's word `start`; end, head, tail and temp follow.
  std::uint32_t object() const { return object_; }
  bool hasTemp() const { return !withoutTemp_; }
  // The arena's start was changed in the object.
  void moveStart(std::uint32_t start);
  const Sections& now() const { return now_; }
  const std::vector<AllocationStep>& steps() const { return steps_; }

private:
  std::optional<Sections> read(std::uint32_t object) const;
  bool isAllocator(std::uint32_t object) const;
  bool isOldAllocator(std::uint32_t object) const;
  void findFunctions(std::uint32_t object);
  std::uint32_t outstanding() const;
  void flush(const Place& place);

  const GuestMemory& memory_;
  // Address of a word that may be an object's end, and its age in blocks.
  struct Candidate {
    std::uint32_t address = 0;
    std::uint32_t blocks = 0;
  };
  std::deque<Candidate> candidates_;
  std::set<std::uint32_t> passed_; // skipped objects
  std::uint32_t object_ = 0;
  std::uint32_t start_ = 0;
  std::uint32_t end_ = 0;
  Sections now_;
  std::set<std::uint32_t> functions_;
  bool countsTemporaries_ = false;
  bool withoutTemp_ = false;
  std::optional<AllocatorCall> pending_; // called, without a change so far
  Place pendingPlace_;
  std::vector<AllocationStep> steps_;
};

} // namespace arenascope::image
