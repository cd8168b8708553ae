#include "core/interpreter/kernels/broadcast.h"

#include <algorithm>

namespace arenascope::kernels {

namespace {

using Shapes = std::span<const runtime::IntArray* const>;

// Dimension d of a shape extended to `rank` dimensions by ones in front.
std::int32_t alignedDimension(const runtime::IntArray& dims, int rank, int d) {
  const int own = d - (rank - dims.size);
  return own < 0 ? 1 : dims.data[own];
}

int largestRank(Shapes inputs, const runtime::IntArray& output) {
  int rank = output.size;
  for (const runtime::IntArray* input : inputs) rank = std::max(rank, static_cast<int>(input->size));
  return rank;
}

// Common size of the inputs in one dimension; -1 if they do not match.
std::int32_t commonSize(Shapes inputs, int rank, int d) {
  std::int32_t common = 1;
  for (const runtime::IntArray* input : inputs) {
    const std::int32_t size = alignedDimension(*input, rank, d);
    if (size != 1 && common != 1 && size != common) return -1;
    if (size != 1) common = size;
  }
  return common;
}

bool allTheSame(Shapes inputs) {
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](const runtime::IntArray* input) { return sameShape(*input, *inputs.front()); });
}

} // namespace

bool broadcastsTo(Shapes inputs, const runtime::IntArray& output) {
  if (allTheSame(inputs)) return elementCount(*inputs.front()) == elementCount(output);
  const int rank = largestRank(inputs, output);
  if (rank > kMaxRank) return false;
  for (int d = 0; d < rank; ++d)
    if (alignedDimension(output, rank, d) != commonSize(inputs, rank, d)) return false;
  return true;
}

Status checkBroadcast(Context& context, const Node& node, int inputs) {
  ARENASCOPE_TRY(checkNode(context, node, inputs, 1));
  std::array<const runtime::IntArray*, 3> shapes{};
  for (int i = 0; i < inputs; ++i) shapes[static_cast<std::size_t>(i)] = context.evalInput(node, i)->dims;
  if (broadcastsTo({shapes.data(), static_cast<std::size_t>(inputs)}, *context.evalOutput(node, 0)->dims))
    return Status::kOk;
  return context.fail(Message() << "the inputs' shapes do not give the output's");
}

template <int kInputs>
BroadcastPlan<kInputs> planBroadcast(const std::array<const runtime::IntArray*, kInputs>& inputs,
                                     const runtime::IntArray& output) {
  const int rank = largestRank(inputs, output);
  BroadcastPlan<kInputs> plan;
  std::int32_t elements[kInputs]; // of each input, in the dimensions so far
  std::fill_n(elements, kInputs, 1);
  for (int d = rank - 1; d >= 0; --d) {
    const std::int32_t size = commonSize(inputs, rank, d);
    if (size == 1) continue;
    std::int32_t own[kInputs];
    bool alike = plan.dimensions > 0;
    for (std::size_t i = 0; i < kInputs; ++i) {
      own[i] = alignedDimension(*inputs[i], rank, d);
      alike = alike && (plan.step[i][plan.dimensions - 1] == 0) == (own[i] == 1);
    }
    if (alike) {
      plan.size[plan.dimensions - 1] *= size;
    } else {
      plan.size[plan.dimensions] = size;
      for (std::size_t i = 0; i < kInputs; ++i) plan.step[i][plan.dimensions] = own[i] == 1 ? 0 : elements[i];
      ++plan.dimensions;
    }
    for (std::size_t i = 0; i < kInputs; ++i) elements[i] *= own[i];
  }
  if (plan.dimensions == 0) { // one element
    plan.dimensions = 1;
    plan.size[0] = 1;
  }
  return plan;
}

template BroadcastPlan<2> planBroadcast<2>(const std::array<const runtime::IntArray*, 2>&, const runtime::IntArray&);
template BroadcastPlan<3> planBroadcast<3>(const std::array<const runtime::IntArray*, 3>&, const runtime::IntArray&);

} // namespace arenascope::kernels
