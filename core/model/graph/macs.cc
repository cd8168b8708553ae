#include "core/model/graph/macs.h"

#include <algorithm>

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::model {

namespace {

// The shapes of an operator's tensors; of one that is absent: no dimensions.
struct Shapes {
  const SubgraphInfo& subgraph;
  const OperatorInfo& op;

  const std::vector<std::int32_t>& input(std::size_t slot) const { return shape(op.inputs, slot); }
  const std::vector<std::int32_t>& output() const { return shape(op.outputs, 0); }
  const std::vector<std::int32_t>& shape(const std::vector<TensorId>& tensors, std::size_t slot) const {
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

std::uint64_t filterMacs(ops::Macs way, const Shapes& shapes) {
  const auto& filter = shapes.input(1);
  if (filter.size() != 4) return 0;
  const std::uint64_t area = size(filter, 1) * size(filter, 2);
  switch (way) {
  case ops::Macs::kConvolution: return elementCount(shapes.output()) * area * size(filter, 3);
  case ops::Macs::kDepthwise: return elementCount(shapes.output()) * area;
  // Its third input is what a convolution has as output.
  case ops::Macs::kTransposed: return elementCount(shapes.input(2)) * size(filter, 0) * area;
  default: return 0;
  }
}

std::uint64_t matrixMacs(ops::Macs way, const Shapes& shapes) {
  const auto& weights = shapes.input(1);
  if (weights.size() != 2) return 0;
  return way == ops::Macs::kSvdf ? elementCount(weights) + elementCount(shapes.input(2))
                                 : elementCount(shapes.output()) * size(weights, 1);
}

} // namespace

std::uint64_t elementCount(const std::vector<std::int32_t>& shape) {
  std::uint64_t elements = 1;
  for (const std::int32_t size : shape) elements *= static_cast<std::uint64_t>(std::max(size, 0));
  return elements;
}

std::uint64_t countMacs(const SubgraphInfo& subgraph, const OperatorInfo& op) {
  const Shapes shapes{subgraph, op};
  const ops::Operator* known = ops::findOperator(op.name);
  switch (known == nullptr ? ops::Macs::kNone : known->macs) {
  case ops::Macs::kNone: return 0;
  case ops::Macs::kConvolution:
  case ops::Macs::kDepthwise:
  case ops::Macs::kTransposed: return filterMacs(known->macs, shapes);
  case ops::Macs::kFullyConnected:
  case ops::Macs::kSvdf: return matrixMacs(known->macs, shapes);
  case ops::Macs::kLstm: return lstmMacs(shapes);
  case ops::Macs::kMatrices: return batchMatmulMacs(shapes);
  }
  return 0;
}

} // namespace arenascope::model
