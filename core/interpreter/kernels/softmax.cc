#include "core/interpreter/kernels/softmax.h"

#include <cmath>
#include <limits>

#include "core/interpreter/kernels/lookup_table.h"

namespace arenascope::kernels {

namespace {

float exponential(float value) { return std::exp(value); }
float oneOverOnePlus(float value) { return 1.0F / (1.0F + value); }

Status makeTables(Context& context, SoftmaxData& data) {
  constexpr std::size_t kBytes = sizeof(std::int16_t) * kTableSize;
  data.expTable = static_cast<std::int16_t*>(context.allocatePersistent(kBytes));
  data.reciprocalTable = static_cast<std::int16_t*>(context.allocatePersistent(kBytes));
  if (data.expTable == nullptr || data.reciprocalTable == nullptr) return Status::kError;
  constexpr float kSpan = std::numeric_limits<std::int16_t>::max() - std::numeric_limits<std::int16_t>::min();
  fillTable({10.0F / kSpan, 32767, 2.0F / kSpan, 0}, exponential, data.expTable);
  fillTable({1.0F / kSpan, -32768, 2.0F / kSpan, 0}, oneOverOnePlus, data.reciprocalTable);
  return Status::kOk;
}

Status checkOutput(Context& context, const Tensor& output, std::int32_t zeroPoint, float scale, float tolerance) {
  if (output.zeroPoint == zeroPoint && std::abs(output.scale - scale) <= tolerance) return Status::kOk;
  return context.fail(Message() << "the output's zero point must be " << zeroPoint << " and its scale 1/"
                                << static_cast<int>(1.0F / scale));
}

Status prepareInt16(Context& context, const SoftmaxParams& options, const Tensor& input, const Tensor& output,
                    SoftmaxData& data) {
  constexpr float kScale = 1.0F / 32768;
  if (input.zeroPoint != 0) return context.fail(Message() << "a 16-bit input must have zero point 0");
  ARENASCOPE_TRY(checkOutput(context, output, 0, kScale, 0.001F * kScale));
  const double real = static_cast<double>(input.scale) * static_cast<double>(options.beta) / (10.0 / 65535.0);
  return quantizeMultiplier(context, real, &data.input);
}

Status prepareInt8(Context& context, const SoftmaxParams& options, const Tensor& input, const Tensor& output,
                   SoftmaxData& data) {
  if (output.type == runtime::kInt16)
    ARENASCOPE_TRY(checkOutput(context, output, -32768, 1.0F / 65536, 0.001F / 65536));
  else
    ARENASCOPE_TRY(checkOutput(context, output, -128, 1.0F / 256, 0.0F));
  ARENASCOPE_TRY(softmaxMultiplier(context, static_cast<double>(input.scale), static_cast<double>(options.beta),
                                   kSoftmaxDifferenceBits, &data.input));
  data.smallestDifference = -inputRadius(kSoftmaxDifferenceBits, data.input.shift);
  return Status::kOk;
}

} // namespace

Status prepareSoftmax(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 1, 1));
  const TempTensor input = context.input(node, 0);
  if (!input) return missing(context, "input");
  if (input->dims->size < 1) return context.fail(Message() << "the input needs at least one dimension");
  const TempTensor output = context.output(node, 0);
  if (!output) return missing(context, "output");
  if (!sameShape(*input->dims, *output->dims)) return context.fail(Message() << "input and output differ in shape");
  const auto& options = params<SoftmaxParams>(node);
  auto& data = userData<SoftmaxData>(node);
  if (input->type == runtime::kInt16) ARENASCOPE_TRY(makeTables(context, data));
  if (!(input->type == runtime::kInt8 && output->type == runtime::kInt16))
    ARENASCOPE_TRY(checkSameType(context, *input, *output));
  switch (input->type) {
  case runtime::kInt16: return prepareInt16(context, options, *input, *output, data);
  case runtime::kInt8: return prepareInt8(context, options, *input, *output, data);
  case runtime::kFloat32: data.beta = static_cast<double>(options.beta); return Status::kOk;
  default: return unsupportedType(context, "input", input->type);
  }
}

void readSoftmax(const schema::SoftmaxOptions& options, SoftmaxParams& params) { params.beta = options.beta(); }

} // namespace arenascope::kernels
