// Element by element over two inputs, where dimensions of 1 stand for as many as the other input has.
#pragma once

#include "core/kernels/tensor_access.h"

namespace arenascope::kernels {

// True where the two shapes together give that of the output.
bool broadcastsTo(const runtime::IntArray& a, const runtime::IntArray& b, const runtime::IntArray& output);

// Steps of one input, in elements, for each dimension of the output; 0 where the input repeats.
struct BroadcastSteps {
  std::int32_t step[kMaxRank];
};
BroadcastSteps broadcastSteps(const runtime::IntArray& input, const runtime::IntArray& output);

// output = combine(a, b) for all elements; shapes are checked already.
template <typename T, typename Combine>
void broadcast(const runtime::EvalTensor& a, const runtime::EvalTensor& b, runtime::EvalTensor& output,
               Combine combine) {
  const runtime::IntArray& dims = *output.dims;
  const BroadcastSteps stepsA = broadcastSteps(*a.dims, dims);
  const BroadcastSteps stepsB = broadcastSteps(*b.dims, dims);
  std::int32_t position[kMaxRank] = {};
  const T* valueA = data<T>(&a);
  const T* valueB = data<T>(&b);
  T* result = data<T>(&output);
  const int elements = elementCount(dims);
  for (int i = 0; i < elements; ++i) {
    *result++ = combine(*valueA, *valueB);
    for (int d = dims.size - 1; d >= 0; --d) {
      valueA += stepsA.step[d];
      valueB += stepsB.step[d];
      if (++position[d] < dims.data[d]) break;
      valueA -= stepsA.step[d] * dims.data[d];
      valueB -= stepsB.step[d] * dims.data[d];
      position[d] = 0;
    }
  }
}

} // namespace arenascope::kernels
