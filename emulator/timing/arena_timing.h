// Cycles that the processor waits for the memory that the arena lies in: tightly coupled memory makes it wait for none,
// RAM on another bus or outside the chip for some.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/timing/flash_cache.h"

namespace arenascope::timing {

struct RamTiming {
  std::uint32_t waitStates = 0; // for each line that an access touches
  std::uint32_t lineBytes = 4;  // read or written at a time
  std::uint32_t cacheBytes = 0; // of the processor, in front of it; 0: none, every access waits

  friend bool operator==(const RamTiming&, const RamTiming&) = default;
};

// One arena, or two: the non-persistent section is what comes first, the persistent one what is after.
struct ArenaTiming {
  RamTiming nonPersistent;
  RamTiming persistent;
  std::uint64_t headBytes = 0; // of the non-persistent section

  bool waits() const { return nonPersistent.waitStates > 0 || persistent.waitStates > 0; }
};

class ArenaAccesses {
public:
  ArenaAccesses(const ArenaTiming& timing, std::uint32_t arenaAddress);

  // For so many bytes at an address of the arena.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes);

private:
  struct Memory {
    explicit Memory(const RamTiming& ram);
    std::uint32_t stall(std::uint32_t address, std::uint32_t bytes);

    RamTiming timing;
    std::optional<FlashCache> cache;
  };
  std::uint32_t persistentBegin_;
  Memory nonPersistent_;
  Memory persistent_;
};

} // namespace arenascope::timing
