#include "core/kernels/broadcast.h"

#include <algorithm>

namespace arenascope::kernels {

namespace {

// Dimension d of a shape brought to `rank` dimensions by ones in front.
std::int32_t alignedDimension(const runtime::IntArray& dims, int rank, int d) {
  const int own = d - (rank - dims.size);
  return own < 0 ? 1 : dims.data[own];
}

int largestRank(const runtime::IntArray& a, const runtime::IntArray& b, const runtime::IntArray& output) {
  return std::max({a.size, b.size, output.size});
}

} // namespace

bool broadcastsTo(const runtime::IntArray& a, const runtime::IntArray& b, const runtime::IntArray& output) {
  if (sameShape(a, b)) return elementCount(a) == elementCount(output);
  const int rank = largestRank(a, b, output);
  if (rank > kMaxRank) return false;
  for (int d = 0; d < rank; ++d) {
    const std::int32_t sizeA = alignedDimension(a, rank, d);
    const std::int32_t sizeB = alignedDimension(b, rank, d);
    if (sizeA != sizeB && sizeA != 1 && sizeB != 1) return false;
    if (alignedDimension(output, rank, d) != (sizeA == 1 ? sizeB : sizeA)) return false;
  }
  return true;
}

Status checkBroadcast(Context& context, const Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  if (broadcastsTo(*context.evalInput(node, 0)->dims, *context.evalInput(node, 1)->dims,
                   *context.evalOutput(node, 0)->dims))
    return Status::kOk;
  return context.fail(Message() << "the inputs' shapes do not give the output's");
}

BroadcastPlan planBroadcast(const runtime::IntArray& a, const runtime::IntArray& b, const runtime::IntArray& output) {
  const int rank = largestRank(a, b, output);
  BroadcastPlan plan;
  std::int32_t elementsA = 1; // in the dimensions so far
  std::int32_t elementsB = 1;
  for (int d = rank - 1; d >= 0; --d) {
    const std::int32_t sizeA = alignedDimension(a, rank, d);
    const std::int32_t sizeB = alignedDimension(b, rank, d);
    const std::int32_t size = std::max(sizeA, sizeB);
    if (size == 1) continue;
    const int last = plan.dimensions - 1;
    const bool repeatsA = sizeA == 1;
    const bool repeatsB = sizeB == 1;
    if (last >= 0 && (plan.stepA[last] == 0) == repeatsA && (plan.stepB[last] == 0) == repeatsB) {
      plan.size[last] *= size;
    } else {
      plan.size[plan.dimensions] = size;
      plan.stepA[plan.dimensions] = repeatsA ? 0 : elementsA;
      plan.stepB[plan.dimensions] = repeatsB ? 0 : elementsB;
      ++plan.dimensions;
    }
    elementsA *= sizeA;
    elementsB *= sizeB;
  }
  if (plan.dimensions == 0) plan = {.dimensions = 1, .size = {1}, .stepA = {1}, .stepB = {1}};
  return plan;
}

} // namespace arenascope::kernels
