// Operators that work number by number, with and without broadcasting.
#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

using namespace schema;

OperatorCase unary(const std::string& name, BuiltinOperator op, const Values& input, const Values& output,
                   const MakeOptions& options = {}) {
  return builtinCase(name, op, {input}, {output}, options);
}

MakeOptions activation(ActivationFunctionType kind) {
  return with(BuiltinOptions_AddOptions, [kind](Builder& b) { return CreateAddOptions(b, kind); });
}

void addUnary(std::vector<OperatorCase>& cases) {
  cases.push_back(unary("abs", BuiltinOperator_ABS, floats({-1.5, 2, 0}), floats({1.5, 2, 0})));
  cases.push_back(unary("abs_int8", BuiltinOperator_ABS, int8({-5, 7, 3}, 0.5F, 1), int8({7, 7, 3}, 0.5F, 1)));
  cases.push_back(unary("abs_int16", BuiltinOperator_ABS, int16({-300, 7}), int16({300, 7})));
  cases.push_back(unary("ceil", BuiltinOperator_CEIL, floats({1.2, -1.2, 3}), floats({2, -1, 3})));
  cases.push_back(unary("cos", BuiltinOperator_COS, floats({0}), floats({1})));
  cases.push_back(unary("elu", BuiltinOperator_ELU, floats({2, 0}), floats({2, 0})));
  cases.push_back(unary("exp", BuiltinOperator_EXP, floats({0}), floats({1})));
  cases.push_back(unary("floor", BuiltinOperator_FLOOR, floats({1.2, -1.2, 3}), floats({1, -2, 3})));
  cases.push_back(unary("hard_swish", BuiltinOperator_HARD_SWISH, floats({0, 3, 6}), floats({0, 3, 6})));
  cases.push_back(
      unary("leaky_relu", BuiltinOperator_LEAKY_RELU, floats({-2, 3}), floats({-1, 3}),
            with(BuiltinOptions_LeakyReluOptions, [](Builder& b) { return CreateLeakyReluOptions(b, 0.5F); })));
  cases.push_back(unary("log", BuiltinOperator_LOG, floats({1}), floats({0})));
  cases.push_back(unary("logical_not", BuiltinOperator_LOGICAL_NOT, bools({1, 0}), bools({0, 1})));
  // Any byte but 0 is true: files may have any.
  cases.push_back(unary("logical_not_of_any_byte", BuiltinOperator_LOGICAL_NOT, bools({37, 0, 255}), bools({0, 1, 0})));
  cases.push_back(unary("logistic", BuiltinOperator_LOGISTIC, floats({0}), floats({0.5})));
  // 0 becomes one half, which is 0 at scale 1/256 and zero point -128.
  cases.push_back(unary("logistic_int8", BuiltinOperator_LOGISTIC, int8({0, 127, -128}, 0.1F),
                        int8({0, 127, -128}, 1.0F / 256, -128)));
  cases.push_back(unary("log_softmax", BuiltinOperator_LOG_SOFTMAX, floats({5, -7}, {2, 1}), floats({0, 0}, {2, 1})));
  cases.push_back(unary("neg", BuiltinOperator_NEG, floats({1, -2}), floats({-1, 2})));
  cases.push_back(unary("relu", BuiltinOperator_RELU, floats({-1, 0.5, 9}), floats({0, 0.5, 9})));
  cases.push_back(unary("relu_int8", BuiltinOperator_RELU, int8({-7, 3, 5}, 0.5F, 3), int8({3, 3, 5}, 0.5F, 3)));
  cases.push_back(unary("relu6", BuiltinOperator_RELU6, floats({-1, 0.5, 9}), floats({0, 0.5, 6})));
  // Halves go to the even neighbour.
  cases.push_back(unary("round", BuiltinOperator_ROUND, floats({0.5, 1.5, 2.5, 2.6}), floats({0, 2, 2, 3})));
  cases.push_back(unary("rsqrt", BuiltinOperator_RSQRT, floats({4, 0.25}), floats({0.5, 2})));
  cases.push_back(unary("sin", BuiltinOperator_SIN, floats({0}), floats({0})));
  cases.push_back(unary("softmax", BuiltinOperator_SOFTMAX, floats({3, 3, 3, 3}, {1, 4}),
                        floats({0.25, 0.25, 0.25, 0.25}, {1, 4}),
                        with(BuiltinOptions_SoftmaxOptions, [](Builder& b) { return CreateSoftmaxOptions(b, 1.0F); })));
  // Options that are left out are zeros; so is the factor of all exponents.
  cases.push_back(
      unary("softmax_without_options", BuiltinOperator_SOFTMAX, floats({1, 2}, {1, 2}), floats({0.5, 0.5}, {1, 2})));
  cases.push_back(unary("sqrt", BuiltinOperator_SQRT, floats({9, 0.25}), floats({3, 0.5})));
  cases.push_back(unary("square", BuiltinOperator_SQUARE, floats({-3, 0.5}), floats({9, 0.25})));
  cases.push_back(unary("tanh", BuiltinOperator_TANH, floats({0}), floats({0})));
  cases.push_back(unary("tanh_int16", BuiltinOperator_TANH, int16({0, 32767, -32768}, 0.001F),
                        int16({0, 32767, -32767}, 1.0F / 32768)));
  cases.push_back(unary("zeros_like", BuiltinOperator_ZEROS_LIKE, int32({4, 5}), int32({0, 0})));
}

void addConversions(std::vector<OperatorCase>& cases) {
  const auto cast = [](TensorType from, TensorType to) {
    return with(BuiltinOptions_CastOptions, [=](Builder& b) { return CreateCastOptions(b, from, to); });
  };
  cases.push_back(unary("cast", BuiltinOperator_CAST, floats({1.7, -1.7}), int32({1, -1}),
                        cast(TensorType_FLOAT32, TensorType_INT32)));
  cases.push_back(unary("cast_bool", BuiltinOperator_CAST, bools({1, 0}), floats({1, 0}),
                        cast(TensorType_BOOL, TensorType_FLOAT32)));
  cases.push_back(unary("quantize", BuiltinOperator_QUANTIZE, floats({1, -2, 1000}), int8({3, -3, 127}, 0.5F, 1)));
  cases.push_back(unary("requantize", BuiltinOperator_QUANTIZE, int8({4, -4}, 0.5F), int16({8, -8}, 0.25F)));
  cases.push_back(unary("dequantize", BuiltinOperator_DEQUANTIZE, int8({3, -3}, 0.5F, 1), floats({1, -2})));
}

void addBinary(std::vector<OperatorCase>& cases) {
  const auto none = ActivationFunctionType_NONE;
  cases.push_back(builtinCase("add_broadcast", BuiltinOperator_ADD, {floats({10, 20}, {2, 1}), floats({1, 2, 3})},
                              {floats({11, 12, 13, 21, 22, 23}, {2, 3})}, activation(none)));
  cases.push_back(builtinCase("add_relu6", BuiltinOperator_ADD, {floats({1, 5, -9}), floats({1, 5, 1})},
                              {floats({2, 6, 0})}, activation(ActivationFunctionType_RELU6)));
  cases.push_back(builtinCase("add_scalar", BuiltinOperator_ADD, {floats({1, 2}), constant(floats({10}, {}))},
                              {floats({11, 12})}, activation(none)));
  cases.push_back(builtinCase("add_int8", BuiltinOperator_ADD, {int8({3, 5}), int8({1, 1})}, {int8({2, 3}, 2.0F)},
                              activation(none)));
  cases.push_back(builtinCase("add_int16", BuiltinOperator_ADD, {int16({300, 5}), int16({100, 1})},
                              {int16({200, 3}, 2.0F)}, activation(none)));
  cases.push_back(
      builtinCase("add_n", BuiltinOperator_ADD_N, {floats({1, 2}), floats({3, 4}), floats({5, 6})}, {floats({9, 12})}));
  const auto sub = with(BuiltinOptions_SubOptions, [](Builder& b) { return CreateSubOptions(b); });
  cases.push_back(builtinCase("sub", BuiltinOperator_SUB, {floats({5, 1}), floats({2, 4})}, {floats({3, -3})}, sub));
  cases.push_back(
      builtinCase("sub_int8", BuiltinOperator_SUB, {int8({9, 5}), int8({1, 1})}, {int8({4, 2}, 2.0F)}, sub));
  const auto mul = with(BuiltinOptions_MulOptions, [](Builder& b) { return CreateMulOptions(b); });
  cases.push_back(builtinCase("mul", BuiltinOperator_MUL, {floats({5, 1}), floats({2, 4})}, {floats({10, 4})}, mul));
  cases.push_back(builtinCase("mul_int8", BuiltinOperator_MUL, {int8({2, 3}, 0.5F), int8({2, -2}, 0.5F)},
                              {int8({4, -6}, 0.25F)}, mul));
  cases.push_back(builtinCase("mul_int32", BuiltinOperator_MUL, {int32({7, -3}), int32({6})}, {int32({42, -18})}, mul));
  const auto div = with(BuiltinOptions_DivOptions, [](Builder& b) { return CreateDivOptions(b); });
  cases.push_back(builtinCase("div", BuiltinOperator_DIV, {floats({6, 1}), floats({3, 4})}, {floats({2, 0.25})}, div));
  cases.push_back(builtinCase("maximum", BuiltinOperator_MAXIMUM, {int32({1, 5}), int32({3})}, {int32({3, 5})}));
  cases.push_back(builtinCase("minimum", BuiltinOperator_MINIMUM, {int32({1, 5}), int32({3})}, {int32({1, 3})}));
  cases.push_back(builtinCase("squared_difference", BuiltinOperator_SQUARED_DIFFERENCE,
                              {floats({5, 1}), floats({2, 4})}, {floats({9, 9})}));
  cases.push_back(
      builtinCase("floor_div", BuiltinOperator_FLOOR_DIV, {floats({7, -7}), floats({2})}, {floats({3, -4})}));
  cases.push_back(
      builtinCase("floor_mod", BuiltinOperator_FLOOR_MOD, {floats({7, -7}), floats({3})}, {floats({1, 2})}));
  cases.push_back(builtinCase("logical_and", BuiltinOperator_LOGICAL_AND, {bools({1, 1, 0}), bools({1, 0, 0})},
                              {bools({1, 0, 0})}));
  cases.push_back(
      builtinCase("logical_or", BuiltinOperator_LOGICAL_OR, {bools({1, 1, 0}), bools({1, 0, 0})}, {bools({1, 1, 0})}));
  cases.push_back(builtinCase("prelu", BuiltinOperator_PRELU,
                              {floats({-2, 3, -4, 5}, {1, 1, 2, 2}), constant(floats({0.5, 2}, {1, 1, 2}))},
                              {floats({-1, 3, -2, 5}, {1, 1, 2, 2})}));
  cases.push_back(builtinCase("select_v2", BuiltinOperator_SELECT_V2,
                              {bools({1, 0}, {2, 1}), floats({1, 2}), floats({9})}, {floats({1, 2, 9, 9}, {2, 2})}));
}

void addComparisons(std::vector<OperatorCase>& cases) {
  const auto compare = [&](const std::string& name, BuiltinOperator op, const Values& result) {
    cases.push_back(builtinCase(name, op, {int32({1, 2, 3}), int32({2})}, {result}));
    // At scales 1/4 and 1/2 these are the halves of the same numbers.
    cases.push_back(builtinCase(name + "_int8", op, {int8({2, 4, 6}, 0.25F), int8({2, 2, 2}, 0.5F)}, {result}));
  };
  compare("equal", BuiltinOperator_EQUAL, bools({0, 1, 0}));
  compare("not_equal", BuiltinOperator_NOT_EQUAL, bools({1, 0, 1}));
  compare("greater", BuiltinOperator_GREATER, bools({0, 0, 1}));
  compare("greater_equal", BuiltinOperator_GREATER_EQUAL, bools({0, 1, 1}));
  compare("less", BuiltinOperator_LESS, bools({1, 0, 0}));
  compare("less_equal", BuiltinOperator_LESS_EQUAL, bools({1, 1, 0}));
}

} // namespace

std::vector<OperatorCase> elementwiseCases() {
  std::vector<OperatorCase> cases;
  addUnary(cases);
  addConversions(cases);
  addBinary(cases);
  addComparisons(cases);
  return cases;
}

} // namespace arenascope::test
