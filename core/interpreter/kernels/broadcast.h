// Element-wise operations on two or three inputs with broadcasting: dimensions of 1 are repeated.
#pragma once

#include <array>
#include <span>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels {

// Whether the shapes broadcast to the output's.
bool broadcastsTo(std::span<const runtime::IntArray* const> inputs, const runtime::IntArray& output);

// In Prepare: checks the number of inputs, one output, and that shapes match.
Status checkBroadcast(Context& context, const Node& node, int inputs = 2);

// How to iterate over the inputs together. Neighbouring dimensions with equal behaviour are merged; the innermost is
// first. A step, in elements, is 0 where an input repeats.
template <int kInputs>
struct BroadcastPlan {
  int dimensions = 0;
  std::int32_t size[kMaxRank] = {};
  std::int32_t step[kInputs][kMaxRank] = {};
};
// For 2 and for 3 inputs.
template <int kInputs>
BroadcastPlan<kInputs> planBroadcast(const std::array<const runtime::IntArray*, kInputs>& inputs,
                                     const runtime::IntArray& output);

// The innermost dimension: either input may be a repeated value.
template <typename A, typename B, typename Out, typename Combine>
void combineRow(const A* a, const B* b, Out* out, const BroadcastPlan<2>& plan, Combine& combine) {
  const int size = plan.size[0];
  if (plan.step[0][0] == 0) {
    const A fixed = *a;
    for (int i = 0; i < size; ++i) out[i] = combine(fixed, b[i]);
  } else if (plan.step[1][0] == 0) {
    const B fixed = *b;
    for (int i = 0; i < size; ++i) out[i] = combine(a[i], fixed);
  } else {
    for (int i = 0; i < size; ++i) out[i] = combine(a[i], b[i]);
  }
}

// All dimensions from `dimension` inwards; returns the output's next element.
template <typename A, typename B, typename Out, typename Combine>
Out* combineDimensions(const A* a, const B* b, Out* out, const BroadcastPlan<2>& plan, int dimension,
                       Combine& combine) {
  if (dimension == 0) {
    combineRow(a, b, out, plan, combine);
    return out + plan.size[0];
  }
  for (int i = 0; i < plan.size[dimension]; ++i) {
    out = combineDimensions(a, b, out, plan, dimension - 1, combine);
    a += plan.step[0][dimension];
    b += plan.step[1][dimension];
  }
  return out;
}

// output = combine(first input, second input) for all elements; checkBroadcast() has passed.
template <typename A, typename B, typename Out, typename Combine>
void combineAll(Context& context, const Node& node, Combine combine) {
  const EvalTensor& a = *context.evalInput(node, 0);
  const EvalTensor& b = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  if (sameShape(*a.dims, *b.dims)) {
    const int elements = elementCount(*a.dims);
    const A* valuesA = data<A>(&a);
    const B* valuesB = data<B>(&b);
    Out* results = data<Out>(&output);
    Combine own = combine; // a local copy: its members stay in registers
    for (int i = 0; i < elements; ++i) results[i] = own(valuesA[i], valuesB[i]);
    return;
  }
  if (elementCount(*output.dims) == 0) return;
  const BroadcastPlan<2> plan = planBroadcast<2>({a.dims, b.dims}, *output.dims);
  combineDimensions(data<A>(&a), data<B>(&b), data<Out>(&output), plan, plan.dimensions - 1, combine);
}
template <typename T, typename Combine>
void combineAll(Context& context, const Node& node, Combine combine) {
  combineAll<T, T, T>(context, node, combine);
}

} // namespace arenascope::kernels
