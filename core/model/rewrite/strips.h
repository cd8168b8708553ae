// Computing a chain of operators strip by strip, so that its largest tensors never exist whole: what the graph becomes.
// The results stay the same bit for bit: each strip takes the rows that it needs (neighbours share some), borders that
// an operator adds are put there by a PAD of their own, and the weights stay the same tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

// Operators of the main graph, by number; both ends belong to it.
struct Region {
  std::int32_t first = 0;
  std::int32_t last = 0;
  bool operator==(const Region&) const = default;
};

struct StripCut {
  Region region;
  std::int32_t strips = 2;
  // The last rows first: then what has been read is at the end of the input, and the output can take its place there.
  bool fromEnd = false;
  bool operator==(const StripCut&) const = default;
};

// The most strips: the interpreter joins no more tensors at once.
inline constexpr std::int32_t kMostStrips = 10;

// Every chain that can be computed by strips: one tensor leaves it, and all that it takes in stays as it is. In order
// of their first operator.
std::vector<Region> regionsOf(const model::Graph& model);

// A tensor that the model did not have.
struct NewTensor {
  std::int32_t like = -1; // a tensor of the model whose quantization it has; -1: none
  std::string name;
  model::Type type = model::Type::kInt32;
  std::vector<std::int32_t> shape;
  std::vector<std::uint8_t> data = {}; // of a constant
  std::int32_t whole = -1;             // a tensor of the model that it can lie in, since these are rows of it,
  std::int64_t offset = 0;             // so many bytes from its beginning; -1: none
};

// What cuts tensors and joins them; numbered as TensorFlow Lite's operators are.
enum class NewOperator : std::uint8_t { kConcatenation = 2, kPad = 34, kPadV2 = 60, kSplitV = 102 };

struct GraphOperator {
  std::int32_t original = -1; // operator of the model that it stands for; -1: a new one, which `code` names
  bool isChanged = false;     // of an original one: it has other tensors, and is without borders (VALID)
  NewOperator code = NewOperator::kConcatenation;
  std::vector<std::int32_t> inputs = {}; // tensors; from the number of the model's tensors on: new ones
  std::vector<std::int32_t> outputs = {};
};

// Tensors of the model.
struct GraphEnds {
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;
};

// The main graph as it becomes.
struct StripGraph {
  std::vector<NewTensor> tensors;
  std::vector<GraphOperator> operators;
  std::optional<GraphEnds> ends = std::nullopt; // where they are not the model's own
};

// Regions must be some of regionsOf(), in order and apart from each other. Nothing where one cannot be cut so often: it
// has fewer rows, or a strip takes rows from more places than can be joined.
std::optional<StripGraph> cutIntoStrips(const model::Graph& model, const std::vector<StripCut>& cuts);

} // namespace arenascope::rewrite
