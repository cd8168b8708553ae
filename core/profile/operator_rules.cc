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
  schema::BuiltinOptions options = schema::BuiltinOptions_NONE; // NONE: the operator has none that are looked at
  TypeSet types = kAnyType;                                     // of `data`, where that is there
  Range rank = kAnyRank;
  int data = 0; // the input that the operator works on
};

using enum schema::BuiltinOperator;
using enum schema::BuiltinOptions;

constexpr Rule unary(schema::BuiltinOperator code, TypeSet types,
                     schema::BuiltinOptions options = BuiltinOptions_NONE) {
  return {code, {1, 1}, {1, 1}, options, types};
}
constexpr Rule binary(schema::BuiltinOperator code, TypeSet types,
                      schema::BuiltinOptions options = BuiltinOptions_NONE) {
  return {code, {2, 2}, {1, 1}, options, types};
}

constexpr Rule kRules[] = {
    unary(BuiltinOperator_ABS, kNumbers),
    binary(BuiltinOperator_ADD, kNumbers, BuiltinOptions_AddOptions),
    {BuiltinOperator_ADD_N, {2, Range::kMany}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    binary(BuiltinOperator_ARG_MAX, kNumbers, BuiltinOptions_ArgMaxOptions),
    binary(BuiltinOperator_ARG_MIN, kNumbers, BuiltinOptions_ArgMinOptions),
    {BuiltinOperator_ASSIGN_VARIABLE, {2, 2}, {0, 0}},
    {BuiltinOperator_AVERAGE_POOL_2D, {1, 1}, {1, 1}, BuiltinOptions_Pool2DOptions, kNumbers, kImage},
    binary(BuiltinOperator_BATCH_MATMUL, kNumbers, BuiltinOptions_BatchMatMulOptions),
    {BuiltinOperator_BATCH_TO_SPACE_ND, {3, 3}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    binary(BuiltinOperator_BROADCAST_ARGS, types({schema::TensorType_INT32, schema::TensorType_INT64})),
    binary(BuiltinOperator_BROADCAST_TO, kAnyType),
    {BuiltinOperator_CALL_ONCE, {0, 0}, {0, 0}, BuiltinOptions_CallOnceOptions},
    unary(BuiltinOperator_CAST, kNumbers | kBool, BuiltinOptions_CastOptions),
    unary(BuiltinOperator_CEIL, kNumbers),
    {BuiltinOperator_CONCATENATION, kSome, {1, 1}, BuiltinOptions_ConcatenationOptions, kNumbers | kBool},
    {BuiltinOperator_CONV_2D, {2, 3}, {1, 1}, BuiltinOptions_Conv2DOptions, kReal, kImage},
    unary(BuiltinOperator_COS, kNumbers),
    binary(BuiltinOperator_CUMSUM, kNumbers, BuiltinOptions_CumsumOptions),
    {BuiltinOperator_DEPTH_TO_SPACE, {1, 1}, {1, 1}, BuiltinOptions_DepthToSpaceOptions, kNumbers, kImage},
    {BuiltinOperator_DEPTHWISE_CONV_2D, {2, 3}, {1, 1}, BuiltinOptions_DepthwiseConv2DOptions, kReal, kImage},
    unary(BuiltinOperator_DEQUANTIZE, kNumbers, BuiltinOptions_DequantizeOptions),
    binary(BuiltinOperator_DIV, kNumbers, BuiltinOptions_DivOptions),
    {BuiltinOperator_DYNAMIC_UPDATE_SLICE, {3, 3}, {1, 1}},
    unary(BuiltinOperator_ELU, kNumbers),
    {BuiltinOperator_EMBEDDING_LOOKUP, {2, 2}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    binary(BuiltinOperator_EQUAL, kNumbers | kBool),
    unary(BuiltinOperator_EXP, kNumbers),
    binary(BuiltinOperator_EXPAND_DIMS, kAnyType),
    {BuiltinOperator_FILL, {2, 2}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    unary(BuiltinOperator_FLOOR, kNumbers),
    binary(BuiltinOperator_FLOOR_DIV, kNumbers),
    binary(BuiltinOperator_FLOOR_MOD, kNumbers),
    {BuiltinOperator_FULLY_CONNECTED, {2, 3}, {1, 1}, BuiltinOptions_FullyConnectedOptions, kReal},
    {BuiltinOperator_GATHER, {2, 2}, {1, 1}, BuiltinOptions_GatherOptions, kNumbers | kBool},
    binary(BuiltinOperator_GATHER_ND, kNumbers | kBool),
    binary(BuiltinOperator_GREATER, kNumbers),
    binary(BuiltinOperator_GREATER_EQUAL, kNumbers),
    unary(BuiltinOperator_HARD_SWISH, kNumbers),
    {BuiltinOperator_IF, kSome, {0, Range::kMany}, BuiltinOptions_IfOptions, kBool},
    unary(BuiltinOperator_L2_NORMALIZATION, kNumbers, BuiltinOptions_L2NormOptions),
    {BuiltinOperator_L2_POOL_2D, {1, 1}, {1, 1}, BuiltinOptions_Pool2DOptions, kNumbers, kImage},
    unary(BuiltinOperator_LEAKY_RELU, kNumbers, BuiltinOptions_LeakyReluOptions),
    binary(BuiltinOperator_LESS, kNumbers),
    binary(BuiltinOperator_LESS_EQUAL, kNumbers),
    unary(BuiltinOperator_LOG, kNumbers),
    unary(BuiltinOperator_LOG_SOFTMAX, kNumbers),
    binary(BuiltinOperator_LOGICAL_AND, kBool),
    unary(BuiltinOperator_LOGICAL_NOT, kBool),
    binary(BuiltinOperator_LOGICAL_OR, kBool),
    unary(BuiltinOperator_LOGISTIC, kNumbers),
    {BuiltinOperator_MAX_POOL_2D, {1, 1}, {1, 1}, BuiltinOptions_Pool2DOptions, kNumbers, kImage},
    binary(BuiltinOperator_MAXIMUM, kNumbers),
    binary(BuiltinOperator_MEAN, kNumbers, BuiltinOptions_ReducerOptions),
    binary(BuiltinOperator_MINIMUM, kNumbers),
    binary(BuiltinOperator_MIRROR_PAD, kNumbers, BuiltinOptions_MirrorPadOptions),
    binary(BuiltinOperator_MUL, kNumbers, BuiltinOptions_MulOptions),
    unary(BuiltinOperator_NEG, kNumbers),
    binary(BuiltinOperator_NOT_EQUAL, kNumbers | kBool),
    {BuiltinOperator_PACK, kSome, {1, 1}, BuiltinOptions_PackOptions, kNumbers | kBool},
    {BuiltinOperator_PAD, {2, 3}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    {BuiltinOperator_PADV2, {2, 3}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    binary(BuiltinOperator_PRELU, kNumbers),
    unary(BuiltinOperator_QUANTIZE, kNumbers, BuiltinOptions_QuantizeOptions),
    {BuiltinOperator_READ_VARIABLE, {1, 1}, {1, 1}},
    binary(BuiltinOperator_REDUCE_ALL, kBool, BuiltinOptions_ReducerOptions),
    binary(BuiltinOperator_REDUCE_MAX, kNumbers, BuiltinOptions_ReducerOptions),
    binary(BuiltinOperator_REDUCE_MIN, kNumbers, BuiltinOptions_ReducerOptions),
    unary(BuiltinOperator_RELU, kNumbers),
    unary(BuiltinOperator_RELU6, kNumbers),
    {BuiltinOperator_RESHAPE, {1, 2}, {1, 1}, BuiltinOptions_ReshapeOptions},
    {BuiltinOperator_RESIZE_BILINEAR, {2, 2}, {1, 1}, BuiltinOptions_ResizeBilinearOptions, kNumbers, kImage},
    {BuiltinOperator_RESIZE_NEAREST_NEIGHBOR,
     {2, 2},
     {1, 1},
     BuiltinOptions_ResizeNearestNeighborOptions,
     kNumbers,
     kImage},
    binary(BuiltinOperator_REVERSE_V2, kNumbers | kBool),
    unary(BuiltinOperator_ROUND, kNumbers),
    unary(BuiltinOperator_RSQRT, kNumbers),
    {BuiltinOperator_SELECT_V2, {3, 3}, {1, 1}, BuiltinOptions_NONE, kBool},
    unary(BuiltinOperator_SHAPE, kAnyType, BuiltinOptions_ShapeOptions),
    unary(BuiltinOperator_SIN, kNumbers),
    {BuiltinOperator_SLICE, {3, 3}, {1, 1}, BuiltinOptions_NONE, kNumbers | kBool},
    unary(BuiltinOperator_SOFTMAX, kNumbers, BuiltinOptions_SoftmaxOptions),
    {BuiltinOperator_SPACE_TO_BATCH_ND, {3, 3}, {1, 1}, BuiltinOptions_NONE, kNumbers},
    {BuiltinOperator_SPACE_TO_DEPTH, {1, 1}, {1, 1}, BuiltinOptions_SpaceToDepthOptions, kNumbers, kImage},
    {BuiltinOperator_SPLIT, {2, 2}, kSome, BuiltinOptions_SplitOptions, kNumbers | kBool, kAnyRank, 1},
    {BuiltinOperator_SPLIT_V, {3, 3}, kSome, BuiltinOptions_SplitVOptions, kNumbers | kBool},
    unary(BuiltinOperator_SQRT, kNumbers),
    unary(BuiltinOperator_SQUARE, kNumbers),
    binary(BuiltinOperator_SQUARED_DIFFERENCE, kNumbers),
    unary(BuiltinOperator_SQUEEZE, kAnyType, BuiltinOptions_SqueezeOptions),
    {BuiltinOperator_STRIDED_SLICE, {4, 4}, {1, 1}, BuiltinOptions_StridedSliceOptions, kNumbers | kBool},
    binary(BuiltinOperator_SUB, kNumbers, BuiltinOptions_SubOptions),
    binary(BuiltinOperator_SUM, kNumbers, BuiltinOptions_ReducerOptions),
    {BuiltinOperator_SVDF, {4, 5}, {1, 1}, BuiltinOptions_SVDFOptions, kReal, {2, 2}},
    unary(BuiltinOperator_TANH, kNumbers),
    binary(BuiltinOperator_TRANSPOSE, kNumbers | kBool),
    {BuiltinOperator_TRANSPOSE_CONV,
     {3, 4},
     {1, 1},
     BuiltinOptions_TransposeConvOptions,
     kReal | types({schema::TensorType_UINT8}),
     kImage,
     2},
    {BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM,
     {24, 24},
     {1, 1},
     BuiltinOptions_UnidirectionalSequenceLSTMOptions,
     kReal,
     {3, 3}},
    {BuiltinOperator_UNPACK, {1, 1}, kSome, BuiltinOptions_UnpackOptions, kNumbers | kBool},
    {BuiltinOperator_VAR_HANDLE, {0, 0}, {1, 1}, BuiltinOptions_VarHandleOptions},
    {BuiltinOperator_WHILE, kSome, kSome, BuiltinOptions_WhileOptions},
    unary(BuiltinOperator_ZEROS_LIKE, kNumbers),
};

const Rule* ruleOf(schema::BuiltinOperator code) {
  const auto* found =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& rule) { return rule.code == code; });
  return found == std::end(kRules) ? nullptr : found;
}

// Options that are left out stand for zeros.
std::optional<std::string> wrongOptions(const Rule& rule, const schema::Operator& op) {
  const schema::BuiltinOptions given = op.builtin_options_type();
  if (rule.options == BuiltinOptions_NONE || given == BuiltinOptions_NONE || given == rule.options) return std::nullopt;
  const std::string name = schema::EnumNameBuiltinOptions(given);
  return "has options of type " + (name.empty() ? "number " + std::to_string(given) : name) + ", its own are " +
         schema::EnumNameBuiltinOptions(rule.options);
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
  if (auto wrong = wrongOptions(*rule, op)) return wrong;
  return wrongData(*rule, subgraph, op);
}

} // namespace arenascope::profile
