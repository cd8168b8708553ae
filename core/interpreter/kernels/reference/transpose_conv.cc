// TRANSPOSE_CONV: every input element adds a filter's worth of products to the output.
#include "core/interpreter/kernels/transpose_conv.h"

#include <algorithm>

#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/readable.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::kernels::reference {

namespace {

// A sum per output element.
Status requestSums(Context& context, const Node& node, const PreparedTransposeConv& tensors) {
  const std::size_t bytes = tensors.input.type == runtime::kInt8 ? sizeof(std::int32_t) : sizeof(std::int64_t);
  return context.requestScratch(bytes * static_cast<std::size_t>(elementCount(*tensors.output.dims)),
                                &userData<TransposeConvData>(node).sums);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(prepareTransposeConv(context, node, requestSums));
  return runtime::isBefore(tflm::kOptionalWideBias) ? checkWideBias(context, node) : Status::kOk;
}

// Adds up all products; the sums have the output's shape.
template <typename Stored, typename Weight, typename Sum>
[[gnu::always_inline]] inline void spread(const TransposeConvTensors& tensors, const TransposeConvParams& options,
                                          const TransposeConvData& kernelData, Sum* sums) {
  const Shape4 in = shape4(tensors.input);
  const Shape4 window = shape4(tensors.filter);
  const Shape4 out = shape4(tensors.output);
  const Stored* values = data<Stored>(&tensors.input);
  const Weight* weights = data<Weight>(&tensors.filter);
  std::fill_n(sums, elementCount(*tensors.output.dims), Sum{0});
  for (int b = 0; b < in.batch; ++b)
    for (int y = 0; y < in.height; ++y)
      for (int x = 0; x < in.width; ++x)
        for (int c = 0; c < in.channels; ++c) {
          const int firstX = x * options.strideWidth - kernelData.padding.width;
          const int firstY = y * options.strideHeight - kernelData.padding.height;
          for (int v = 0; v < window.height; ++v)
            for (int u = 0; u < window.width; ++u)
              for (int channel = 0; channel < out.channels; ++channel) {
                const int outX = firstX + u;
                const int outY = firstY + v;
                if (outX < 0 || outX >= out.width || outY < 0 || outY >= out.height) continue;
                const auto value = operand<Sum>(values[in.offset(b, y, x, c)], kernelData.inputOffset);
                const auto weight = operand<Sum>(weights[window.offset(channel, v, u, c)], 0);
                sums[out.offset(b, outY, outX, channel)] += value * weight;
              }
        }
}

template <typename Stored, typename Bias, typename Sum>
void convolveQuantized(const TransposeConvTensors& tensors, const TransposeConvParams& options,
                       const TransposeConvData& kernelData, Bias bias, Sum* sums) {
  spread<Stored, std::int8_t>(tensors, options, kernelData, sums);
  const int channels = lastDimension(*tensors.output.dims);
  const int elements = elementCount(*tensors.output.dims);
  Stored* output = data<Stored>(&tensors.output);
  for (int i = 0; i < elements; i += channels)
    for (int c = 0; c < channels; ++c) {
      Sum sum = sums[i + c];
      if (isThere(bias)) sum += constantAt(bias, c);
      const std::int32_t scaled = multiplyByQuantizedMultiplier(sum, kernelData.multipliers[c], kernelData.shifts[c]) +
                                  kernelData.outputZeroPoint;
      output[i + c] = static_cast<Stored>(clamp(scaled, kernelData.activation.min, kernelData.activation.max));
    }
}

const std::int64_t* wideBias(Context& context, const EvalTensor* bias, const TransposeConvData& kernelData) {
  if (bias == nullptr || bias->type != runtime::kInt16) return data<std::int64_t>(bias);
  auto* wide = context.scratch<std::int64_t>(kernelData.wideBias);
  std::copy_n(data<std::int16_t>(bias), elementCount(*bias->dims), wide);
  return wide;
}

[[gnu::noinline]] void convolveWithShortBias(Context& context, const Node& node, const TransposeConvTensors& tensors) {
  const auto& kernelData = userData<TransposeConvData>(node);
  convolveQuantized<std::int16_t>(tensors, params<TransposeConvParams>(node), kernelData,
                                  readable<std::int64_t>(context, *tensors.bias),
                                  context.scratch<std::int64_t>(kernelData.sums));
}

Status invoke(Context& context, Node& node) {
  const TransposeConvTensors tensors = transposeConvTensors(context, node);
  switch (tensors.input.type) {
  case runtime::kFloat32: transposeConvFloat(context, node); return Status::kOk;
  case runtime::kInt8: {
    const auto& kernelData = userData<TransposeConvData>(node);
    convolveQuantized<std::int8_t>(tensors, params<TransposeConvParams>(node), kernelData,
                                   data<std::int32_t>(tensors.bias), context.scratch<std::int32_t>(kernelData.sums));
    return Status::kOk;
  }
  case runtime::kInt16: transposeConvInt16(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input.type);
  }
}

} // namespace

void transposeConvFloat(Context& context, const Node& node) {
  const TransposeConvTensors tensors = transposeConvTensors(context, node);
  const auto& options = params<TransposeConvParams>(node);
  float* output = data<float>(&tensors.output);
  spread<float, float>(tensors, options, userData<TransposeConvData>(node), output);
  const FloatRange range = activationRange(options.activation);
  const int channels = lastDimension(*tensors.output.dims);
  const int elements = elementCount(*tensors.output.dims);
  const float* bias = data<float>(tensors.bias);
  for (int i = 0; i < elements; i += channels)
    for (int c = 0; c < channels; ++c) {
      float sum = output[i + c];
      if (bias != nullptr) sum += bias[c];
      output[i + c] = clamp(sum, range.min, range.max);
    }
}

void transposeConvInt16(Context& context, const Node& node) {
  const TransposeConvTensors tensors = transposeConvTensors(context, node);
  if (isShortBias(tensors.bias)) return convolveWithShortBias(context, node, tensors);
  const auto& kernelData = userData<TransposeConvData>(node);
  convolveQuantized<std::int16_t>(tensors, params<TransposeConvParams>(node), kernelData,
                                  wideBias(context, tensors.bias, kernelData),
                                  context.scratch<std::int64_t>(kernelData.sums));
}

constinit const Registration kTransposeConv = {schema::BuiltinOperator_TRANSPOSE_CONV, parseParams<readTransposeConv>,
                                               initData<TransposeConvData>, prepare, invoke};

} // namespace arenascope::kernels::reference
