// A cache of lines by their number: which are at hand, and which of them were written. A full place drops the line that
// was used longest ago.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::cpu {

class LineCache {
public:
  // ways: lines that share a place. A cache smaller than a line holds one.
  LineCache(std::uint32_t bytes, std::uint32_t lineBytes, std::uint32_t ways);

  struct Touched {
    bool there = false;       // it was at hand
    bool writtenBack = false; // one that was written made room for it
  };
  Touched touch(std::uint32_t line, bool write);

private:
  struct Line {
    std::uint32_t number;
    bool written;
  };
  std::uint32_t ways_;
  std::vector<Line> lines_; // by place, `ways_` of each, used last first
};

} // namespace arenascope::cpu
