// LOGISTIC: 1 / (1 + e^-x).
#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/sigmoid.h"

namespace arenascope::kernels::reference {

namespace {

constexpr std::int32_t kLowestInt8 = -128; // stands for 0

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  auto& data = userData<SigmoidData>(node);
  switch (tensors.input->type) {
  case runtime::kInt8:
    if (tensors.output->zeroPoint == kLowestInt8) return prepareSigmoidInt8(context, *tensors.input, data);
    return context.fail(Message() << "the output's zero point must be -128");
  case runtime::kInt16: return prepareSigmoidInt16(context, *tensors.input, *tensors.output, 0, data);
  default: return Status::kOk;
  }
}

struct Logistic {
  const SigmoidData& data;

  float operator()(float x) const { return logisticFloat(x); }
  std::int8_t operator()(std::int8_t stored) const {
    return sigmoidInt8(stored, data,
                       [](std::int32_t x) { return roundingDivideByPot(logisticQ4(x), 23) + kLowestInt8; });
  }
  std::int16_t operator()(std::int16_t stored) const {
    return logisticInt16(stored, {data.inputMultiplier, data.inputShift});
  }
};

Status invoke(Context& context, Node& node) {
  return mapElements<float, std::int8_t, std::int16_t>(context, node, Logistic{userData<SigmoidData>(node)});
}

} // namespace

constinit const Registration kLogistic = {schema::BuiltinOperator_LOGISTIC, nullptr, initData<SigmoidData>, prepare,
                                          invoke};

} // namespace arenascope::kernels::reference
