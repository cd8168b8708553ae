// A cache of lines by number, with a dirty flag each. A full set drops its least recently used line.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::cpu {

class LineCache {
public:
  // ways: lines per set. A cache smaller than a line holds one.
  LineCache(std::uint32_t bytes, std::uint32_t lineBytes, std::uint32_t ways);

  struct Touched {
    bool there = false;       // hit
    bool writtenBack = false; // a dirty line was evicted
  };
  Touched touch(std::uint32_t line, bool write);

private:
  struct Line {
    std::uint32_t number;
    bool written;
  };
  std::uint32_t ways_;
  std::uint32_t sets_;
  std::vector<Line> lines_; // by set, `ways_` each, most recently used first
};

} // namespace arenascope::cpu
