// Float models from quantized ones: what a converter could have started from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope::test {

// The same network with float tensors. Tensors and operators keep their order.
std::vector<std::uint8_t> floatOriginal(std::span<const std::uint8_t> quantized);

// The model with one scale for the weights of each FULLY_CONNECTED: the samples have one for each channel.
std::vector<std::uint8_t> withOneScaleForDenseLayers(std::span<const std::uint8_t> quantized);

} // namespace arenascope::test
