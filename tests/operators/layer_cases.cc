// Operators with weights or windows.
#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

using namespace schema;

MakeOptions pool(Padding padding, int stride, int size) {
  return with(BuiltinOptions_Pool2DOptions,
              [=](Builder& b) { return CreatePool2DOptions(b, padding, stride, stride, size, size); });
}

void addPools(std::vector<OperatorCase>& cases) {
  const Values image = floats({1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 3, 3, 1});
  // The last column and row average fewer values.
  cases.push_back(builtinCase("average_pool_2d", BuiltinOperator_AVERAGE_POOL_2D, {image},
                              {floats({3, 4.5, 7.5, 9}, {1, 2, 2, 1})}, pool(Padding_SAME, 2, 2)));
  cases.push_back(builtinCase("max_pool_2d", BuiltinOperator_MAX_POOL_2D, {image}, {floats({5, 6, 8, 9}, {1, 2, 2, 1})},
                              pool(Padding_VALID, 1, 2)));
  cases.push_back(builtinCase("l2_pool_2d", BuiltinOperator_L2_POOL_2D, {floats({3, 4, 0, 0}, {1, 2, 2, 1})},
                              {floats({2.5}, {1, 1, 1, 1})}, pool(Padding_VALID, 1, 2)));
  cases.push_back(builtinCase("l2_normalization", BuiltinOperator_L2_NORMALIZATION, {floats({3, 4}, {1, 2})},
                              {floats({0.6, 0.8}, {1, 2})},
                              with(BuiltinOptions_L2NormOptions, [](Builder& b) { return CreateL2NormOptions(b); })));
}

void addConvolutions(std::vector<OperatorCase>& cases) {
  const auto conv = [](Padding padding) {
    return with(BuiltinOptions_Conv2DOptions, [padding](Builder& b) { return CreateConv2DOptions(b, padding, 1, 1); });
  };
  const Values ones = constant(floats({1, 1, 1, 1}, {1, 2, 2, 1}));
  const Values image = floats({1, 2, 3, 4}, {1, 2, 2, 1});
  cases.push_back(builtinCase("conv_2d", BuiltinOperator_CONV_2D, {image, ones, constant(floats({100}))},
                              {floats({110, 106, 107, 104}, {1, 2, 2, 1})}, conv(Padding_SAME)));
  cases.push_back(
      builtinCase("conv_2d_int8", BuiltinOperator_CONV_2D,
                  {int8({3, 5, 7, 9}, 0.5F, 1, {1, 2, 2, 1}), constant(int8({2, 2, 2, 2}, 0.5F, 0, {1, 2, 2, 1})),
                   constant(quantized(TensorType_INT32, {4}, 0.25F, 0))},
                  {int8({11}, 1.0F, 0, {1, 1, 1, 1})}, conv(Padding_VALID)));
  cases.push_back(builtinCase("depthwise_conv_2d", BuiltinOperator_DEPTHWISE_CONV_2D,
                              {floats({1, 10, 2, 20}, {1, 1, 2, 2}), constant(floats({1, 2, 1, 2}, {1, 1, 2, 2})),
                               constant(floats({100, 200}))},
                              {floats({103, 260}, {1, 1, 1, 2})},
                              with(BuiltinOptions_DepthwiseConv2DOptions, [](Builder& b) {
                                return CreateDepthwiseConv2DOptions(b, Padding_VALID, 1, 1, 1);
                              })));
  // Each input number puts its multiple of the filter on the output; in the middle two overlap.
  cases.push_back(
      builtinCase("transpose_conv", BuiltinOperator_TRANSPOSE_CONV,
                  {constant(int32({1, 1, 3, 1})), constant(floats({1, 3}, {1, 1, 2, 1})), floats({1, 2}, {1, 1, 2, 1})},
                  {floats({1, 5, 6}, {1, 1, 3, 1})}, with(BuiltinOptions_TransposeConvOptions, [](Builder& b) {
                    return CreateTransposeConvOptions(b, Padding_VALID, 1, 1);
                  })));
}

void addProducts(std::vector<OperatorCase>& cases) {
  const auto dense =
      with(BuiltinOptions_FullyConnectedOptions, [](Builder& b) { return CreateFullyConnectedOptions(b); });
  cases.push_back(
      builtinCase("fully_connected", BuiltinOperator_FULLY_CONNECTED,
                  {floats({1, 2}, {1, 2}), constant(floats({1, 1, 2, 0, 0, 3}, {3, 2})), constant(floats({0, 0, 1}))},
                  {floats({3, 2, 7}, {1, 3})}, dense));
  cases.push_back(builtinCase("fully_connected_int16", BuiltinOperator_FULLY_CONNECTED,
                              {int16({100, 200}, 0.5F, {1, 2}), constant(int8({1, 1}, 0.5F, 0, {1, 2})), absent()},
                              {int16({75}, 1.0F, {1, 1})}, dense));
  cases.push_back(builtinCase(
      "batch_matmul", BuiltinOperator_BATCH_MATMUL, {floats({1, 2, 3, 4}, {2, 2}), floats({5, 6, 7, 8}, {2, 2})},
      {floats({17, 23, 39, 53}, {2, 2})},
      with(BuiltinOptions_BatchMatMulOptions, [](Builder& b) { return CreateBatchMatMulOptions(b, false, true); })));
}

// One step of each, from a state of zeros.
void addRecurrent(std::vector<OperatorCase>& cases) {
  // The newest of two memory cells of each filter has weight 2: 2 · (1·3 + 1·4) and 2 · (2·3 + 0·4), plus the bias.
  cases.push_back(
      builtinCase("svdf", BuiltinOperator_SVDF,
                  {floats({3, 4}, {1, 2}), constant(floats({1, 1, 2, 0}, {2, 2})),
                   constant(floats({5, 2, 5, 2}, {2, 2})), constant(floats({1, 0})), variable(floats({}, {1, 4}))},
                  {floats({15, 12}, {1, 2})},
                  with(BuiltinOptions_SVDFOptions, [](Builder& b) { return CreateSVDFOptions(b, 1); })));
  // Weights are 0 and biases decide: gates are all open (sigmoid of 100 is 1) but for the candidate, which is 0 in the
  // first cell and 1 in the second. The cell state of the second goes 1, 2, ... until tanh of it is 1; after one step
  // the output gate, closed in the second cell, leaves nothing.
  const Values zeros = constant(floats({0, 0}, {2, 1}));
  const Values recurrent = constant(floats({0, 0, 0, 0}, {2, 2}));
  const Values open = constant(floats({100, 100}));
  const std::vector<Values> inputs = {floats({1}, {1, 1, 1}),
                                      zeros,
                                      zeros,
                                      zeros,
                                      zeros,
                                      recurrent,
                                      recurrent,
                                      recurrent,
                                      recurrent,
                                      absent(),
                                      absent(),
                                      absent(),
                                      open,
                                      open,
                                      constant(floats({0, 100})),
                                      constant(floats({100, -1000})),
                                      absent(),
                                      absent(),
                                      variable(floats({}, {1, 2})),
                                      variable(floats({}, {1, 2})),
                                      absent(),
                                      absent(),
                                      absent(),
                                      absent()};
  cases.push_back(builtinCase("unidirectional_sequence_lstm", BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, inputs,
                              {floats({0, 0}, {1, 1, 2})},
                              with(BuiltinOptions_UnidirectionalSequenceLSTMOptions, [](Builder& b) {
                                return CreateUnidirectionalSequenceLSTMOptions(b, ActivationFunctionType_TANH);
                              })));
}

} // namespace

std::vector<OperatorCase> layerCases() {
  std::vector<OperatorCase> cases;
  addPools(cases);
  addConvolutions(cases);
  addProducts(cases);
  addRecurrent(cases);
  return cases;
}

} // namespace arenascope::test
