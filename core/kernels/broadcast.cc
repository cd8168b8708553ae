#include "core/kernels/broadcast.h"

namespace arenascope::kernels {

namespace {
// Dimension d of the output as the input has it: inputs of lower rank have ones in front.
std::int32_t alignedDimension(const runtime::IntArray& input, const runtime::IntArray& output, int d) {
  const int own = d - (output.size - input.size);
  return own < 0 ? 1 : input.data[own];
}
} // namespace

bool broadcastsTo(const runtime::IntArray& a, const runtime::IntArray& b, const runtime::IntArray& output) {
  if (output.size > kMaxRank || a.size > output.size || b.size > output.size) return false;
  for (int d = 0; d < output.size; ++d) {
    const std::int32_t sizeA = alignedDimension(a, output, d);
    const std::int32_t sizeB = alignedDimension(b, output, d);
    if (sizeA != sizeB && sizeA != 1 && sizeB != 1) return false;
    if (output.data[d] != (sizeA == 1 ? sizeB : sizeA)) return false;
  }
  return true;
}

BroadcastSteps broadcastSteps(const runtime::IntArray& input, const runtime::IntArray& output) {
  BroadcastSteps result{};
  std::int32_t step = 1;
  for (int d = output.size - 1; d >= 0; --d) {
    const std::int32_t size = alignedDimension(input, output, d);
    result.step[d] = size == 1 ? 0 : step;
    step *= size;
  }
  return result;
}

} // namespace arenascope::kernels
