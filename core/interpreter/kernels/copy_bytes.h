// Copies possibly empty data.
#pragma once

#include <cstddef>
#include <cstring>

namespace arenascope::kernels {

// A tensor without elements has no address, and std::memcpy accepts no null pointer even then.
inline void copyBytes(void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, from, bytes);
}

} // namespace arenascope::kernels
