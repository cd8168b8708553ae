// ELU: x if positive, otherwise e^x - 1. 8-bit values use a table of all 256.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/elementwise.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel, for float tensors too
  std::int8_t table[256];
};
static_assert(sizeof(Data) == bySize(256, 256));

float elu(float x) { return x < 0.0F ? std::expm1(x) : x; }
// Function of the table: differs in the last bit.
float eluByExponential(float x) { return x < 0.0F ? std::exp(x) - 1.0F : x; }

Status fillTable(Context& context, const Tensor& input, const Tensor& output, Data& data) {
  if (!(output.scale > 0.0F)) return context.fail(Message() << "the output's scale must be positive");
  const float inverseScale = 1 / output.scale;
  for (std::int32_t stored = -128; stored <= 127; ++stored) {
    const float real = input.scale * static_cast<float>(stored - input.zeroPoint);
    const float rescaled = std::round(eluByExponential(real) * inverseScale) + static_cast<float>(output.zeroPoint);
    // Out-of-range values are clamped anyway; only the conversion must not overflow.
    const auto quantized = static_cast<std::int32_t>(clamp(rescaled, -1.0e9F, 1.0e9F));
    data.table[static_cast<std::uint8_t>(stored)] = static_cast<std::int8_t>(clamp<std::int32_t>(quantized, -128, 127));
  }
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  if (tensors.input->type != runtime::kInt8) return Status::kOk;
  return fillTable(context, *tensors.input, *tensors.output, userData<Data>(node));
}

Status invoke(Context& context, Node& node) {
  const auto& kernelData = userData<Data>(node);
  return mapElements<float, std::int8_t>(context, node, [&kernelData]<typename T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return elu(value);
    else
      return kernelData.table[static_cast<std::uint8_t>(value)];
  });
}

} // namespace

constinit const Registration kElu = {schema::BuiltinOperator_ELU, nullptr, initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference
