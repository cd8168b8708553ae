// Checks that many kernels make while they prepare. Each failure says what was found.
#pragma once

#include <new>

#include "core/kernels/tensor_access.h"
#include "core/runtime/context.h"

namespace arenascope::kernels {

using runtime::Context;
using runtime::EvalTensor;
using runtime::Message;
using runtime::Node;
using runtime::Registration;
using runtime::Status;
using runtime::TempTensor;
using runtime::Tensor;

inline Status missing(Context& context, const char* what) {
  return context.fail(Message() << "no " << what << " tensor (absent, or no room for its description)");
}

inline Status unsupportedType(Context& context, const char* what, runtime::Type type) {
  return context.fail(Message() << what << " type " << runtime::typeName(type) << " is not supported");
}

inline Status checkRank(Context& context, const char* what, const Tensor& tensor, int rank) {
  if (tensor.dims->size == rank) return Status::kOk;
  return context.fail(Message() << what << " has " << tensor.dims->size << " dimensions, " << rank << " are needed");
}

inline Status checkSameSize(Context& context, const Tensor& a, const Tensor& b) {
  if (elementCount(*a.dims) == elementCount(*b.dims)) return Status::kOk;
  return context.fail(Message() << "the input has " << elementCount(*a.dims) << " elements, the output "
                                << elementCount(*b.dims));
}

inline Status checkSameType(Context& context, const Tensor& a, const Tensor& b) {
  if (a.type == b.type) return Status::kOk;
  return context.fail(Message() << "input type " << runtime::typeName(a.type) << " and output type "
                                << runtime::typeName(b.type) << " differ");
}

// A layer's bias has the type that its sums are kept in.
inline Status checkBiasType(Context& context, const Tensor& input, const Tensor& bias) {
  const bool fits = input.type == runtime::kFloat32 ? bias.type == runtime::kFloat32
                                                    : bias.type == runtime::kInt32 || (input.type == runtime::kInt16 &&
                                                                                       bias.type == runtime::kInt64);
  return fits ? Status::kOk : unsupportedType(context, "bias", bias.type);
}

inline Status checkCounts(Context& context, const Node& node, int minInputs, int maxInputs) {
  if (node.inputs->size >= minInputs && node.inputs->size <= maxInputs && node.outputs->size == 1) return Status::kOk;
  return context.fail(Message() << "the operator has " << node.inputs->size << " inputs and " << node.outputs->size
                                << " outputs; " << minInputs << " to " << maxInputs << " and 1 are supported");
}

// Puts a kernel's own data into the arena, all zero; prepare fills it.
template <typename Data>
Status initData(Context& context, Node& node) {
  void* block = context.allocatePersistent(sizeof(Data));
  if (block == nullptr) return Status::kError;
  node.userData = new (block) Data{};
  return Status::kOk;
}

template <typename Data>
Data& userData(const Node& node) {
  return *static_cast<Data*>(node.userData);
}
template <typename Params>
const Params& params(const Node& node) {
  return *static_cast<const Params*>(node.builtinData);
}

} // namespace arenascope::kernels
