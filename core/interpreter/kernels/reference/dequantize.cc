// DEQUANTIZE: scale · (stored - zero point), computed in double precision.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // DequantizeOpData
  double scale;
  std::int32_t zeroPoint;
  std::int32_t reserved[5];
};
static_assert(sizeof(Data) == bySize(32, 32));

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 1, 1));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  if (input->type != runtime::kInt8 && input->type != runtime::kInt16 && input->type != runtime::kUInt8)
    return unsupportedType(context, "input", input->type);
  if (output->type != runtime::kFloat32) return unsupportedType(context, "output", output->type);
  ARENASCOPE_TRY(checkSameSize(context, *input, *output));
  auto& data = userData<Data>(node);
  data.scale = static_cast<double>(input->scale);
  data.zeroPoint = input->zeroPoint;
  return Status::kOk;
}

template <typename Stored>
void dequantize(const EvalTensor& input, EvalTensor& output, const Data& kernelData) {
  const int elements = elementCount(*input.dims);
  for (int i = 0; i < elements; ++i)
    data<float>(&output)[i] = static_cast<float>(kernelData.scale * (data<Stored>(&input)[i] - kernelData.zeroPoint));
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  switch (input.type) {
  case runtime::kInt8: dequantize<std::int8_t>(input, output, kernelData); return Status::kOk;
  case runtime::kInt16: dequantize<std::int16_t>(input, output, kernelData); return Status::kOk;
  case runtime::kUInt8: dequantize<std::uint8_t>(input, output, kernelData); return Status::kOk;
  default: return unsupportedType(context, "input", input.type);
  }
}

} // namespace

constinit const Registration kDequantize = {schema::BuiltinOperator_DEQUANTIZE, nullptr, initData<Data>, prepare,
                                            invoke};

} // namespace arenascope::kernels::reference
