// Shared by operators of the signal library: options by index, checks of tensors.
#pragma once

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/flex_map.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/custom.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference::signal {

inline FlexMap options(const Node& node) { return {node.customInitialData, node.customInitialDataBytes}; }

// Requirements for a tensor; rank -1: any.
struct Expected {
  const char* name;
  runtime::Type type;
  int rank;
};

inline Status checkTensor(Context& context, const Expected& expected, const TempTensor& tensor) {
  if (!tensor) return missing(context, expected.name);
  if (tensor->type != expected.type) return unsupportedType(context, expected.name, tensor->type);
  if (expected.rank >= 0) return checkRank(context, expected.name, *tensor, expected.rank);
  return tensor->dims->size >= 1 ? Status::kOk
                                 : context.fail(Message() << expected.name << " needs at least one dimension");
}

// Fetches the tensors in this order, inputs first, and checks each.
template <std::size_t kInputs, std::size_t kOutputs>
Status checkTensors(Context& context, const Node& node, const Expected (&inputs)[kInputs],
                    const Expected (&outputs)[kOutputs]) {
  ARENASCOPE_TRY(checkNode(context, node, kInputs, kOutputs));
  for (std::size_t i = 0; i < kInputs; ++i)
    ARENASCOPE_TRY(checkTensor(context, inputs[i], context.input(node, static_cast<int>(i))));
  for (std::size_t i = 0; i < kOutputs; ++i)
    ARENASCOPE_TRY(checkTensor(context, outputs[i], context.output(node, static_cast<int>(i))));
  return Status::kOk;
}

inline Status checkRoom(Context& context, const char* what, const EvalTensor& tensor, std::int64_t elements) {
  if (elements >= 0 && elementCount(*tensor.dims) >= elements) return Status::kOk;
  return context.fail(Message() << what << " has " << elementCount(*tensor.dims) << " elements, " << elements
                                << " are needed");
}

} // namespace arenascope::kernels::reference::signal
