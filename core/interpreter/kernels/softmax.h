// Shared by SOFTMAX kernels: data in the arena and Prepare.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"

namespace arenascope::kernels {

inline constexpr int kSoftmaxDifferenceBits = 5; // integer bits of the scaled difference to the largest value
inline constexpr int kSoftmaxSumBits = 12;       // integer bits of the sum of exponentials

struct SoftmaxData { // SoftmaxParams
  double beta;
  QuantizedMultiplier input;
  std::int32_t reserved[2];
  std::int32_t smallestDifference;
  std::int32_t reservedOutput[2];
  void* reservedTable;
  std::int16_t* expTable;        // e^x over [-10, 0]
  std::int16_t* reciprocalTable; // 1 / (1 + x) over [0, 1]
  void* reservedTables[2];
};
static_assert(sizeof(SoftmaxData) == bySize(56, 80));

Status prepareSoftmax(Context& context, Node& node);
void readSoftmax(const schema::SoftmaxOptions& options, SoftmaxParams& params);

} // namespace arenascope::kernels
