#include "core/profile/operator_rules.h"

#include <algorithm>
#include <initializer_list>

#include "core/profile/tensor_types.h"
#include "core/schema/access.h"

namespace arenascope::profile {

using schema::count;

namespace {

struct Range {
  int low = 0;
  int high = 0;

  bool holds(std::uint32_t value) const { return static_cast<int>(value) >= low && static_cast<int>(value) <= high; }
  std::string text() const {
    if (high >= kMany) return "at least " + std::to_string(low);
    return low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
  }
  static constexpr int kMany = 1 << 30;
};

using TypeSet = std::uint32_t;

constexpr TypeSet types(std::initializer_list<schema::TensorType> list) {
  TypeSet set = 0;
  for (const schema::TensorType type : list) set |= TypeSet{1} << type;
  return set;
}

constexpr TypeSet kAnyType = ~TypeSet{0};
// Layers that work out multipliers while they prepare.
constexpr TypeSet kReal = types({schema::TensorType_FLOAT32, schema::TensorType_INT8, schema::TensorType_INT16});
// Elsewhere it is when an operator runs that a kernel finds a type that it has no code for: the arena is known by then.
constexpr TypeSet kNumbers =
    kReal | types({schema::TensorType_INT32, schema::TensorType_INT64, schema::TensorType_UINT8,
                   schema::TensorType_UINT16, schema::TensorType_UINT32, schema::TensorType_UINT64});
constexpr TypeSet kBool = types({schema::TensorType_BOOL});
constexpr Range kAnyRank = {0, Range::kMany};
constexpr Range kImage = {4, 4};
constexpr Range kSome = {1, Range::kMany};

struct Rule {
  schema::BuiltinOperator code;
  Range inputs;
  Range outputs;
  TypeSet types = kAnyType; // of `data`, where that is there
  Range rank = kAnyRank;
  int data = 0; // the input that the operator works on
};

using enum schema::BuiltinOperator;

constexpr Rule unary(schema::BuiltinOperator code, TypeSet types) { return {code, {1, 1}, {1, 1}, types}; }
constexpr Rule binary(schema::BuiltinOperator code, TypeSet types) { return {code, {2, 2}, {1, 1}, types}; }

constexpr Rule kRules[] = {
    unary(BuiltinOperator_ABS, kNumbers),
    binary(BuiltinOperator_ADD, kNumbers),
    {BuiltinOperator_ADD_N, {2, Range::kMany}, {1, 1}, kNumbers},
    binary(BuiltinOperator_ARG_MAX, kNumbers),
    binary(BuiltinOperator_ARG_MIN, kNumbers),
    {BuiltinOperator_ASSIGN_VARIABLE, {2, 2}, {0, 0}},
    {BuiltinOperator_AVERAGE_POOL_2D, {1, 1}, {1, 1}, kNumbers, kImage},
    binary(BuiltinOperator_BATCH_MATMUL, kNumbers),
    {BuiltinOperator_BATCH_TO_SPACE_ND, {3, 3}, {1, 1}, kNumbers},
    binary(BuiltinOperator_BROADCAST_ARGS, types({schema::TensorType_INT32, schema::TensorType_INT64})),
    binary(BuiltinOperator_BROADCAST_TO, kAnyType),
    {BuiltinOperator_CALL_ONCE, {0, 0}, {0, 0}},
    unary(BuiltinOperator_CAST, kNumbers | kBool),
    unary(BuiltinOperator_CEIL, kNumbers),
    {BuiltinOperator_CONCATENATION, kSome, {1, 1}, kNumbers | kBool},
    {BuiltinOperator_CONV_2D, {2, 3}, {1, 1}, kReal, kImage},
    unary(BuiltinOperator_COS, kNumbers),
    binary(BuiltinOperator_CUMSUM, kNumbers),
    {BuiltinOperator_DEPTH_TO_SPACE, {1, 1}, {1, 1}, kNumbers, kImage},
    {BuiltinOperator_DEPTHWISE_CONV_2D, {2, 3}, {1, 1}, kReal, kImage},
    unary(BuiltinOperator_DEQUANTIZE, kNumbers),
    binary(BuiltinOperator_DIV, kNumbers),
    {BuiltinOperator_DYNAMIC_UPDATE_SLICE, {3, 3}, {1, 1}},
    unary(BuiltinOperator_ELU, kNumbers),
    {BuiltinOperator_EMBEDDING_LOOKUP, {2, 2}, {1, 1}, kNumbers},
    binary(BuiltinOperator_EQUAL, kNumbers | kBool),
    unary(BuiltinOperator_EXP, kNumbers),
    binary(BuiltinOperator_EXPAND_DIMS, kAnyType),
    {BuiltinOperator_FILL, {2, 2}, {1, 1}, kNumbers},
    unary(BuiltinOperator_FLOOR, kNumbers),
    binary(BuiltinOperator_FLOOR_DIV, kNumbers),
    binary(BuiltinOperator_FLOOR_MOD, kNumbers),
    {BuiltinOperator_FULLY_CONNECTED, {2, 3}, {1, 1}, kReal},
    {BuiltinOperator_GATHER, {2, 2}, {1, 1}, kNumbers | kBool},
    binary(BuiltinOperator_GATHER_ND, kNumbers | kBool),
    binary(BuiltinOperator_GREATER, kNumbers),
    binary(BuiltinOperator_GREATER_EQUAL, kNumbers),
    unary(BuiltinOperator_HARD_SWISH, kNumbers),
    {BuiltinOperator_IF, kSome, {0, Range::kMany}, kBool},
    unary(BuiltinOperator_L2_NORMALIZATION, kNumbers),
    {BuiltinOperator_L2_POOL_2D, {1, 1}, {1, 1}, kNumbers, kImage},
    unary(BuiltinOperator_LEAKY_RELU, kNumbers),
    binary(BuiltinOperator_LESS, kNumbers),
    binary(BuiltinOperator_LESS_EQUAL, kNumbers),
    unary(BuiltinOperator_LOG, kNumbers),
    unary(BuiltinOperator_LOG_SOFTMAX, kNumbers),
    binary(BuiltinOperator_LOGICAL_AND, kBool),
    unary(BuiltinOperator_LOGICAL_NOT, kBool),
    binary(BuiltinOperator_LOGICAL_OR, kBool),
    unary(BuiltinOperator_LOGISTIC, kNumbers),
    {BuiltinOperator_MAX_POOL_2D, {1, 1}, {1, 1}, kNumbers, kImage},
    binary(BuiltinOperator_MAXIMUM, kNumbers),
    binary(BuiltinOperator_MEAN, kNumbers),
    binary(BuiltinOperator_MINIMUM, kNumbers),
    binary(BuiltinOperator_MIRROR_PAD, kNumbers),
    binary(BuiltinOperator_MUL, kNumbers),
    unary(BuiltinOperator_NEG, kNumbers),
    binary(BuiltinOperator_NOT_EQUAL, kNumbers | kBool),
    {BuiltinOperator_PACK, kSome, {1, 1}, kNumbers | kBool},
    {BuiltinOperator_PAD, {2, 3}, {1, 1}, kNumbers},
    {BuiltinOperator_PADV2, {2, 3}, {1, 1}, kNumbers},
    binary(BuiltinOperator_PRELU, kNumbers),
    unary(BuiltinOperator_QUANTIZE, kNumbers),
    {BuiltinOperator_READ_VARIABLE, {1, 1}, {1, 1}},
    binary(BuiltinOperator_REDUCE_ALL, kBool),
    binary(BuiltinOperator_REDUCE_MAX, kNumbers),
    binary(BuiltinOperator_REDUCE_MIN, kNumbers),
    unary(BuiltinOperator_RELU, kNumbers),
    unary(BuiltinOperator_RELU6, kNumbers),
    {BuiltinOperator_RESHAPE, {1, 2}, {1, 1}},
    {BuiltinOperator_RESIZE_BILINEAR, {2, 2}, {1, 1}, kNumbers, kImage},
    {BuiltinOperator_RESIZE_NEAREST_NEIGHBOR, {2, 2}, {1, 1}, kNumbers, kImage},
    binary(BuiltinOperator_REVERSE_V2, kNumbers | kBool),
    unary(BuiltinOperator_ROUND, kNumbers),
    unary(BuiltinOperator_RSQRT, kNumbers),
    {BuiltinOperator_SELECT_V2, {3, 3}, {1, 1}, kBool},
    unary(BuiltinOperator_SHAPE, kAnyType),
    unary(BuiltinOperator_SIN, kNumbers),
    {BuiltinOperator_SLICE, {3, 3}, {1, 1}, kNumbers | kBool},
    unary(BuiltinOperator_SOFTMAX, kNumbers),
    {BuiltinOperator_SPACE_TO_BATCH_ND, {3, 3}, {1, 1}, kNumbers},
    {BuiltinOperator_SPACE_TO_DEPTH, {1, 1}, {1, 1}, kNumbers, kImage},
    {BuiltinOperator_SPLIT, {2, 2}, kSome, kNumbers | kBool, kAnyRank, 1},
    {BuiltinOperator_SPLIT_V, {3, 3}, kSome, kNumbers | kBool},
    unary(BuiltinOperator_SQRT, kNumbers),
    unary(BuiltinOperator_SQUARE, kNumbers),
    binary(BuiltinOperator_SQUARED_DIFFERENCE, kNumbers),
    unary(BuiltinOperator_SQUEEZE, kAnyType),
    {BuiltinOperator_STRIDED_SLICE, {4, 4}, {1, 1}, kNumbers | kBool},
    binary(BuiltinOperator_SUB, kNumbers),
    binary(BuiltinOperator_SUM, kNumbers),
    {BuiltinOperator_SVDF, {4, 5}, {1, 1}, kReal, {2, 2}},
    unary(BuiltinOperator_TANH, kNumbers),
    binary(BuiltinOperator_TRANSPOSE, kNumbers | kBool),
    {BuiltinOperator_TRANSPOSE_CONV, {3, 4}, {1, 1}, kReal | types({schema::TensorType_UINT8}), kImage, 2},
    {BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, {24, 24}, {1, 1}, kReal, {3, 3}},
    {BuiltinOperator_UNPACK, {1, 1}, kSome, kNumbers | kBool},
    {BuiltinOperator_VAR_HANDLE, {0, 0}, {1, 1}},
    {BuiltinOperator_WHILE, kSome, kSome},
    unary(BuiltinOperator_ZEROS_LIKE, kNumbers),
};

const Rule* ruleOf(schema::BuiltinOperator code) {
  const auto* found =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& rule) { return rule.code == code; });
  return found == std::end(kRules) ? nullptr : found;
}

std::optional<std::string> wrongData(const Rule& rule, const schema::SubGraph& subgraph, const schema::Operator& op) {
  if (static_cast<std::uint32_t>(rule.data) >= count(op.inputs())) return std::nullopt;
  const std::int32_t index = op.inputs()->Get(static_cast<std::uint32_t>(rule.data));
  if (index < 0) return std::nullopt;
  const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<std::uint32_t>(index));
  const std::string input = "input " + std::to_string(rule.data) + " (tensor " + std::to_string(index) + ") ";
  if ((rule.types >> tensor.type() & 1) == 0)
    return "takes no data of type " + typeName(tensor.type()) + ": " + input + "has it";
  if (const std::uint32_t rank = count(tensor.shape()); !rule.rank.holds(rank))
    return "takes data of rank " + rule.rank.text() + ", " + input + "has rank " + std::to_string(rank);
  return std::nullopt;
}

} // namespace

std::optional<std::string> brokenRule(const schema::Model& model, const schema::SubGraph& subgraph,
                                      const schema::Operator& op) {
  const Rule* rule = ruleOf(schema::builtinOperator(*model.operator_codes()->Get(op.opcode_index())));
  if (rule == nullptr) return std::nullopt;
  if (!rule->inputs.holds(count(op.inputs())))
    return "has " + std::to_string(count(op.inputs())) + " inputs, it takes " + rule->inputs.text();
  if (!rule->outputs.holds(count(op.outputs())))
    return "has " + std::to_string(count(op.outputs())) + " outputs, it gives " + rule->outputs.text();
  return wrongData(*rule, subgraph, op);
}

} // namespace arenascope::profile
