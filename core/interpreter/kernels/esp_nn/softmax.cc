// SOFTMAX: the reference kernel's arithmetic, with the memory that esp-nn's asks for.
#include "core/interpreter/kernels/softmax.h"

#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/esp_nn/scratch.h"

namespace arenascope::kernels::esp_nn {

namespace {

struct Data { // NodeData of this kernel
  SoftmaxData softmax;
  int scratch;
};
static_assert(sizeof(Data) == bySize(64, 88));

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(prepareSoftmax(context, node));
  const EvalTensor& input = *context.evalInput(node, 0);
  if (input.type != runtime::kInt8 || context.evalOutput(node, 0)->type != runtime::kInt8) return Status::kOk;
  // Of an input with one dimension the real kernel reads what lies behind its shape in the model, and so does this.
  return requestScratchIfAny(context, softmaxBytes(input.dims->data[1]), &userData<Data>(node).scratch);
}

Status invoke(Context& context, Node& node) { return reference::kSoftmax.invoke(context, node); }

} // namespace

constinit const Registration kSoftmax = {schema::BuiltinOperator_SOFTMAX, parseParams<readSoftmax>, initData<Data>,
                                         prepare, invoke};

} // namespace arenascope::kernels::esp_nn
