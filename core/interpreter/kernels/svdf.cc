#include "core/interpreter/kernels/svdf.h"

#include <cmath>

namespace arenascope::kernels {

namespace {

constexpr int kInput = 0;
constexpr int kFeatureWeights = 1;
constexpr int kTimeWeights = 2;
constexpr int kBias = 3;
constexpr int kState = 4;

Status checkShape(Context& context, const char* what, const Tensor& tensor, int rows, int columns) {
  ARENASCOPE_TRY(checkRank(context, what, tensor, 2));
  if (tensor.dims->data[0] == rows && tensor.dims->data[1] == columns) return Status::kOk;
  return context.fail(Message() << what << " is " << tensor.dims->data[0] << "x" << tensor.dims->data[1] << ", not "
                                << rows << "x" << columns);
}

// All tensors in Prepare, fetched in this order.
struct Tensors {
  TempTensor input;
  TempTensor features;
  TempTensor time;
  TempTensor bias;
  TempTensor state;
  TempTensor output;

  Tensors(Context& context, const Node& node)
      : input(context.input(node, kInput)), features(context.input(node, kFeatureWeights)),
        time(context.input(node, kTimeWeights)), bias(context.input(node, kBias)), state(context.input(node, kState)),
        output(context.output(node, 0)) {}
  bool complete() const { return input && features && time && state && output; }
};

Status measure(Context& context, const Tensors& tensors, int rank, SvdfSizes* sizes) {
  ARENASCOPE_TRY(checkRank(context, "input", *tensors.input, 2));
  ARENASCOPE_TRY(checkRank(context, "feature weights", *tensors.features, 2));
  ARENASCOPE_TRY(checkRank(context, "time weights", *tensors.time, 2));
  const int filters = tensors.features->dims->data[0];
  if (rank <= 0 || filters % rank != 0)
    return context.fail(Message() << filters << " filters are not a multiple of rank " << rank);
  *sizes = SvdfSizes{.batches = tensors.input->dims->data[0],
                     .inputs = tensors.input->dims->data[1],
                     .filters = filters,
                     .units = filters / rank,
                     .rank = rank,
                     .memory = tensors.time->dims->data[1]};
  ARENASCOPE_TRY(checkShape(context, "output", *tensors.output, sizes->batches, sizes->units));
  ARENASCOPE_TRY(checkShape(context, "feature weights", *tensors.features, filters, sizes->inputs));
  ARENASCOPE_TRY(checkShape(context, "time weights", *tensors.time, filters, sizes->memory));
  ARENASCOPE_TRY(checkShape(context, "activation state", *tensors.state, sizes->batches, sizes->memory * filters));
  if (sizes->memory <= 0 || sizes->filters <= 0 || sizes->batches <= 0)
    return context.fail(Message() << "batches, filters and memory must be at least 1");
  if (tensors.bias && elementCount(*tensors.bias->dims) != sizes->units)
    return context.fail(Message() << "the bias has " << elementCount(*tensors.bias->dims) << " elements for "
                                  << sizes->units << " units");
  if (!tensors.state->isVariable) return context.fail(Message() << "the activation state is not a variable tensor");
  return Status::kOk;
}

Status prepareInt8(Context& context, const Tensors& tensors, const SvdfSizes& sizes, SvdfData& data) {
  const runtime::Type stateType = tensors.state->type;
  if (tensors.features->type != runtime::kInt8 || tensors.output->type != runtime::kInt8 ||
      tensors.time->type != stateType || (stateType != runtime::kInt16 && stateType != runtime::kInt8))
    return context.fail(Message() << "8-bit SVDF needs 8-bit features and output, and time weights and state of "
                                     "the same 8- or 16-bit type");
  if (!tensors.bias || tensors.bias->type != runtime::kInt32)
    return context.fail(Message() << "8-bit SVDF needs a 32-bit bias");
  const float stateScale = tensors.state->scale;
  const float timeScale = tensors.time->scale;
  if (!(std::abs(static_cast<double>(tensors.bias->scale) - static_cast<double>(stateScale * timeScale)) < 1e-5))
    return context.fail(Message() << "the bias's scale is not that of state times time weights");
  const auto toState = static_cast<double>(tensors.input->scale * tensors.features->scale / stateScale);
  const auto toOutput = static_cast<double>(stateScale * timeScale / tensors.output->scale);
  ARENASCOPE_TRY(quantizeMultiplier(context, toState, &data.toState));
  ARENASCOPE_TRY(quantizeMultiplier(context, toOutput, &data.toOutput));
  data.inputZeroPoint = tensors.input->zeroPoint;
  data.outputZeroPoint = tensors.output->zeroPoint;
  data.stateZeroPoint = tensors.state->zeroPoint;
  const auto bytes = [&](int count) { return sizeof(std::int32_t) * static_cast<std::size_t>(sizes.batches * count); };
  ARENASCOPE_TRY(context.requestScratch(bytes(sizes.filters), &data.filterSums));
  return context.requestScratch(bytes(sizes.units), &data.outputSums);
}

Status prepareFloat(Context& context, const Tensors& tensors, const SvdfSizes& sizes, SvdfData& data) {
  for (const Tensor* tensor : {&*tensors.features, &*tensors.time, &*tensors.state, &*tensors.output})
    if (tensor->type != runtime::kFloat32) return unsupportedType(context, "with a float input, ", tensor->type);
  if (tensors.bias && tensors.bias->type != runtime::kFloat32)
    return unsupportedType(context, "bias", tensors.bias->type);
  return context.requestScratch(sizeof(float) * static_cast<std::size_t>(sizes.batches * sizes.filters),
                                &data.filterSums);
}

} // namespace

Status prepareSvdf(Context& context, Node& node) {
  const Tensors tensors(context, node);
  if (!tensors.complete()) return missing(context, "input, weights, state or output");
  if (node.inputs->size != 5) return context.fail(Message() << "SVDF has 5 inputs, not " << node.inputs->size);
  SvdfSizes sizes{};
  ARENASCOPE_TRY(measure(context, tensors, params<SvdfParams>(node).rank, &sizes));
  auto& data = userData<SvdfData>(node);
  if (tensors.input->type == runtime::kInt8) return prepareInt8(context, tensors, sizes, data);
  if (tensors.input->type == runtime::kFloat32) return prepareFloat(context, tensors, sizes, data);
  return unsupportedType(context, "input", tensors.input->type);
}

SvdfLayer svdfLayer(Context& context, const Node& node) {
  const auto& options = params<SvdfParams>(node);
  SvdfLayer layer{context.evalInput(node, kInput),
                  context.evalInput(node, kFeatureWeights),
                  context.evalInput(node, kTimeWeights),
                  context.evalInput(node, kBias),
                  context.evalInput(node, kState),
                  context.evalOutput(node, 0),
                  SvdfSizes{}};
  const int filters = layer.features->dims->data[0];
  layer.sizes = SvdfSizes{.batches = layer.input->dims->data[0],
                          .inputs = layer.input->dims->data[1],
                          .filters = filters,
                          .units = filters / options.rank,
                          .rank = options.rank,
                          .memory = layer.time->dims->data[1]};
  return layer;
}

void readSvdf(const schema::SVDFOptions& options, SvdfParams& params) {
  params.rank = options.rank();
  params.activation = activationKind(options.fused_activation_function());
  params.asymmetricQuantizeInputs = options.asymmetric_quantize_inputs();
}

} // namespace arenascope::kernels
