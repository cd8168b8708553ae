#include "core/model/quantize/operator_rules.h"

#include <algorithm>

#include "core/model/quantize/lstm_inputs.h"

namespace arenascope::quantize {

namespace {

using schema::BuiltinOperator;

constexpr float kSigmoidScale = 1.0F / 256;
constexpr float kTanhScale = 1.0F / 128;
constexpr float kLogSoftmaxScale = 16.0F / 256;
constexpr bool kInt8Alone = false;

constexpr OperatorRule weights(BuiltinOperator code, std::int32_t version, std::int32_t channels,
                               std::int32_t weights = 1, std::int32_t data = 0) {
  return {code, RuleKind::kWeights, version, true, channels, weights, data};
}
constexpr OperatorRule free(BuiltinOperator code, std::int32_t version, bool hasInt16 = true) {
  return {code, RuleKind::kFree, version, hasInt16};
}
constexpr OperatorRule same(BuiltinOperator code, std::int32_t version, bool hasInt16 = true) {
  return {code, RuleKind::kSame, version, hasInt16};
}
constexpr OperatorRule fixed(BuiltinOperator code, std::int32_t version, float scale, std::int32_t zeroPoint,
                             bool hasInt16 = true) {
  return {code, RuleKind::kFixed, version, hasInt16, -1, 1, 0, scale, zeroPoint};
}
constexpr OperatorRule inputs(BuiltinOperator code, std::int32_t version, bool hasInt16 = true) {
  return {code, RuleKind::kInputs, version, hasInt16};
}

constexpr OperatorRule kRules[] = {
    weights(schema::BuiltinOperator_CONV_2D, 3, 0),
    weights(schema::BuiltinOperator_DEPTHWISE_CONV_2D, 3, 3),
    weights(schema::BuiltinOperator_FULLY_CONNECTED, 4, -1),
    weights(schema::BuiltinOperator_TRANSPOSE_CONV, 2, 0, 1, 2),
    free(schema::BuiltinOperator_ABS, 2),
    free(schema::BuiltinOperator_ADD, 2),
    free(schema::BuiltinOperator_BATCH_MATMUL, 3),
    free(schema::BuiltinOperator_ELU, 1, kInt8Alone),
    free(schema::BuiltinOperator_HARD_SWISH, 1, kInt8Alone),
    free(schema::BuiltinOperator_LEAKY_RELU, 2),
    free(schema::BuiltinOperator_MEAN, 2),
    free(schema::BuiltinOperator_MUL, 2),
    free(schema::BuiltinOperator_PRELU, 1, kInt8Alone),
    free(schema::BuiltinOperator_RELU, 2),
    free(schema::BuiltinOperator_RSQRT, 2),
    free(schema::BuiltinOperator_SQUARED_DIFFERENCE, 2, kInt8Alone),
    free(schema::BuiltinOperator_SUB, 2),
    free(schema::BuiltinOperator_SUM, 2),
    same(schema::BuiltinOperator_AVERAGE_POOL_2D, 2),
    same(schema::BuiltinOperator_BATCH_TO_SPACE_ND, 2, kInt8Alone),
    same(schema::BuiltinOperator_BROADCAST_TO, 2),
    same(schema::BuiltinOperator_CONCATENATION, 2),
    same(schema::BuiltinOperator_DEPTH_TO_SPACE, 1, kInt8Alone),
    same(schema::BuiltinOperator_DYNAMIC_UPDATE_SLICE, 1),
    same(schema::BuiltinOperator_EXPAND_DIMS, 1),
    same(schema::BuiltinOperator_GATHER, 2, kInt8Alone),
    same(schema::BuiltinOperator_GATHER_ND, 1, kInt8Alone),
    same(schema::BuiltinOperator_MAX_POOL_2D, 2),
    same(schema::BuiltinOperator_MAXIMUM, 2),
    same(schema::BuiltinOperator_MINIMUM, 2),
    same(schema::BuiltinOperator_MIRROR_PAD, 2, kInt8Alone),
    same(schema::BuiltinOperator_PACK, 2),
    same(schema::BuiltinOperator_PAD, 2),
    same(schema::BuiltinOperator_PADV2, 2),
    same(schema::BuiltinOperator_REDUCE_MAX, 2, kInt8Alone),
    same(schema::BuiltinOperator_REDUCE_MIN, 2, kInt8Alone),
    same(schema::BuiltinOperator_RELU6, 2), // TFLM's kernel only limits values
    same(schema::BuiltinOperator_RESHAPE, 1),
    same(schema::BuiltinOperator_RESIZE_BILINEAR, 2, kInt8Alone),
    same(schema::BuiltinOperator_RESIZE_NEAREST_NEIGHBOR, 2),
    same(schema::BuiltinOperator_REVERSE_V2, 1),
    same(schema::BuiltinOperator_SELECT_V2, 1),
    same(schema::BuiltinOperator_SLICE, 2),
    same(schema::BuiltinOperator_SPACE_TO_BATCH_ND, 2, kInt8Alone),
    same(schema::BuiltinOperator_SPACE_TO_DEPTH, 2, kInt8Alone),
    same(schema::BuiltinOperator_SPLIT, 2),
    same(schema::BuiltinOperator_SPLIT_V, 2),
    same(schema::BuiltinOperator_SQUEEZE, 1),
    same(schema::BuiltinOperator_STRIDED_SLICE, 2),
    same(schema::BuiltinOperator_TRANSPOSE, 2),
    same(schema::BuiltinOperator_UNPACK, 2),
    fixed(schema::BuiltinOperator_L2_NORMALIZATION, 2, kTanhScale, 0, kInt8Alone),
    fixed(schema::BuiltinOperator_LOG_SOFTMAX, 2, kLogSoftmaxScale, 127, kInt8Alone),
    fixed(schema::BuiltinOperator_LOGISTIC, 2, kSigmoidScale, -128),
    fixed(schema::BuiltinOperator_SOFTMAX, 2, kSigmoidScale, -128),
    fixed(schema::BuiltinOperator_TANH, 2, kTanhScale, 0),
    inputs(schema::BuiltinOperator_ARG_MAX, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_ARG_MIN, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_EQUAL, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_GREATER, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_GREATER_EQUAL, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_LESS, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_LESS_EQUAL, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_NOT_EQUAL, 2, kInt8Alone),
    inputs(schema::BuiltinOperator_SHAPE, 1),
    {schema::BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, RuleKind::kLstm, 1},
    {schema::BuiltinOperator_READ_VARIABLE, RuleKind::kVariable, 1},
    {schema::BuiltinOperator_ASSIGN_VARIABLE, RuleKind::kVariable, 1},
};

std::string reasonOfWeights(const DraftGraph& graph, const DraftOperator& op, const OperatorRule& rule) {
  const auto slot = static_cast<std::size_t>(rule.weights);
  if (op.inputs.size() <= slot || op.inputs[slot] < 0) return "it has no weights";
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    const std::int32_t tensor = op.inputs[i];
    if (tensor < 0 || static_cast<std::int32_t>(i) == rule.data || !graph.at(tensor).isFloat()) continue;
    if (!graph.at(tensor).isConstant()) return "its weights or bias are computed";
  }
  return {};
}

std::string reasonOfLstm(const DraftOperator& op) {
  const auto isThere = [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end && i < op.inputs.size(); ++i)
      if (op.inputs[i] >= 0) return true;
    return false;
  };
  if (isThere(kLstmPeepholes, kLstmBiases)) return "its peephole weights have no int8 kernel";
  if (isThere(kLstmProjection, kLstmHiddenState)) return "its projection has no int8 kernel";
  if (isThere(kLstmNormalization, op.inputs.size())) return "its layer normalization has no int8 kernel";
  if (op.inputs.size() <= kLstmCellState || op.inputs[kLstmInputWeights] < 0) return "its gates are not all there";
  return {};
}

} // namespace

const OperatorRule* ruleOf(BuiltinOperator code) {
  const auto* found =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const OperatorRule& rule) { return rule.code == code; });
  return found == std::end(kRules) ? nullptr : found;
}

std::string reasonForFloat(const DraftGraph& graph, const DraftOperator& op, Numbers numbers) {
  const OperatorRule* rule = ruleOf(op.code);
  if (rule == nullptr) return "the converter or TFLM has no integer form of it";
  if (numbers == Numbers::kInt16x8 && !rule->hasInt16) return "TFLM has no kernel of 16 bits for it";
  if (rule->kind == RuleKind::kWeights) return reasonOfWeights(graph, op, *rule);
  if (rule->kind == RuleKind::kLstm) return reasonOfLstm(op);
  return {};
}

} // namespace arenascope::quantize
