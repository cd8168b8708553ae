// Float models from quantized ones: what a converter could have started from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::test {

// The same network with float tensors. Tensors and operators keep their order.
std::vector<std::uint8_t> floatTwin(std::span<const std::uint8_t> quantized);

} // namespace arenascope::test
