// Cycles that the processor waits for RAM: data, stack and arena. Tightly coupled memory makes it wait for none, RAM on
// another bus or outside the chip for each access, or for each line that its data cache fetches.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/cpu/line_cache.h"

namespace arenascope::cpu {

struct RamTiming {
  std::uint32_t reads = 0;      // for each line that an access touches; behind a cache for one that is fetched
  std::uint32_t writes = 0;     // likewise; behind a cache for one that was written and makes room
  std::uint32_t lineBytes = 4;  // read or written at a time
  std::uint32_t cacheBytes = 0; // of the processor's data cache; 0: none, every access waits

  bool hasWaitStates() const { return reads > 0 || writes > 0; }
  friend bool operator==(const RamTiming&, const RamTiming&) = default;
};

// An arena in separate memory: the non-persistent section is what comes first, the persistent one what is after.
struct ArenaTiming {
  RamTiming nonPersistent;
  RamTiming persistent;
  std::uint64_t headBytes = 0; // of the non-persistent section

  bool hasWaitStates() const { return nonPersistent.hasWaitStates() || persistent.hasWaitStates(); }
};

struct AddressRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0; // first address after it
};

// Which lines are at hand. The processor has one data cache, which writes back: what is stored waits in it until its
// line makes room. A store to a line that is not there does not wait for it (assumed: the store buffer hides it).
class RamAccesses {
public:
  // arenaAt: where the arena lies, where it has timing of its own.
  RamAccesses(const RamTiming& ram, const std::optional<ArenaTiming>& arena, AddressRange arenaAt);

  bool hasWaitStates() const { return ram_.hasWaitStates() || (arena_ && arena_->hasWaitStates()); }
  // For so many bytes at an address.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes, bool write);

private:
  const RamTiming& memoryAt(std::uint32_t address) const;

  RamTiming ram_;
  std::optional<ArenaTiming> arena_;
  AddressRange arenaAt_;
  std::optional<LineCache> cache_;
};

} // namespace arenascope::cpu
