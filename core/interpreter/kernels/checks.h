// Checks in Prepare shared by many kernels. Each failure has a message.
#pragma once

#include <limits>
#include <new>
#include <type_traits>

#include "core/interpreter/kernels/tensor_access.h"
#include "core/interpreter/runtime/context.h"

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

// Scratch memory with a size computed in 64 bits.
inline Status requestScratch(Context& context, std::int64_t bytes, int* index) {
  if (bytes >= 0 && bytes <= std::numeric_limits<std::int32_t>::max())
    return context.requestScratch(static_cast<std::size_t>(bytes), index);
  return context.fail(Message() << "the operator needs more scratch memory than an arena can have");
}
// The same, without a request for 0 bytes.
inline Status requestScratchIfAny(Context& context, std::int64_t bytes, int* index) {
  return bytes == 0 ? Status::kOk : requestScratch(context, bytes, index);
}

// Calls function.operator()<T>() with the C++ type of `type`, one of Types; fails for other types. The function returns
// a Status or nothing.
template <typename... Types, typename Function>
Status withType(Context& context, const char* what, runtime::Type type, Function function) {
  Status status = Status::kOk;
  const auto call = [&]<typename T>() {
    if constexpr (std::is_void_v<decltype(function.template operator()<T>())>)
      function.template operator()<T>();
    else
      status = function.template operator()<T>();
    return true;
  };
  const bool known = ((type == kTypeOf<Types> && call.template operator()<Types>()) || ...);
  return known ? status : unsupportedType(context, what, type);
}

// Checks the counts of tensors, and that no input is absent.
inline Status checkNode(Context& context, const Node& node, int inputs, int outputs) {
  bool present = node.inputs->size == inputs && node.outputs->size == outputs;
  for (int i = 0; present && i < inputs; ++i) present = node.inputs->data[i] != runtime::kOptionalTensor;
  if (present) return Status::kOk;
  return context.fail(Message() << "the operator has " << node.inputs->size << " inputs (or leaves one out) and "
                                << node.outputs->size << " outputs; " << inputs << " and " << outputs << " are needed");
}

// Like checkSameSize and checkSameType, for kernels that fetch no tensors in Prepare.
inline Status checkUnary(Context& context, const Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const EvalTensor& input = *context.evalInput(node, 0);
  const EvalTensor& output = *context.evalOutput(node, 0);
  if (input.type == output.type && elementCount(*input.dims) == elementCount(*output.dims)) return Status::kOk;
  return context.fail(Message() << "input and output differ in size or type");
}

// Tensors of an operator with one input in Prepare, fetched in this order.
struct UnaryTensors {
  TempTensor input;
  TempTensor output;

  UnaryTensors(Context& context, const Node& node) : input(context.input(node, 0)), output(context.output(node, 0)) {}

  // Checks that both exist, with equal type and size.
  Status check(Context& context) const {
    if (!input) return missing(context, "input");
    if (!output) return missing(context, "output");
    ARENASCOPE_TRY(checkSameType(context, *input, *output));
    return checkSameSize(context, *input, *output);
  }
};

// The same with two inputs.
struct BinaryTensors {
  TempTensor input1;
  TempTensor input2;
  TempTensor output;

  BinaryTensors(Context& context, const Node& node)
      : input1(context.input(node, 0)), input2(context.input(node, 1)), output(context.output(node, 0)) {}

  Status check(Context& context) const {
    if (!input1) return missing(context, "first input");
    if (!input2) return missing(context, "second input");
    return output ? Status::kOk : missing(context, "output");
  }
};

// Allocates a kernel's data in the arena, zeroed. kBytes: its size there, if larger.
template <typename Data, std::size_t kBytes = sizeof(Data)>
Status initData(Context& context, Node& node) {
  static_assert(sizeof(Data) <= kBytes);
  void* block = context.allocatePersistent(kBytes);
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
