// Cycles that the processor waits for code from a flash with wait states, behind a small cache or the line read last.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::timing {

struct FlashTiming {
  std::uint32_t waitStates = 0; // for a line that is read from the flash
  std::uint32_t lineBytes = 16; // read at a time
  std::uint32_t cacheBytes = 0; // of instructions; 0: the line read last
};

// The cache is taken to be direct-mapped. The next line in a row is read ahead while the one before is executed, at a
// word a cycle. Constants read from the flash are not accounted.
class FlashFetch {
public:
  explicit FlashFetch(const FlashTiming& timing);

  // For code of so many bytes at an address, executed now.
  std::uint32_t stall(std::uint32_t address, std::uint32_t bytes);

private:
  FlashTiming timing_;
  std::vector<std::uint32_t> lines_; // by place in the cache: which line is there
  std::uint32_t last_ = 0;           // the line used last
};

} // namespace arenascope::timing
