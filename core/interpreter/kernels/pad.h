// The data of PAD and PADV2 in the arena.
#pragma once

#include <cstdint>

#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::kernels {

inline constexpr int kPadDimensions = 5;

struct PadData { // OpData of the pad kernel
  std::int32_t before[kPadDimensions];
  std::int32_t after[kPadDimensions];
  std::int32_t outputZeroPoint;
  std::int32_t reserved[3];
};
static_assert(sizeof(PadData) == tflm::bySize(56, 56));

} // namespace arenascope::kernels
