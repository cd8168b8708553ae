// Element-wise functions of one input.
#pragma once

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels {

// output = function(input) for all elements, in the input's type, one of Types; prepare has checked that the output
// matches. The function has an overload for each type, or is a template.
template <typename... Types, typename Function>
Status mapElements(Context& context, const Node& node, Function function) {
  const EvalTensor& input = *context.evalInput(node, 0);
  return withType<Types...>(context, "input", input.type, [&]<typename T>() {
    const int elements = elementCount(*input.dims);
    const T* values = data<T>(&input);
    T* results = data<T>(context.evalOutput(node, 0));
    for (int i = 0; i < elements; ++i) results[i] = function(values[i]);
  });
}

} // namespace arenascope::kernels
