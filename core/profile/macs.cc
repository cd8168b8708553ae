#include "core/profile/macs.h"

#include <algorithm>

namespace arenascope::profile {

namespace {

// The shapes of an operator's tensors; of one that is absent: no dimensions.
struct Shapes {
  const SubgraphInfo& subgraph;
  const OperatorInfo& op;

  const std::vector<std::int32_t>& input(std::size_t slot) const { return shape(op.inputs, slot); }
  const std::vector<std::int32_t>& output() const { return shape(op.outputs, 0); }
  const std::vector<std::int32_t>& shape(const std::vector<std::int32_t>& tensors, std::size_t slot) const {
    static const std::vector<std::int32_t> kNone;
    if (slot >= tensors.size() || tensors[slot] < 0) return kNone;
    return subgraph.tensors[static_cast<std::size_t>(tensors[slot])].shape;
  }
};

std::uint64_t size(const std::vector<std::int32_t>& shape, std::size_t d) {
  return static_cast<std::uint64_t>(std::max(shape[d], 0));
}

// Every step takes each cell's four gates through the input's weights and those of the hidden state.
std::uint64_t lstmMacs(const Shapes& shapes) {
  const auto& input = shapes.input(0);
  const auto& output = shapes.output();
  if (input.size() != 3 || output.empty()) return 0;
  const std::uint64_t cells = size(output, output.size() - 1);
  return size(input, 0) * size(input, 1) * 4 * cells * (size(input, 2) + cells);
}

// A matrix of m x k by one of k x n, either of them stored the other way round or not.
std::uint64_t batchMatmulMacs(const Shapes& shapes) {
  const auto& left = shapes.input(0);
  const auto& output = shapes.output();
  if (left.size() < 2 || output.size() < 2) return 0;
  const std::uint64_t rows = size(output, output.size() - 2);
  const std::uint64_t matrix = size(left, left.size() - 2) * size(left, left.size() - 1);
  return rows == 0 ? 0 : elementCount(output) * (matrix / rows);
}

std::uint64_t filterMacs(const std::string& name, const Shapes& shapes) {
  const auto& filter = shapes.input(1);
  const std::uint64_t outputs = elementCount(shapes.output());
  if (filter.size() == 4) {
    if (name == "CONV_2D") return outputs * size(filter, 1) * size(filter, 2) * size(filter, 3);
    if (name == "DEPTHWISE_CONV_2D") return outputs * size(filter, 1) * size(filter, 2);
    // Its third input is what a convolution has as output.
    if (name == "TRANSPOSE_CONV")
      return elementCount(shapes.input(2)) * size(filter, 0) * size(filter, 1) * size(filter, 2);
  }
  if (filter.size() != 2) return 0;
  if (name == "FULLY_CONNECTED") return outputs * size(filter, 1);
  if (name == "SVDF") return elementCount(filter) + elementCount(shapes.input(2));
  return 0;
}

} // namespace

std::uint64_t elementCount(const std::vector<std::int32_t>& shape) {
  std::uint64_t elements = 1;
  for (const std::int32_t size : shape) elements *= static_cast<std::uint64_t>(std::max(size, 0));
  return elements;
}

std::uint64_t countMacs(const SubgraphInfo& subgraph, const OperatorInfo& op) {
  const Shapes shapes{subgraph, op};
  if (op.name == "UNIDIRECTIONAL_SEQUENCE_LSTM") return lstmMacs(shapes);
  if (op.name == "BATCH_MATMUL") return batchMatmulMacs(shapes);
  return filterMacs(op.name, shapes);
}

} // namespace arenascope::profile
