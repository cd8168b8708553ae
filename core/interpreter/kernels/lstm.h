// Shared by UNIDIRECTIONAL_SEQUENCE_LSTM kernels: data in the arena and Prepare.
#pragma once

#include <cstdint>
#include <utility>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/sigmoid.h"

namespace arenascope::kernels::lstm {

// The operator's inputs by number: weights for the input are 1 to 4, for the hidden state 5 to 8, biases 12 to 15, each
// in the order of Gate.
constexpr int kInputs = 24;
constexpr int kInput = 0;
constexpr int kInputWeights = 1;
constexpr int kRecurrentWeights = 5;
constexpr int kBiases = 12;
constexpr int kHiddenState = 18;
constexpr int kCellState = 19;

enum Gate { kInputGate, kForgetGate, kCandidate, kOutputGate, kGates };

struct Params { // TfLiteUnidirectionalSequenceLSTMParams
  runtime::Activation activation;
  float cellClip;
  float projectionClip;
  bool timeMajor;
  bool asymmetricQuantizeInputs;
  bool diagonalRecurrentTensors;
};
static_assert(sizeof(Params) == bySize(16, 16));

struct Sizes {
  bool timeMajor; // the first dimension is time, the second the batch
  int batches;
  int steps;
  int inputs;
  int states;
};

// A vector times weights, rescaled to a gate's input.
struct Product {
  QuantizedMultiplier rescale;
  std::int32_t inputZeroPoint;
  std::int32_t weightZeroPoint;
};
struct GateData {
  Product input;
  Product recurrent;
};

struct Data { // OpDataLSTM
  Sizes sizes;
  GateData gates[kGates];
  QuantizedMultiplier forgetTimesCell;
  QuantizedMultiplier inputTimesCandidate;
  QuantizedMultiplier outputTimesCell;
  std::int32_t hiddenZeroPoint;
  SigmoidInput cellTanh;
  float cellClip; // 0: not clipped
  std::int16_t quantizedCellClip;
  runtime::Activation candidateActivation;
  int buffers[4]; // scratch buffers, a value per cell
};
constexpr std::size_t kDataBytes = bySize(688, 688);

// All inputs and the output, fetched in this order.
struct Prepared {
  TempTensor inputs[kInputs];
  TempTensor output;

  template <std::size_t... kIndex>
  Prepared(Context& context, const Node& node, std::index_sequence<kIndex...> /*all*/)
      : inputs{context.input(node, static_cast<int>(kIndex))...}, output(context.output(node, 0)) {}
  Prepared(Context& context, const Node& node) : Prepared(context, node, std::make_index_sequence<kInputs>()) {}

  const Tensor& at(int index) const { return *inputs[index]; }
};

// Checks and common data; the kernel set's own allocations follow.
Status prepare(Context& context, Node& node, const Prepared& tensors);
// The first `count` working buffers.
Status requestBuffers(Context& context, Node& node, const Prepared& tensors, int count);

void read(const schema::UnidirectionalSequenceLSTMOptions& options, Params& params);

} // namespace arenascope::kernels::lstm
