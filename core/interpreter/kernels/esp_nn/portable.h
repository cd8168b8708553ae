// Shared by esp-nn's portable kernels, which run on every chip without vector instructions.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/convolution.h"
#include "core/interpreter/kernels/esp_nn/rounding.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::esp_nn {

// Until 1.2.1 convolutions round with fewer instructions.
inline bool roundsFast() { return arenascope_variant.espNn < 1020200; }

// Supported by the portable convolutions; 4-bit filters and dilation use the reference kernels.
inline bool isPortable(const ConvTensors& tensors, const ConvGeometry& geometry) {
  return tensors.input->type == runtime::kInt8 && tensors.filter->type == runtime::kInt8 &&
         geometry.dilationWidth == 1 && geometry.dilationHeight == 1;
}

// Converts sums to 8-bit values.
template <bool kFast>
struct Finish {
  const std::int32_t* bias; // nullptr: none
  const std::int32_t* multipliers;
  const std::int32_t* shifts;
  std::int32_t zeroPoint;
  IntRange activation;

  Finish(const ConvTensors& tensors, const ConvData& kernelData)
      : bias(data<std::int32_t>(tensors.bias)), multipliers(kernelData.multipliers), shifts(kernelData.shifts),
        zeroPoint(kernelData.outputZeroPoint), activation(kernelData.activation) {}

  [[gnu::always_inline]] std::int8_t operator()(std::int32_t sum, int channel) const {
    if (bias != nullptr) sum += bias[channel];
    const std::int32_t value = kFast ? requantizeFast(sum, multipliers[channel], shifts[channel])
                                     : requantize(sum, multipliers[channel], shifts[channel]);
    return static_cast<std::int8_t>(clamp(value + zeroPoint, activation.min, activation.max));
  }
};

// The part of a filter that lies over the input, in one direction.
struct Taps {
  int first;
  int end;

  Taps(int origin, int filter, int input)
      : first(origin < 0 ? -origin : 0), end(filter < input - origin ? filter : input - origin) {}
};

} // namespace arenascope::kernels::esp_nn
