// SOFTMAX: the reference kernel's arithmetic; only its data in the arena is larger.
#include "core/interpreter/kernels/softmax.h"

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/override.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

struct Data { // CMSISNNSoftmaxParams
  SoftmaxData softmax;
  std::int32_t reserved[2];
};
static_assert(sizeof(Data) == bySize(64, 88));

Status invoke(Context& context, Node& node) { return reference::kSoftmax.invoke(context, node); }

} // namespace

constinit const Registration kSoftmax = {schema::BuiltinOperator_SOFTMAX, parseParams<readSoftmax>, initData<Data>,
                                         prepareSoftmax, invoke};

} // namespace arenascope::kernels::cmsis_nn
