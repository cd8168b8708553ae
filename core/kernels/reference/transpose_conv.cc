// TRANSPOSE_CONV: every input element spreads a filter's worth of products over the output.
#include <algorithm>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/padding.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kFilter = 1;
constexpr int kInput = 2;
constexpr int kBias = 3;

struct Params { // TfLiteTransposeConvParams
  PaddingKind padding;
  int strideWidth;
  int strideHeight;
  runtime::Activation activation;
  runtime::Type quantizedBiasType;
};
static_assert(sizeof(Params) == bySize(16, 20));

struct Data { // the OpData of this kernel
  WindowPadding padding;
  std::int32_t inputOffset;
  std::int32_t outputZeroPoint;
  IntRange activation;
  int sums;     // scratch buffer: one sum for each output element
  int wideBias; // scratch buffer: a 16-bit bias as 64-bit numbers
  std::int32_t* multipliers;
  std::int32_t* shifts;
  std::int32_t reserved[6];
};
static_assert(sizeof(Data) == bySize(72, 80));

void read(const schema::TransposeConvOptions& options, Params& params) {
  params = {.padding = paddingKind(options.padding()),
            .strideWidth = options.stride_w(),
            .strideHeight = options.stride_h(),
            .activation = activationKind(options.fused_activation_function()),
            .quantizedBiasType = runtime::kNoType};
}

Status checkTypes(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, output));
  if (input.type == filter.type || (input.type == runtime::kInt16 && filter.type == runtime::kInt8)) return Status::kOk;
  return context.fail(Message() << "input type " << runtime::typeName(input.type) << " with filter type "
                                << runtime::typeName(filter.type) << " is not supported");
}

Status checkShapes(Context& context, const Tensor& input, const Tensor& filter, const Tensor& output) {
  ARENASCOPE_TRY(checkRank(context, "input", input, 4));
  ARENASCOPE_TRY(checkRank(context, "filter", filter, 4));
  ARENASCOPE_TRY(checkRank(context, "output", output, 4));
  const bool fits = input.dims->data[0] == output.dims->data[0] && input.dims->data[3] == filter.dims->data[3] &&
                    filter.dims->data[0] == output.dims->data[3];
  if (fits) return Status::kOk;
  return context.fail(Message() << "batches or channels of input, filter and output do not fit each other");
}

Status checkBias(Context& context, const Tensor& input, const Tensor& filter, const Tensor& bias) {
  if (elementCount(*bias.dims) != filter.dims->data[0])
    return context.fail(Message() << "the bias has " << elementCount(*bias.dims) << " elements for "
                                  << filter.dims->data[0] << " channels");
  const bool fits = input.type == runtime::kInt8    ? bias.type == runtime::kInt32
                    : input.type == runtime::kInt16 ? bias.type == runtime::kInt16 || bias.type == runtime::kInt64
                                                    : bias.type == runtime::kFloat32;
  return fits ? Status::kOk : unsupportedType(context, "bias", bias.type);
}

// The real kernel fetches the tensors a second time here; the temporary memory is part of the arena's peak.
Status prepareQuantized(Context& context, const Node& node, const Params& options, Data& data) {
  const TempTensor input = context.input(node, kInput);
  const TempTensor filter = context.input(node, kFilter);
  const TempTensor bias = context.input(node, kBias);
  const TempTensor output = context.output(node, 0);
  if (!input || !filter || !output) return missing(context, "input, filter or output");
  ARENASCOPE_TRY(
      convolutionMultipliers(context, *input, *filter, *output, filter->dims->data[0], data.multipliers, data.shifts));
  ARENASCOPE_TRY(activationRange(context, options.activation, *output, &data.activation));
  data.inputOffset = -input->zeroPoint;
  data.outputZeroPoint = output->zeroPoint;
  if (!bias || bias->type != runtime::kInt16) return Status::kOk;
  return context.requestScratch(sizeof(std::int64_t) * static_cast<std::size_t>(elementCount(*bias->dims)),
                                &data.wideBias);
}

// A bias is looked at where it lies: the real kernel does not fetch it for float tensors.
Status checkNodeAndBias(Context& context, const Node& node, const Tensor& input, const Tensor& filter) {
  const EvalTensor* bias = context.evalInput(node, kBias);
  if (bias == nullptr) return Status::kOk;
  Tensor view{};
  view.type = bias->type;
  view.dims = bias->dims;
  return checkBias(context, input, filter, view);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkCounts(context, node, 3, 4));
  const TempTensor output = context.output(node, 0);
  const TempTensor input = context.input(node, kInput);
  const TempTensor filter = context.input(node, kFilter);
  if (!output || !input || !filter) return missing(context, "input, filter or output");
  ARENASCOPE_TRY(checkTypes(context, *input, *filter, *output));
  ARENASCOPE_TRY(checkShapes(context, *input, *filter, *output));
  ARENASCOPE_TRY(checkNodeAndBias(context, node, *input, *filter));
  const auto& options = params<Params>(node);
  if (options.strideWidth <= 0 || options.strideHeight <= 0)
    return context.fail(Message() << "the stride must be at least 1");
  auto& data = userData<Data>(node);
  const std::size_t tableBytes = sizeof(std::int32_t) * static_cast<std::size_t>(filter->dims->data[0]);
  data.multipliers = static_cast<std::int32_t*>(context.allocatePersistent(tableBytes));
  data.shifts = static_cast<std::int32_t*>(context.allocatePersistent(tableBytes));
  if (data.multipliers == nullptr || data.shifts == nullptr) return Status::kError;
  // Of a window over the output, which is what the input of the convolution in the other direction would be.
  data.padding = windowPadding(options.padding, {output->dims->data[1], filter->dims->data[1], options.strideHeight, 1},
                               {output->dims->data[2], filter->dims->data[2], options.strideWidth, 1});
  if (input->type == runtime::kFloat32) return Status::kOk;
  const std::size_t sumBytes = input->type == runtime::kInt8 ? sizeof(std::int32_t) : sizeof(std::int64_t);
  ARENASCOPE_TRY(context.requestScratch(sumBytes * static_cast<std::size_t>(elementCount(*output->dims)), &data.sums));
  return prepareQuantized(context, node, options, data);
}

struct Tensors {
  const EvalTensor& input;
  const EvalTensor& filter;
  const EvalTensor* bias;
  EvalTensor& output;
};

// Adds up all products; the sums have the output's shape.
template <typename Stored, typename Weight, typename Sum>
void spread(const Tensors& tensors, const Params& options, const Data& kernelData, Sum* sums) {
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

void convolveFloat(const Tensors& tensors, const Params& options, const Data& kernelData) {
  float* output = data<float>(&tensors.output);
  spread<float, float>(tensors, options, kernelData, output);
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

template <typename Stored, typename Sum>
void convolveQuantized(const Tensors& tensors, const Params& options, const Data& kernelData, const Sum* bias,
                       Sum* sums) {
  spread<Stored, std::int8_t>(tensors, options, kernelData, sums);
  const int channels = lastDimension(*tensors.output.dims);
  const int elements = elementCount(*tensors.output.dims);
  Stored* output = data<Stored>(&tensors.output);
  for (int i = 0; i < elements; i += channels)
    for (int c = 0; c < channels; ++c) {
      Sum sum = sums[i + c];
      if (bias != nullptr) sum += constantAt(bias, c);
      const std::int32_t scaled = multiplyByQuantizedMultiplier(sum, kernelData.multipliers[c], kernelData.shifts[c]) +
                                  kernelData.outputZeroPoint;
      output[i + c] = static_cast<Stored>(clamp(scaled, kernelData.activation.min, kernelData.activation.max));
    }
}

const std::int64_t* wideBias(Context& context, const EvalTensor* bias, const Data& kernelData) {
  if (bias == nullptr || bias->type != runtime::kInt16) return data<std::int64_t>(bias);
  auto* wide = context.scratch<std::int64_t>(kernelData.wideBias);
  std::copy_n(data<std::int16_t>(bias), elementCount(*bias->dims), wide);
  return wide;
}

Status invoke(Context& context, Node& node) {
  const auto& options = params<Params>(node);
  const auto& kernelData = userData<Data>(node);
  const Tensors tensors{*context.evalInput(node, kInput), *context.evalInput(node, kFilter),
                        context.evalInput(node, kBias), *context.evalOutput(node, 0)};
  switch (tensors.input.type) {
  case runtime::kFloat32: convolveFloat(tensors, options, kernelData); return Status::kOk;
  case runtime::kInt8:
    convolveQuantized<std::int8_t>(tensors, options, kernelData, data<std::int32_t>(tensors.bias),
                                   context.scratch<std::int32_t>(kernelData.sums));
    return Status::kOk;
  case runtime::kInt16:
    convolveQuantized<std::int16_t>(tensors, options, kernelData, wideBias(context, tensors.bias, kernelData),
                                    context.scratch<std::int64_t>(kernelData.sums));
    return Status::kOk;
  default: return unsupportedType(context, "input", tensors.input.type);
  }
}

} // namespace

constinit const Registration kTransposeConv = {schema::BuiltinOperator_TRANSPOSE_CONV, parseParams<read>,
                                               initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::reference
