// Axes, and shapes that kernels give to their outputs.
#pragma once

#include "core/interpreter/kernels/checks.h"

namespace arenascope::kernels {

// An axis by number, negative ones counted from the end; -1 if out of range.
inline int resolveAxis(std::int64_t axis, int rank) {
  const std::int64_t counted = axis < 0 ? axis + rank : axis;
  return counted < 0 || counted >= rank ? -1 : static_cast<int>(counted);
}

// Product of the dimensions [first, end).
inline int elementsBetween(const runtime::IntArray& dims, int first, int end) {
  int elements = 1;
  for (int d = first; d < end; ++d) elements *= dims.data[d];
  return elements;
}

// A shape extended to `rank` dimensions by ones in front, as plain numbers.
template <int kRank>
struct ExtendedShape {
  std::int32_t size[kRank];

  explicit ExtendedShape(const runtime::IntArray& dims) {
    for (int d = 0; d < kRank; ++d) {
      const int own = d - (kRank - dims.size);
      size[d] = own < 0 ? 1 : dims.data[own];
    }
  }
};

// Allocates a separate shape for the output, with its present rank and the numbers in `sizes`. Fails if these have more
// elements than the output.
inline Status setOutputShape(Context& context, const Node& node, const std::int32_t* sizes, int rank) {
  EvalTensor& output = *context.evalOutput(node, 0);
  const runtime::IntArray& stored = *output.dims;
  auto* dims = static_cast<runtime::IntArray*>(
      context.allocatePersistent(runtime::intArrayBytes(static_cast<std::size_t>(stored.size))));
  if (dims == nullptr) return Status::kError;
  if (rank > stored.size)
    return context.fail(Message() << "the output has " << stored.size << " dimensions, the result " << rank);
  const int room = elementCount(stored);
  dims->size = rank;
  std::int32_t* values = dims->data;
  for (int i = 0; i < rank; ++i) values[i] = sizes[i];
  output.dims = dims;
  if (elementCount(*dims) <= room) return Status::kOk;
  return context.fail(Message() << "the output has " << room << " elements, the result " << elementCount(*dims));
}

// A number of a constant tensor, INT32 or INT64.
inline std::int64_t integerAt(const void* values, runtime::Type type, int index) {
  return type == runtime::kInt64 ? static_cast<const std::int64_t*>(values)[index]
                                 : static_cast<const std::int32_t*>(values)[index];
}
inline bool isInteger(runtime::Type type) { return type == runtime::kInt32 || type == runtime::kInt64; }

inline Status checkConstant(Context& context, const char* what, const Tensor& tensor) {
  if (tensor.allocationKind == runtime::kModelData && tensor.data != nullptr) return Status::kOk;
  return context.fail(Message() << what << " that is not constant is not supported");
}

template <typename T>
void copyElements(const T* from, T* to, int elements) {
  for (int i = 0; i < elements; ++i) to[i] = from[i];
}

} // namespace arenascope::kernels
