// Cycles that the processor waits for RAM: data, stack and arena. Tightly coupled memory has no wait states; RAM on
// another bus or outside the chip has them for each access, or for each line that the data cache fetches.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/cpu/line_cache.h"

namespace arenascope::cpu {

struct RamTiming {
  std::uint32_t reads = 0;      // per line accessed; behind a cache, per line fetched
  std::uint32_t writes = 0;     // likewise; behind a cache, per dirty line evicted
  std::uint32_t lineBytes = 4;  // per access
  std::uint32_t cacheBytes = 0; // of the processor's data cache; 0: none, every access waits

  bool hasWaitStates() const { return reads > 0 || writes > 0; }
  friend bool operator==(const RamTiming&, const RamTiming&) = default;
};

// An arena in separate memory: first the non-persistent section, then the persistent one.
struct ArenaTiming {
  RamTiming nonPersistent;
  RamTiming persistent;
  std::uint64_t headBytes = 0; // of the non-persistent section

  bool hasWaitStates() const { return nonPersistent.hasWaitStates() || persistent.hasWaitStates(); }
};

struct AddressRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0; // exclusive
};

// Tracks cached lines. The processor has one data cache, which writes back: a stored line costs cycles when it is
// evicted. A store to a line that is not cached does not wait (assumed: the store buffer hides it).
class RamAccesses {
public:
  // arenaAt: the arena's addresses, if it has separate timing.
  RamAccesses(const RamTiming& ram, const std::optional<ArenaTiming>& arena, AddressRange arenaAt);
  // Of that size at least, for constants in RAM. Before the first access.
  void needCache(std::uint32_t bytes, std::uint32_t lineBytes);

  bool hasWaitStates() const { return ram_.hasWaitStates() || (arena_ && arena_->hasWaitStates()); }
  // Wait cycles for accessing this many bytes at an address.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes, bool write) {
    return stallIn(memoryAt(address), address, bytes, write);
  }
  // The same in other RAM, behind the same cache.
  std::uint32_t stallIn(const RamTiming& memory, std::uint32_t address, std::uint32_t bytes, bool write);

private:
  const RamTiming& memoryAt(std::uint32_t address) const;

  RamTiming ram_;
  std::optional<ArenaTiming> arena_;
  AddressRange arenaAt_;
  std::optional<LineCache> cache_;
  std::uint32_t cacheBytes_ = 0;
};

} // namespace arenascope::cpu
