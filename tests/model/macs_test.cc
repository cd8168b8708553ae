#include "core/model/graph/macs.h"

#include <gtest/gtest.h>

namespace arenascope::model {
namespace {

using Shape = std::vector<std::int32_t>;

std::uint64_t macs(const std::string& name, const std::vector<Shape>& inputs, const Shape& output) {
  SubgraphInfo subgraph;
  OperatorInfo op;
  op.name = name;
  const auto add = [&](const Shape& shape) {
    TensorInfo tensor;
    tensor.shape = shape;
    subgraph.tensors.push_back(tensor);
    return TensorId(subgraph.tensors.size() - 1);
  };
  for (const Shape& shape : inputs) op.inputs.push_back(add(shape));
  op.outputs = {add(output)};
  return countMacs(subgraph, op);
}

TEST(MacsTest, LayersWithWeights) {
  EXPECT_EQ(macs("CONV_2D", {{1, 8, 8, 3}, {16, 3, 3, 3}}, {1, 8, 8, 16}), 8U * 8 * 16 * 27);
  EXPECT_EQ(macs("DEPTHWISE_CONV_2D", {{1, 8, 8, 3}, {1, 3, 3, 3}}, {1, 8, 8, 3}), 8U * 8 * 3 * 9);
  EXPECT_EQ(macs("FULLY_CONNECTED", {{2, 10}, {5, 10}}, {2, 5}), 2U * 5 * 10);
  EXPECT_EQ(macs("SVDF", {{1, 4}, {6, 4}, {6, 3}}, {1, 6}), 6U * 4 + 6 * 3);
  // Each of 4x4x3 input numbers takes part in 2x2x5 products.
  EXPECT_EQ(macs("TRANSPOSE_CONV", {{4}, {5, 2, 2, 3}, {1, 4, 4, 3}}, {1, 8, 8, 5}), 4U * 4 * 3 * 2 * 2 * 5);
}

TEST(MacsTest, RecurrentLayersTakeEveryStep) {
  // 7 steps, 4 gates of 6 cells, each from 3 inputs and 6 states.
  EXPECT_EQ(macs("UNIDIRECTIONAL_SEQUENCE_LSTM", {{1, 7, 3}}, {1, 7, 6}), 7U * 4 * 6 * (3 + 6));
}

TEST(MacsTest, MatricesAndTheirTransposesCostTheSame) {
  EXPECT_EQ(macs("BATCH_MATMUL", {{2, 3, 4}, {2, 4, 5}}, {2, 3, 5}), 2U * 3 * 4 * 5);
  EXPECT_EQ(macs("BATCH_MATMUL", {{2, 4, 3}, {2, 4, 5}}, {2, 3, 5}), 2U * 3 * 4 * 5);
}

TEST(MacsTest, OthersHaveNone) {
  EXPECT_EQ(macs("ADD", {{4}, {4}}, {4}), 0U);
  EXPECT_EQ(macs("CONV_2D", {{4}}, {4}), 0U);
}

} // namespace
} // namespace arenascope::model
