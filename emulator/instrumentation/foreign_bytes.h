// Bytes that kernels touched outside their buffers during a run, as ranges.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "emulator/protocol/image_request.h"
#include "emulator/protocol/machine_request.h"

namespace arenascope::instrumentation {

class ForeignBytes {
public:
  // at: the instruction's address. Beyond protocol::kMostForeign ranges nothing is added.
  void add(const protocol::Access& access, std::uint32_t at);
  // By operator, reads before writes, by address.
  std::vector<protocol::ForeignBytes> take();

private:
  using Key = std::tuple<std::int32_t, std::int32_t, bool>;       // subgraph, operator, write
  using Ranges = std::map<std::uint64_t, protocol::ForeignBytes>; // by their begin; none touches the next

  std::map<Key, Ranges> found_;
  std::size_t count_ = 0;
};

} // namespace arenascope::instrumentation
