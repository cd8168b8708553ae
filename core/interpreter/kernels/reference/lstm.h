// One step of an LSTM layer.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/lstm.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference::lstm {

using namespace kernels::lstm;

// Offsets of a step: batch by batch, or all batches at once if time is the first dimension.
struct Step {
  int rows;
  int input; // offsets in elements
  int output;
  int state;
};

template <typename T>
T saturate(std::int32_t value) {
  return static_cast<T>(clamp<std::int32_t>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

inline void addTo(std::int16_t* sum, const std::int16_t* values, int count) {
  for (int i = 0; i < count; ++i) sum[i] = saturate<std::int16_t>(sum[i] + values[i]);
}
inline void addTo(float* sum, const float* values, int count) {
  for (int i = 0; i < count; ++i) sum[i] = sum[i] + values[i];
}

inline void logistic(std::int16_t* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = logisticInt16(values[i], {3, 0});
}
inline void logistic(float* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = logisticFloat(values[i]);
}

inline void tanh(const std::int16_t* values, const SigmoidInput& scaling, std::int16_t* results, int count) {
  for (int i = 0; i < count; ++i) results[i] = tanhInt16(values[i], scaling);
}
inline void tanh(const float* values, const SigmoidInput& /*scaling*/, float* results, int count) {
  for (int i = 0; i < count; ++i) results[i] = std::tanh(values[i]);
}

template <typename Out>
void multiply(const std::int16_t* a, const std::int16_t* b, const QuantizedMultiplier& rescale, std::int32_t zeroPoint,
              Out* results, int count) {
  for (int i = 0; i < count; ++i) {
    const std::int32_t product = std::int32_t{a[i]} * b[i];
    results[i] = saturate<Out>(multiplyByQuantizedMultiplier(product, rescale.multiplier, rescale.shift) + zeroPoint);
  }
}
inline void multiply(const float* a, const float* b, const QuantizedMultiplier& /*rescale*/, std::int32_t /*zeroPoint*/,
                     float* results, int count) {
  const FloatRange range = activationRange(runtime::kActNone);
  for (int i = 0; i < count; ++i) results[i] = clamp(a[i] * b[i], range.min, range.max);
}

inline void clip(std::int16_t* values, const Data& data, int count) {
  const auto low = static_cast<std::int16_t>(-data.quantizedCellClip);
  for (int i = 0; i < count; ++i) values[i] = std::max(std::min(data.quantizedCellClip, values[i]), low);
}
inline void clip(float* values, const Data& data, int count) {
  for (int i = 0; i < count; ++i) values[i] = std::max(std::min(data.cellClip, values[i]), -data.cellClip);
}

// results[row][cell] = sum of input[row] · weights[cell] (+ bias), at the scale of the gates' inputs.
template <typename Activation, typename Weight, typename Cell, typename Sum>
void multiplyByWeights(const Product& product, const Activation* input, const Weight* weights, const Sum* bias,
                       int rows, int depth, int cells, Cell* results) {
  for (int row = 0; row < rows; ++row) {
    for (int cell = 0; cell < cells; ++cell) {
      Sum sum = 0;
      for (int d = 0; d < depth; ++d) {
        const auto value = operand<Sum>(input[row * depth + d], -product.inputZeroPoint);
        const auto weight = operand<Sum>(weights[cell * depth + d], -product.weightZeroPoint);
        sum += weight * value;
      }
      if (bias != nullptr) sum += constantAt(bias, cell);
      if constexpr (std::is_floating_point_v<Sum>) {
        const FloatRange range = activationRange(runtime::kActNone);
        results[row * cells + cell] = clamp(sum, range.min, range.max);
      } else {
        results[row * cells + cell] =
            saturate<Cell>(multiplyByQuantizedMultiplier(sum, product.rescale.multiplier, product.rescale.shift));
      }
    }
  }
}

// The layer in Invoke: tensors' data and working buffers.
template <typename Activation, typename Weight, typename Cell, typename Sum>
struct Layer {
  const Context& context;
  const Node& node;
  const Data& data;
  Cell* buffers[4];

  template <typename T>
  T* input(int index) const {
    return kernels::data<T>(context.evalInput(node, index));
  }

  void gate(const Step& step, Gate gate, runtime::Activation activation, Cell* result) const {
    const Sizes& sizes = data.sizes;
    Cell* recurrent = buffers[3];
    const int count = step.rows * sizes.states;
    multiplyByWeights(data.gates[gate].input, input<const Activation>(kInput) + step.input,
                      input<const Weight>(kInputWeights + gate), input<const Sum>(kBiases + gate), step.rows,
                      sizes.inputs, sizes.states, result);
    multiplyByWeights(data.gates[gate].recurrent, input<const Activation>(kHiddenState) + step.state,
                      input<const Weight>(kRecurrentWeights + gate), static_cast<const Sum*>(nullptr), step.rows,
                      sizes.states, sizes.states, recurrent);
    addTo(result, recurrent, count);
    if (activation == runtime::kActSigmoid) logistic(result, count);
    if (activation == runtime::kActTanh) tanh(result, {3, 0}, result, count);
  }

  void run(const Step& step) const {
    const int count = step.rows * data.sizes.states;
    Cell* cell = input<Cell>(kCellState) + step.state;
    Activation* hidden = input<Activation>(kHiddenState) + step.state;
    gate(step, kForgetGate, runtime::kActSigmoid, buffers[0]);
    gate(step, kInputGate, runtime::kActSigmoid, buffers[1]);
    gate(step, kCandidate, data.candidateActivation, buffers[2]);
    multiply(buffers[0], cell, data.forgetTimesCell, 0, cell, count);
    multiply(buffers[1], buffers[2], data.inputTimesCandidate, 0, buffers[1], count);
    addTo(cell, buffers[1], count);
    if (data.cellClip > 0) clip(cell, data, count);
    gate(step, kOutputGate, runtime::kActSigmoid, buffers[1]);
    tanh(cell, data.cellTanh, buffers[0], count);
    multiply(buffers[0], buffers[1], data.outputTimesCell, data.hiddenZeroPoint, hidden, count);
    copyBytes(kernels::data<Activation>(context.evalOutput(node, 0)) + step.output, hidden,
              sizeof(Activation) * static_cast<std::size_t>(count));
  }
};

template <typename Activation, typename Weight, typename Cell, typename Sum>
void run(const Context& context, const Node& node) {
  const Data& data = userData<Data>(node);
  const Sizes& sizes = data.sizes;
  const Layer<Activation, Weight, Cell, Sum> layer{
      context,
      node,
      data,
      {context.scratch<Cell>(data.buffers[0]), context.scratch<Cell>(data.buffers[1]),
       context.scratch<Cell>(data.buffers[2]), context.scratch<Cell>(data.buffers[3])}};
  const int rows = sizes.timeMajor ? sizes.batches : 1;
  Step step{.rows = rows, .input = 0, .output = 0, .state = 0};
  for (int b = 0; b < sizes.batches; b += rows) {
    for (int t = 0; t < sizes.steps; ++t) {
      layer.run(step);
      step.input += rows * sizes.inputs;
      step.output += rows * sizes.states;
    }
    step.state += sizes.states;
  }
}

} // namespace arenascope::kernels::reference::lstm
