// UNIDIRECTIONAL_SEQUENCE_LSTM: a layer of long short-term memory cells over a sequence, without peepholes, projection
// or layer normalization.
#include "core/interpreter/kernels/reference/lstm.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

Status prepare(Context& context, Node& node) {
  const lstm::Prepared tensors(context, node);
  ARENASCOPE_TRY(lstm::prepare(context, node, tensors));
  return lstm::requestBuffers(context, node, tensors, 4);
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, lstm::kInput)->type;
  switch (type) {
  case runtime::kFloat32: lstmFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    lstm::run<std::int8_t, std::int8_t, std::int16_t, std::int32_t>(context, node);
    return Status::kOk;
  case runtime::kInt16:
    lstm::run<std::int16_t, std::int8_t, std::int16_t, std::int64_t>(context, node);
    return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

void lstmFloat(Context& context, const Node& node) { lstm::run<float, float, float, float>(context, node); }

constinit const Registration kUnidirectionalSequenceLstm = {schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM,
                                                            parseParams<lstm::read>,
                                                            initData<lstm::Data, lstm::kDataBytes>, prepare, invoke};

} // namespace arenascope::kernels::reference
