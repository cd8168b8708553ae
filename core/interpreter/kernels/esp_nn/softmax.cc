// SOFTMAX: the reference kernel's arithmetic, with the memory of esp-nn's kernel.
#include "core/interpreter/kernels/softmax.h"

#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/runtime/variant.h"
#include "core/interpreter/tflm/esp_nn_scratch.h"

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
  // For an input with one dimension the real kernel reads beyond its shape in the model, and so does this one.
  const std::int64_t bytes =
      tflm::esp_nn::softmaxBytes(arenascope_variant.espChip, input.dims->data[1], arenascope_variant.espNn);
  return requestScratchIfAny(context, bytes, &userData<Data>(node).scratch);
}

Status invoke(Context& context, Node& node) { return reference::kSoftmax.invoke(context, node); }

} // namespace

constinit const Registration kSoftmax = {schema::BuiltinOperator_SOFTMAX, parseParams<readSoftmax>, initData<Data>,
                                         prepare, invoke};

} // namespace arenascope::kernels::esp_nn
