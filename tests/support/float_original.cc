#include "tests/support/float_original.h"

#include "core/model/quantize/constants.h"

namespace arenascope::test {

namespace {

// Biases, which only this test makes floats of.
std::vector<float> wideFloats(const quantize::DraftTensor& bias) {
  std::vector<float> values;
  const auto stored = quantize::numbersOf<std::int32_t>(bias);
  const std::vector<float>& scales = bias.quantization.scales;
  for (std::size_t i = 0; i < stored.size(); ++i)
    values.push_back(static_cast<float>(stored[i]) * scales[scales.size() > 1 ? i : 0]);
  return values;
}

} // namespace

std::vector<std::uint8_t> floatOriginal(std::span<const std::uint8_t> quantized) {
  quantize::Draft draft = quantize::readDraft(quantized);
  for (quantize::DraftGraph& graph : draft.graphs)
    for (quantize::DraftTensor& tensor : graph.tensors) {
      if (tensor.quantization.scales.empty()) continue;
      if (tensor.isConstant())
        tensor.data =
            builder::bytesOf(tensor.type == schema::TensorType_INT32 ? wideFloats(tensor) : quantize::floatsOf(tensor));
      tensor.type = schema::TensorType_FLOAT32;
      tensor.quantization = {};
    }
  return quantize::written(draft);
}

std::vector<std::uint8_t> withOneScaleForDenseLayers(std::span<const std::uint8_t> quantized) {
  quantize::Draft draft = quantize::readDraft(quantized);
  quantize::DraftGraph& graph = draft.main();
  for (const quantize::DraftOperator& op : graph.operators) {
    if (op.code != schema::BuiltinOperator_FULLY_CONNECTED) continue;
    for (const std::int32_t input : {op.inputs.at(1), op.inputs.at(2)}) {
      graph.at(input).quantization.scales.resize(1);
      graph.at(input).quantization.zeroPoints.resize(1);
    }
  }
  return quantize::written(draft);
}

} // namespace arenascope::test
