// The versions of esp-nn whose scratch sizes are known (core/interpreter/kernels/esp_nn/scratch.h).
#pragma once

#include <array>
#include <cstdint>

namespace arenascope::engine {

struct EspNnVersion {
  const char* name;
  std::uint32_t number; // as kernels are configured with
};

// The newest first. 1.2.0~1 is what the tag v1.2.0 stands at.
inline constexpr std::array kEspNnVersions = {EspNnVersion{"1.2.3", 1020300}, EspNnVersion{"1.2.2", 1020200},
                                              EspNnVersion{"1.2.1", 1020100}, EspNnVersion{"1.2.0~1", 1020001},
                                              EspNnVersion{"1.2.0", 1020000}, EspNnVersion{"1.1.2", 1010200}};

} // namespace arenascope::engine
