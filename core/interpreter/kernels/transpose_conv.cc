#include "core/interpreter/kernels/transpose_conv.h"

namespace arenascope::kernels {

namespace {

constexpr int kFilter = 1;
constexpr int kInput = 2;
constexpr int kBias = 3;

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
  // A 32-bit bias with 16-bit values is read as 64 bits, a 64-bit one with 8-bit values as 32.
  const bool integer = bias.type == runtime::kInt32 || bias.type == runtime::kInt64;
  const bool fits = input.type == runtime::kFloat32
                        ? bias.type == runtime::kFloat32
                        : integer || (input.type == runtime::kInt16 && bias.type == runtime::kInt16);
  return fits ? Status::kOk : unsupportedType(context, "bias", bias.type);
}

// The real kernel fetches the tensors again here; the temporary memory counts for the arena's peak.
Status prepareQuantized(Context& context, const Node& node, const TransposeConvParams& options,
                        TransposeConvData& data) {
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

// Checks a bias in place: the real kernel does not fetch it for float tensors.
Status checkNodeAndBias(Context& context, const Node& node, const Tensor& input, const Tensor& filter) {
  const EvalTensor* bias = context.evalInput(node, kBias);
  if (bias == nullptr) return Status::kOk;
  Tensor view{};
  view.type = bias->type;
  view.dims = bias->dims;
  return checkBias(context, input, filter, view);
}

Status allocateTables(Context& context, int channels, TransposeConvData& data) {
  const std::size_t bytes = sizeof(std::int32_t) * static_cast<std::size_t>(channels);
  data.multipliers = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  data.shifts = static_cast<std::int32_t*>(context.allocatePersistent(bytes));
  return data.multipliers == nullptr || data.shifts == nullptr ? Status::kError : Status::kOk;
}

} // namespace

Status prepareTransposeConv(Context& context, Node& node, SumsRequest requestSums) {
  ARENASCOPE_TRY(checkCounts(context, node, 3, 4));
  const TempTensor output = context.output(node, 0);
  const TempTensor input = context.input(node, kInput);
  const TempTensor filter = context.input(node, kFilter);
  if (!output || !input || !filter) return missing(context, "input, filter or output");
  ARENASCOPE_TRY(checkTypes(context, *input, *filter, *output));
  ARENASCOPE_TRY(checkShapes(context, *input, *filter, *output));
  ARENASCOPE_TRY(checkNodeAndBias(context, node, *input, *filter));
  const auto& options = params<TransposeConvParams>(node);
  if (options.strideWidth <= 0 || options.strideHeight <= 0)
    return context.fail(Message() << "the stride must be at least 1");
  auto& data = userData<TransposeConvData>(node);
  ARENASCOPE_TRY(allocateTables(context, filter->dims->data[0], data));
  // For a window over the output, which is the input of the convolution in the opposite direction.
  data.padding = windowPadding(options.padding, {output->dims->data[1], filter->dims->data[1], options.strideHeight, 1},
                               {output->dims->data[2], filter->dims->data[2], options.strideWidth, 1});
  if (input->type == runtime::kFloat32) return Status::kOk;
  ARENASCOPE_TRY(requestSums(context, node, {*input, *filter, *output}));
  return prepareQuantized(context, node, options, data);
}

Status checkWideBias(Context& context, const Node& node) {
  const EvalTensor& input = *context.evalInput(node, kInput);
  if (input.type != runtime::kInt16 || context.evalInput(node, kBias) != nullptr) return Status::kOk;
  return context.fail(Message() << "the kernel looks at the type of a bias that is not there and then writes to "
                                   "address 0: AllocateTensors() ends in a fault, or fails where that is RAM. Give the "
                                   "layer a bias, of zeros");
}

TransposeConvTensors transposeConvTensors(Context& context, const Node& node) {
  return {*context.evalInput(node, kInput), *context.evalInput(node, kFilter), context.evalInput(node, kBias),
          *context.evalOutput(node, 0)};
}

void readTransposeConv(const schema::TransposeConvOptions& options, TransposeConvParams& params) {
  params = {.padding = paddingKind(options.padding()),
            .strideWidth = options.stride_w(),
            .strideHeight = options.stride_h(),
            .activation = activationKind(options.fused_activation_function()),
            .quantizedBiasType = runtime::kNoType};
}

} // namespace arenascope::kernels
