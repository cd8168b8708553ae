// TANH.
#include <cmath>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/sigmoid.h"

namespace arenascope::kernels::reference {

namespace {

// The real kernel keeps a second copy of the input tensor while it computes the rest.
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const TempTensor first = context.input(node, 0);
  if (!first) return missing(context, "input");
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  auto& data = userData<SigmoidData>(node);
  switch (tensors.input->type) {
  case runtime::kInt8: return prepareSigmoidInt8(context, *tensors.input, data);
  // 2x as well as x may result from shifting the stored number.
  case runtime::kInt16: return prepareSigmoidInt16(context, *tensors.input, *tensors.output, 1, data);
  default: return Status::kOk;
  }
}

struct Tanh {
  const SigmoidData& data;

  float operator()(float x) const { return std::tanh(x); }
  std::int8_t operator()(std::int8_t stored) const {
    return sigmoidInt8(stored, data, [](std::int32_t x) { return roundingDivideByPot(tanhQ4(x), 24); });
  }
  std::int16_t operator()(std::int16_t stored) const {
    return tanhInt16(stored, {data.inputMultiplier, data.inputShift});
  }
};

Status invoke(Context& context, Node& node) {
  return mapElements<float, std::int8_t, std::int16_t>(context, node, Tanh{userData<SigmoidData>(node)});
}

} // namespace

constinit const Registration kTanh = {schema::BuiltinOperator_TANH, nullptr, initData<SigmoidData>, prepare, invoke};

} // namespace arenascope::kernels::reference
