// UNIDIRECTIONAL_SEQUENCE_LSTM for quantized types: sums with biases and zero points are computed once, gates add to
// the product with the input, and the state starts at zero in every inference.
#include <cstring>
#include <limits>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/wide.h"
#include "core/interpreter/kernels/lstm.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

using lstm::Gate;

struct Data { // the OpData of this kernel
  lstm::Data layer;
  void* inputSums[lstm::kGates]; // bias and input zero point, for each cell
  void* recurrentSums[lstm::kGates];
};
constexpr std::size_t kDataBytes = bySize(912, 1024);

constexpr std::int32_t kLowest = -32768;
constexpr std::int32_t kHighest = 32767;

// bias[cell] + offset · the sum of the cell's weights, for all cells.
template <typename Sum>
Status makeSums(Context& context, const Tensor& weights, const Tensor* bias, std::int32_t offset, void** result) {
  const int cells = weights.dims->data[0];
  const int depth = weights.dims->data[1];
  auto* sums = static_cast<Sum*>(context.allocatePersistent(sizeof(Sum) * static_cast<std::size_t>(cells)));
  if (sums == nullptr) return Status::kError;
  const auto* values = static_cast<const std::int8_t*>(weights.data);
  for (int cell = 0; cell < cells; ++cell) {
    Sum sum = 0;
    for (int d = 0; d < depth; ++d) sum += *values++;
    sums[cell] = sum * offset;
    if (bias != nullptr) sums[cell] += constantAt(static_cast<const Sum*>(bias->data), cell);
  }
  *result = sums;
  return Status::kOk;
}

Status checkConstants(Context& context, const lstm::Prepared& tensors) {
  for (const int first : {lstm::kInputWeights, lstm::kRecurrentWeights, lstm::kBiases})
    for (int i = first; i < first + lstm::kGates; ++i)
      if (tensors.at(i).allocationKind != runtime::kModelData)
        return context.fail(Message() << "input " << i << " must be constant");
  return Status::kOk;
}

template <typename Sum>
Status makeAllSums(Context& context, const lstm::Prepared& tensors, Data& data) {
  for (int gate = 0; gate < lstm::kGates; ++gate)
    ARENASCOPE_TRY(makeSums<Sum>(context, tensors.at(lstm::kInputWeights + gate), &tensors.at(lstm::kBiases + gate),
                                 -data.layer.gates[gate].input.inputZeroPoint, &data.inputSums[gate]));
  for (int gate = 0; gate < lstm::kGates; ++gate)
    ARENASCOPE_TRY(makeSums<Sum>(context, tensors.at(lstm::kRecurrentWeights + gate), nullptr,
                                 -data.layer.hiddenZeroPoint, &data.recurrentSums[gate]));
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  const lstm::Prepared tensors(context, node);
  ARENASCOPE_TRY(lstm::prepare(context, node, tensors));
  ARENASCOPE_TRY(checkConstants(context, tensors));
  auto& data = userData<Data>(node);
  const runtime::Type type = tensors.at(lstm::kInput).type;
  if (type == runtime::kInt8) ARENASCOPE_TRY(makeAllSums<std::int32_t>(context, tensors, data));
  if (type == runtime::kInt16) ARENASCOPE_TRY(makeAllSums<std::int64_t>(context, tensors, data));
  return lstm::requestBuffers(context, node, tensors, type == runtime::kFloat32 ? 4 : 3);
}

// A vector times the weights of one gate, rescaled and added to the results.
template <typename Activation>
struct Product {
  using Sum = std::conditional_t<sizeof(Activation) == 1, std::int32_t, std::int64_t>;

  const std::int8_t* weights;
  const Sum* sums;
  QuantizedMultiplier rescale;
  int depth;

  void addTo(const Activation* vector, int cells, std::int16_t* results) const {
    if constexpr (kHasVectors && sizeof(Activation) == 1)
      return vectors::addScaledProducts({.input = vector,
                                         .inputOffset = 0,
                                         .filter = weights,
                                         .filterOffset = 0,
                                         .depth = depth,
                                         .channels = cells,
                                         .bias = nullptr,
                                         .output = nullptr},
                                        sums, rescale, results);
    const std::int8_t* row = weights;
    int cell = 0;
    for (; cell + 2 <= cells; cell += 2, row += 2 * depth) {
      const auto more = products(row, row + depth, vector, sums[cell], sums[cell + 1]);
      add(more.a, results[cell]);
      add(more.b, results[cell + 1]);
    }
    if (cell < cells) add(products(row, row, vector, sums[cell], sums[cell]).a, results[cell]);
  }

private:
  auto products(const std::int8_t* a, const std::int8_t* b, const Activation* vector, Sum initialA,
                Sum initialB) const {
    if constexpr (sizeof(Activation) == 1) {
      return addProducts<Loop::kPlain>(Bytes{a}, Bytes{b}, Bytes{vector}, depth, Sums2{initialA, initialB});
    } else {
      const WideSums2 sums2 = sumWide(a, b, vector, depth);
      return WideSums2{sums2.a + initialA, sums2.b + initialB};
    }
  }

  void add(Sum sum, std::int16_t& result) const {
    std::int32_t scaled = 0;
    if constexpr (sizeof(Activation) == 1)
      scaled = requantize(sum, rescale.multiplier, rescale.shift);
    else
      scaled = requantizeWide(sum, rescale.multiplier, rescale.shift);
    result = static_cast<std::int16_t>(clamp(scaled + result, kLowest, kHighest));
  }
};

// The layer while it runs, over `rows` batches at once.
template <typename Activation>
class Run {
public:
  Run(const Context& context, const Node& node, int rows)
      : context_(context), node_(node), data_(userData<Data>(node)), rows_(rows),
        count_(rows * data_.layer.sizes.states), first_(context.scratch<std::int16_t>(data_.layer.buffers[0])),
        second_(context.scratch<std::int16_t>(data_.layer.buffers[1])) {}

  // hidden: result of the previous step; nullptr for the first.
  void step(const Activation* input, const Activation* hidden, std::int16_t* cells, Activation* output) const {
    const lstm::Data& layer = data_.layer;
    gate(Gate::kForgetGate, runtime::kActSigmoid, input, hidden, first_);
    for (int i = 0; i < count_; ++i)
      cells[i] =
          static_cast<std::int16_t>(clamp(scaled(first_[i] * cells[i], layer.forgetTimesCell), kLowest, kHighest));
    gate(Gate::kInputGate, runtime::kActSigmoid, input, hidden, first_);
    gate(Gate::kCandidate, layer.candidateActivation, input, hidden, second_);
    const bool clipped = layer.quantizedCellClip > 0;
    const std::int32_t high = clipped ? layer.quantizedCellClip : kHighest;
    const std::int32_t low = clipped ? -layer.quantizedCellClip : kLowest;
    for (int i = 0; i < count_; ++i)
      cells[i] = static_cast<std::int16_t>(
          clamp(scaled(first_[i] * second_[i], layer.inputTimesCandidate) + cells[i], low, high));
    gate(Gate::kOutputGate, runtime::kActSigmoid, input, hidden, first_);
    for (int i = 0; i < count_; ++i) second_[i] = tanhInt16(cells[i], layer.cellTanh);
    constexpr std::int32_t kMin = std::numeric_limits<Activation>::min();
    constexpr std::int32_t kMax = std::numeric_limits<Activation>::max();
    for (int i = 0; i < count_; ++i)
      output[i] = static_cast<Activation>(
          clamp(scaled(first_[i] * second_[i], layer.outputTimesCell) + layer.hiddenZeroPoint, kMin, kMax));
  }

private:
  static std::int32_t scaled(std::int32_t x, const QuantizedMultiplier& by) {
    return requantize(x, by.multiplier, by.shift);
  }

  Product<Activation> product(int weights, const void* sums, const lstm::Product& product, int depth) const {
    return {data<std::int8_t>(context_.evalInput(node_, weights)),
            static_cast<const typename Product<Activation>::Sum*>(sums), product.rescale, depth};
  }

  void gate(Gate gate, runtime::Activation activation, const Activation* input, const Activation* hidden,
            std::int16_t* results) const {
    const lstm::Sizes& sizes = data_.layer.sizes;
    std::memset(results, 0, sizeof(std::int16_t) * static_cast<std::size_t>(count_));
    const Product<Activation> fromInput =
        product(lstm::kInputWeights + gate, data_.inputSums[gate], data_.layer.gates[gate].input, sizes.inputs);
    const Product<Activation> fromHidden = product(lstm::kRecurrentWeights + gate, data_.recurrentSums[gate],
                                                   data_.layer.gates[gate].recurrent, sizes.states);
    for (int row = 0; row < rows_; ++row) {
      fromInput.addTo(input + row * sizes.inputs, sizes.states, results + row * sizes.states);
      if (hidden != nullptr) fromHidden.addTo(hidden + row * sizes.states, sizes.states, results + row * sizes.states);
    }
    if (activation == runtime::kActTanh)
      for (int i = 0; i < count_; ++i) results[i] = tanhInt16(results[i], {3, 0});
    else
      for (int i = 0; i < count_; ++i) results[i] = logisticInt16(results[i], {3, 0});
  }

  const Context& context_;
  const Node& node_;
  const Data& data_;
  int rows_;
  int count_;
  std::int16_t* first_;
  std::int16_t* second_;
};

template <typename Activation>
void run(const Context& context, const Node& node) {
  const auto& kernelData = userData<Data>(node);
  const lstm::Sizes& sizes = kernelData.layer.sizes;
  const int rows = sizes.timeMajor ? sizes.batches : 1;
  const Run<Activation> layer(context, node, rows);
  const auto* input = data<Activation>(context.evalInput(node, lstm::kInput));
  auto* output = data<Activation>(context.evalOutput(node, 0));
  auto* cells = context.scratch<std::int16_t>(kernelData.layer.buffers[2]);
  std::memset(cells, 0, sizeof(std::int16_t) * static_cast<std::size_t>(sizes.batches * sizes.states));
  for (int b = 0; b < sizes.batches; b += rows, cells += sizes.states) {
    const Activation* hidden = nullptr;
    for (int t = 0; t < sizes.steps; ++t) {
      layer.step(input, hidden, cells, output);
      hidden = output;
      input += rows * sizes.inputs;
      output += rows * sizes.states;
    }
  }
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, lstm::kInput)->type;
  switch (type) {
  case runtime::kFloat32: reference::lstmFloat(context, node); return Status::kOk;
  case runtime::kInt8: run<std::int8_t>(context, node); return Status::kOk;
  case runtime::kInt16: run<std::int16_t>(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

constinit const Registration kUnidirectionalSequenceLstm = {schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM,
                                                            parseParams<lstm::read>, initData<Data, kDataBytes>,
                                                            prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn
