#include "core/model/quantize/lstm_range.h"

#include <array>
#include <cmath>

#include "core/model/quantize/lstm_inputs.h"
#include "core/model/quantize/operator_rules.h"

namespace arenascope::quantize {

namespace {

struct Gate {
  std::vector<float> inputWeights;
  std::vector<float> recurrentWeights;
  std::vector<float> bias;
};

float sigmoid(float value) { return 1.0F / (1.0F + std::exp(-value)); }

// A sum of products; nothing for a step before the first.
float product(std::span<const float> weights, std::span<const float> values) {
  float sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

std::vector<float> numbersAt(const DraftGraph& graph, const DraftOperator& op, std::size_t input) {
  return op.inputs[input] < 0 ? std::vector<float>() : numbersOf<float>(graph.at(op.inputs[input]));
}

} // namespace

std::optional<std::int32_t> cellStateOf(const DraftGraph& graph, const DraftOperator& op) {
  if (op.code != schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM ||
      !reasonForFloat(graph, op, Numbers::kInt8).empty())
    return std::nullopt;
  return op.inputs[kLstmCellState];
}

Range cellRangeOf(const DraftGraph& graph, const DraftOperator& op, std::span<const float> input,
                  std::span<const float> output) {
  std::array<Gate, kLstmGates> gates;
  for (std::size_t g = 0; g < kLstmGates; ++g)
    gates[g] = {numbersAt(graph, op, kLstmInputWeights + g), numbersAt(graph, op, kLstmRecurrentWeights + g),
                numbersAt(graph, op, kLstmBiases + g)};
  const std::vector<std::int32_t>& shape = graph.at(op.inputs[0]).shape;
  const auto* options =
      op.source == nullptr ? nullptr : op.source->builtin_options_as_UnidirectionalSequenceLSTMOptions();
  const bool timeFirst = options != nullptr && options->time_major();
  const float clip = options != nullptr ? options->cell_clip() : 0;
  Range range;
  if (shape.size() != 3 || shape[2] <= 0 || gates[0].inputWeights.empty()) return range;
  const auto inputs = static_cast<std::size_t>(shape[2]);
  const std::size_t states = gates[0].inputWeights.size() / inputs;
  const auto batches = static_cast<std::size_t>(shape[timeFirst ? 1 : 0]);
  const auto steps = static_cast<std::size_t>(shape[timeFirst ? 0 : 1]);
  if (input.size() < batches * steps * inputs || output.size() < batches * steps * states) return range;
  const auto rowOf = [&](std::size_t batch, std::size_t step) {
    return timeFirst ? step * batches + batch : batch * steps + step;
  };
  for (std::size_t batch = 0; batch < batches; ++batch) {
    std::vector<float> cell(states);
    for (std::size_t step = 0; step < steps; ++step) {
      const std::span<const float> now = input.subspan(rowOf(batch, step) * inputs, inputs);
      const std::span<const float> hidden =
          step == 0 ? std::span<const float>() : output.subspan(rowOf(batch, step - 1) * states, states);
      for (std::size_t s = 0; s < states; ++s) {
        const auto sum = [&](const Gate& gate) {
          return product(std::span(gate.inputWeights).subspan(s * inputs, inputs), now) +
                 product(std::span(gate.recurrentWeights).subspan(s * states, states), hidden) +
                 (gate.bias.empty() ? 0 : gate.bias[s]);
        };
        cell[s] = sigmoid(sum(gates[kLstmForgetGate])) * cell[s] +
                  sigmoid(sum(gates[kLstmInputGate])) * std::tanh(sum(gates[kLstmCandidate]));
        if (clip > 0) cell[s] = std::max(std::min(clip, cell[s]), -clip);
        range.take(cell[s]);
      }
    }
  }
  return range;
}

} // namespace arenascope::quantize
