// Operators whose results have the shape of their inputs, or that reduce them.
#include <algorithm>

#include "core/model/builder/moving_families.h"
#include "core/model/builder/operator_families.h"
#include "core/model/builder/random_values.h"

namespace arenascope::builder {
namespace {

using namespace schema;

using File = std::vector<std::uint8_t>;
using Shape = std::vector<std::int32_t>;

constexpr int kMostElements = 6; // of a dimension

TensorType oneOf(Random& random, const std::vector<TensorType>& types) {
  return types[static_cast<std::size_t>(random.between(0, static_cast<int>(types.size()) - 1))];
}

Values tensor(Random& random, TensorType type, const Shape& shape) {
  if (type != TensorType_INT8 && type != TensorType_INT16) return ints(type, {}, shape);
  return activations(random, type, shape, scaleBetween(random, 0.01F, 0.1F));
}

// What the definition of an operator fixes of its output.
struct FixedOutput {
  float scale8 = 0; // 0: any
  std::int64_t zeroPoint8 = 0;
  float scale16 = 0;
};

void fix(Values& output, const FixedOutput& fixed) {
  if (output.type == TensorType_INT8 && fixed.scale8 > 0) output.quantization = {{fixed.scale8}, {fixed.zeroPoint8}, 0};
  if (output.type == TensorType_INT16 && fixed.scale16 > 0) output.quantization = {{fixed.scale16}, {0}, 0};
}

OperatorFamily unary(BuiltinOperator op, const std::vector<TensorType>& types, FixedOutput fixed = {},
                     const MakeOptions& options = {}) {
  return {EnumNameBuiltinOperator(op), [=](const std::string& name, Random& random, Scope /*scope*/) {
            const TensorType type = oneOf(random, types);
            const Shape shape = randomShape(random, 1, kMostElements);
            const Values input = tensor(random, type, shape);
            Values output = tensor(random, type, shape);
            fix(output, fixed);
            return modelOf(name, op, {input}, {output}, options);
          }};
}

OperatorFamily binary(BuiltinOperator op, const std::vector<TensorType>& types, bool comparison,
                      const MakeOptions& options = {}) {
  return {EnumNameBuiltinOperator(op), [=](const std::string& name, Random& random, Scope /*scope*/) {
            const TensorType type = oneOf(random, types);
            const Shape shape = randomShape(random, 1, kMostElements);
            Shape second = shape;
            if (random.between(0, 3) == 0) second[0] = 1;
            const Values a = tensor(random, type, shape);
            Values b = tensor(random, type, second);
            const Values output = comparison ? bools({}, shape) : tensor(random, type, shape);
            return modelOf(name, op, {a, b}, {output}, options);
          }};
}

// 8 bits to others, and others to 8 bits.
File quantize(const std::string& name, Random& random, Scope /*scope*/) {
  const Shape shape = randomShape(random, 1, 2 * kMostElements);
  const Values input = tensor(random, oneOf(random, {TensorType_FLOAT32, TensorType_FLOAT32, TensorType_INT8}), shape);
  const TensorType type = oneOf(random, {TensorType_INT8, TensorType_INT8, TensorType_INT16});
  const bool narrow = input.type == TensorType_INT8;
  return modelOf(name, BuiltinOperator_QUANTIZE, {input},
                 {activations(random, narrow ? TensorType_INT8 : type, shape, scaleBetween(random, 0.004F, 0.02F))});
}

File dequantize(const std::string& name, Random& random, Scope /*scope*/) {
  const Shape shape = randomShape(random, 1, kMostElements);
  const Values input = tensor(random, oneOf(random, {TensorType_INT8, TensorType_INT16}), shape);
  return modelOf(name, BuiltinOperator_DEQUANTIZE, {input}, {floats({}, shape)});
}

File prelu(const std::string& name, Random& random, Scope /*scope*/) {
  const Shape shape = randomShape(random, 3, kMostElements);
  Values alpha = int8({}, 0.01F, 0, Shape(shape.size() - 1, 1));
  alpha.shape.back() = shape.back();
  for (int i = 0; i < shape.back(); ++i) alpha.numbers.push_back(random.between(-100, 100));
  return modelOf(name, BuiltinOperator_PRELU, {tensor(random, TensorType_INT8, shape), constant(alpha)},
                 {tensor(random, TensorType_INT8, shape)});
}

// Over the last dimension, or over rows and columns of images.
OperatorFamily reduction(BuiltinOperator op) {
  return {
      EnumNameBuiltinOperator(op), [op](const std::string& name, Random& random, Scope /*scope*/) {
        const Values input =
            tensor(random, oneOf(random, {TensorType_INT8, TensorType_FLOAT32}), randomShape(random, 4, kMostElements));
        const bool images = random.between(0, 1) == 0;
        Values output =
            op == BuiltinOperator_MEAN || op == BuiltinOperator_SUM ? tensor(random, input.type, input.shape) : input;
        std::vector<double> axes = {3};
        if (images) axes = {1, 2};
        for (const double axis : axes) output.shape[static_cast<std::size_t>(axis)] = 1;
        return modelOf(name, op, {input, constant(int32(axes))}, {output},
                       with(BuiltinOptions_ReducerOptions, [](Builder& b) { return CreateReducerOptions(b, true); }));
      }};
}

const std::vector<TensorType> kFloat = {TensorType_FLOAT32};
const std::vector<TensorType> kEight = {TensorType_INT8};
const std::vector<TensorType> kEightOrFloat = {TensorType_INT8, TensorType_FLOAT32};
const std::vector<TensorType> kQuantized = {TensorType_INT8, TensorType_INT16};
const std::vector<TensorType> kBool = {TensorType_BOOL};

std::vector<OperatorFamily> elementwiseFamilies() {
  const FixedOutput sigmoid{.scale8 = 1.0F / 256, .zeroPoint8 = -128, .scale16 = 1.0F / 32768};
  const FixedOutput symmetric{.scale8 = 1.0F / 128, .zeroPoint8 = 0, .scale16 = 1.0F / 32768};
  std::vector<OperatorFamily> all = {
      unary(BuiltinOperator_RELU, kEightOrFloat),
      unary(BuiltinOperator_RELU6, kEightOrFloat),
      unary(BuiltinOperator_LOGISTIC, kQuantized, sigmoid),
      unary(BuiltinOperator_TANH, kQuantized, symmetric),
      unary(BuiltinOperator_HARD_SWISH, kEightOrFloat),
      unary(BuiltinOperator_ELU, kEightOrFloat),
      unary(BuiltinOperator_LEAKY_RELU, kQuantized, {},
            with(BuiltinOptions_LeakyReluOptions, [](Builder& b) { return CreateLeakyReluOptions(b, 0.2F); })),
      unary(BuiltinOperator_LOG_SOFTMAX, kEightOrFloat, {.scale8 = 16.0F / 256, .zeroPoint8 = 127}),
      unary(BuiltinOperator_L2_NORMALIZATION, kEightOrFloat, symmetric),
      {"QUANTIZE", quantize},
      {"DEQUANTIZE", dequantize},
      {"PRELU", prelu},
      binary(BuiltinOperator_SUB, kQuantized, false,
             with(BuiltinOptions_SubOptions, [](Builder& b) { return CreateSubOptions(b); })),
      binary(BuiltinOperator_SQUARED_DIFFERENCE, kEight, false),
      binary(BuiltinOperator_DIV, kFloat, false,
             with(BuiltinOptions_DivOptions, [](Builder& b) { return CreateDivOptions(b); })),
      binary(BuiltinOperator_FLOOR_DIV, kFloat, false),
      binary(BuiltinOperator_FLOOR_MOD, kFloat, false),
      binary(BuiltinOperator_LOGICAL_AND, kBool, true),
      binary(BuiltinOperator_LOGICAL_OR, kBool, true)};
  for (const BuiltinOperator op :
       {BuiltinOperator_ABS, BuiltinOperator_CEIL, BuiltinOperator_COS, BuiltinOperator_EXP, BuiltinOperator_FLOOR,
        BuiltinOperator_LOG, BuiltinOperator_NEG, BuiltinOperator_ROUND, BuiltinOperator_RSQRT, BuiltinOperator_SIN,
        BuiltinOperator_SQRT, BuiltinOperator_SQUARE})
    all.push_back(unary(op, kFloat));
  for (const BuiltinOperator op : {BuiltinOperator_EQUAL, BuiltinOperator_NOT_EQUAL, BuiltinOperator_GREATER,
                                   BuiltinOperator_GREATER_EQUAL, BuiltinOperator_LESS, BuiltinOperator_LESS_EQUAL})
    all.push_back(binary(op, kEightOrFloat, true));
  for (const BuiltinOperator op :
       {BuiltinOperator_MEAN, BuiltinOperator_SUM, BuiltinOperator_REDUCE_MAX, BuiltinOperator_REDUCE_MIN})
    all.push_back(reduction(op));
  return all;
}

} // namespace

std::span<const OperatorFamily> plainFamilies() {
  static const std::vector<OperatorFamily> kFamilies = [] {
    std::vector<OperatorFamily> all = elementwiseFamilies();
    for (const OperatorFamily& family : movingFamilies()) all.push_back(family);
    return all;
  }();
  return kFamilies;
}

} // namespace arenascope::builder
