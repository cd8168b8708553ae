#include "core/interpreter/kernels/lstm.h"

namespace arenascope::kernels::lstm {

namespace {

bool isNeeded(int index) { return index < 9 || (index >= 12 && index < 16) || index == 18 || index == 19; }

Status checkPresence(Context& context, const Prepared& tensors) {
  if (!tensors.output) return missing(context, "output");
  for (int i = 0; i < kInputs; ++i) {
    if (isNeeded(i) && !tensors.inputs[i]) return context.fail(Message() << "input " << i << " is needed");
    if (!isNeeded(i) && tensors.inputs[i])
      return context.fail(Message() << "input " << i << " is not supported (peephole, projection or normalization)");
  }
  if (tensors.at(kHiddenState).isVariable && tensors.at(kCellState).isVariable) return Status::kOk;
  return context.fail(Message() << "the hidden and the cell state must be variable tensors");
}

Status checkTypes(Context& context, const Prepared& tensors) {
  const runtime::Type activation = tensors.at(kInput).type;
  ARENASCOPE_TRY(checkSameType(context, tensors.at(kInput), tensors.at(kHiddenState)));
  ARENASCOPE_TRY(checkSameType(context, tensors.at(kInput), *tensors.output));
  const bool isFloat = activation == runtime::kFloat32;
  if (!isFloat && activation != runtime::kInt8 && activation != runtime::kInt16)
    return unsupportedType(context, "input", activation);
  const runtime::Type cell = isFloat ? runtime::kFloat32 : runtime::kInt16;
  if (tensors.at(kCellState).type != cell) return unsupportedType(context, "cell state", tensors.at(kCellState).type);
  const runtime::Type weights = isFloat ? runtime::kFloat32 : runtime::kInt8;
  for (int i = 1; i < 9; ++i)
    if (tensors.at(i).type != weights) return unsupportedType(context, "weights", tensors.at(i).type);
  const runtime::Type bias = isFloat                        ? runtime::kFloat32
                             : activation == runtime::kInt8 ? runtime::kInt32
                                                            : runtime::kInt64;
  for (int i = 12; i < 16; ++i)
    if (tensors.at(i).type != bias) return unsupportedType(context, "bias", tensors.at(i).type);
  return Status::kOk;
}

Status checkShape(Context& context, int index, const Tensor& tensor, int rows, int columns) {
  const runtime::IntArray& dims = *tensor.dims;
  const bool fits = columns == 0 ? dims.size == 1 && dims.data[0] == rows
                                 : dims.size == 2 && dims.data[0] == rows && dims.data[1] == columns;
  if (fits) return Status::kOk;
  return context.fail(Message() << "input " << index << " does not have the shape that input and state ask for");
}

Status readSizes(Context& context, const Prepared& tensors, bool timeMajor, Sizes& sizes) {
  const runtime::IntArray& input = *tensors.at(kInput).dims;
  const runtime::IntArray& state = *tensors.at(kHiddenState).dims;
  const runtime::IntArray& output = *tensors.output->dims;
  if (input.size != 3 || output.size != 3 || state.size != 2)
    return context.fail(Message() << "input and output need three dimensions, the hidden state two");
  sizes = {.timeMajor = timeMajor,
           .batches = input.data[timeMajor ? 1 : 0],
           .steps = input.data[timeMajor ? 0 : 1],
           .inputs = input.data[2],
           .states = state.data[1]};
  for (int i = 1; i < 5; ++i) ARENASCOPE_TRY(checkShape(context, i, tensors.at(i), sizes.states, sizes.inputs));
  for (int i = 5; i < 9; ++i) ARENASCOPE_TRY(checkShape(context, i, tensors.at(i), sizes.states, sizes.states));
  for (int i = 12; i < 16; ++i) ARENASCOPE_TRY(checkShape(context, i, tensors.at(i), sizes.states, 0));
  const int elements = sizes.batches * sizes.states;
  const bool fits = elementCount(state) == elements && elementCount(*tensors.at(kCellState).dims) == elements &&
                    output.data[0] == input.data[0] && output.data[1] == input.data[1] &&
                    output.data[2] == sizes.states;
  if (fits) return Status::kOk;
  return context.fail(Message() << "the states or the output do not fit " << sizes.batches << " batches of "
                                << sizes.states << " cells");
}

// A product with weights becomes a 16-bit number in units of 1/4096, from -8 to 8: the gates' input.
Status prepareProduct(Context& context, const Tensor& input, const Tensor& weights, Product& product) {
  if (input.quantization == nullptr || weights.quantization == nullptr || weights.quantization->scale->size != 1)
    return context.fail(Message() << "input and weights need one scale and zero point each");
  Tensor gate{};
  gate.scale = 1.0F / 4096;
  double ratio = 0.0;
  ARENASCOPE_TRY(layerMultiplier(context, input, weights, nullptr, gate, &ratio));
  ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &product.rescale));
  product.inputZeroPoint = input.zeroPoint;
  product.weightZeroPoint = weights.zeroPoint;
  return Status::kOk;
}

Status prepareQuantized(Context& context, const Prepared& tensors, Data& data) {
  for (int gate = 0; gate < kGates; ++gate) {
    GateData& target = data.gates[gate];
    ARENASCOPE_TRY(prepareProduct(context, tensors.at(kInput), tensors.at(1 + gate), target.input));
    ARENASCOPE_TRY(prepareProduct(context, tensors.at(kHiddenState), tensors.at(5 + gate), target.recurrent));
  }
  constexpr double kGateScale = 1.0 / 32768; // of the gates' outputs
  const auto cellScale = static_cast<double>(tensors.at(kCellState).scale);
  const auto hiddenScale = static_cast<double>(tensors.at(kHiddenState).scale);
  ARENASCOPE_TRY(quantizeMultiplier(context, kGateScale * cellScale / cellScale, &data.forgetTimesCell));
  ARENASCOPE_TRY(quantizeMultiplier(context, kGateScale * kGateScale / cellScale, &data.inputTimesCandidate));
  ARENASCOPE_TRY(quantizeMultiplier(context, kGateScale * kGateScale / hiddenScale, &data.outputTimesCell));
  data.hiddenZeroPoint = tensors.at(kHiddenState).zeroPoint;
  int power = 0;
  (void)nearestLog2(tensors.at(kCellState).scale, &power);
  const int shift = 12 + power;
  if (shift < -30 || shift > 16) return context.fail(Message() << "the cell state's scale is out of range");
  data.cellTanh = shift < 0 ? SigmoidInput{3, -shift} : SigmoidInput{3 << shift, 0};
  const double clip = static_cast<double>(data.cellClip) / cellScale;
  data.quantizedCellClip = static_cast<std::int16_t>(clamp(clip, -32768.0, 32767.0));
  return Status::kOk;
}

} // namespace

Status prepare(Context& context, Node& node, const Prepared& tensors) {
  if (node.inputs->size != kInputs || node.outputs->size != 1)
    return context.fail(Message() << "the operator has " << node.inputs->size << " inputs, " << kInputs
                                  << " are needed");
  ARENASCOPE_TRY(checkPresence(context, tensors));
  ARENASCOPE_TRY(checkTypes(context, tensors));
  const auto& options = params<Params>(node);
  auto& data = userData<Data>(node);
  data.candidateActivation = options.activation;
  data.cellClip = options.cellClip;
  ARENASCOPE_TRY(readSizes(context, tensors, options.timeMajor, data.sizes));
  return tensors.at(kCellState).type == runtime::kInt16 ? prepareQuantized(context, tensors, data) : Status::kOk;
}

Status requestBuffers(Context& context, Node& node, const Prepared& tensors, int count) {
  auto& data = userData<Data>(node);
  const std::size_t bytes = static_cast<std::size_t>(data.sizes.batches * data.sizes.states) *
                            runtime::typeBytes(tensors.at(kCellState).type);
  for (int i = 0; i < count; ++i) ARENASCOPE_TRY(context.requestScratch(bytes, &data.buffers[i]));
  return Status::kOk;
}

void read(const schema::UnidirectionalSequenceLSTMOptions& options, Params& params) {
  params = {.activation = activationKind(options.fused_activation_function()),
            .cellClip = options.cell_clip(),
            .projectionClip = options.proj_clip(),
            .timeMajor = options.time_major(),
            .asymmetricQuantizeInputs = options.asymmetric_quantize_inputs(),
            .diagonalRecurrentTensors = options.diagonal_recurrent_tensors()};
}

} // namespace arenascope::kernels::lstm
