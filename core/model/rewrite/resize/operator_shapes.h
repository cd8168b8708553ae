// One operator while shapes are carried through a graph: its tensors as they are in the model, the new shapes of its
// inputs, and what a rule (shape_rules.h) makes of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/quantize/draft.h"

namespace arenascope::resize {

using Shape = std::vector<std::int32_t>;

// "1x96x96x3"; "scalar" without dimensions.
std::string textOf(const Shape& shape);
std::int64_t elementsOf(const Shape& shape);

// Of a tensor with a new shape, so that no product of lengths overflows.
inline constexpr std::int64_t kMostElements = 1 << 26;
// A length that fits; std::out_of_range otherwise.
std::int32_t lengthOf(std::int64_t length);

// Heights and widths of the images in the graph so far, each with its new ones: what a size that the model names
// becomes.
class ImageSizes {
public:
  using Size = std::pair<std::int32_t, std::int32_t>;

  // Shapes of a tensor; only those of rank 4 are images.
  void learn(const Shape& before, const Shape& now);
  // Absent: no image has the size, or two such images have different new ones.
  std::optional<Size> newSizeOf(const Size& size) const;

private:
  std::map<Size, std::optional<Size>> sizes_;
};

// A constant of an operator in its new form.
struct NewConstant {
  Shape shape;
  std::vector<std::uint8_t> data = {}; // empty: drawn from the old values
};

// A rule's answer: the reason why the new shapes cannot be carried through the operator. Absent: they are.
using Refusal = std::optional<std::string>;

class OperatorShapes {
public:
  // now: new shapes by tensor of the graph. channels: new output channels of a layer; absent: they stay. All remain as
  // long as this.
  OperatorShapes(const quantize::DraftGraph& graph, const quantize::DraftOperator& op, const std::vector<Shape>& now,
                 const ImageSizes& sizes, std::optional<std::int32_t> channels);

  const quantize::DraftOperator& op() const { return op_; }
  // nullptr without options in the model.
  template <typename Table>
  const Table* options() const {
    return op_.source == nullptr ? nullptr : op_.source->builtin_options_as<Table>();
  }
  const ImageSizes& sizes() const { return sizes_; }
  std::optional<std::int32_t> channels() const { return channels_; }

  std::size_t inputs() const { return op_.inputs.size(); }
  std::size_t outputs() const { return op_.outputs.size(); }
  bool has(std::size_t slot) const { return slot < op_.inputs.size() && op_.inputs[slot] >= 0; }
  // std::out_of_range without such an input: a model may lack what an operator needs.
  const quantize::DraftTensor& input(std::size_t slot) const {
    return graph_.tensors.at(static_cast<std::size_t>(op_.inputs.at(slot)));
  }
  bool isConstant(std::size_t slot) const { return has(slot) && input(slot).isConstant(); }
  const Shape& before(std::size_t slot) const { return input(slot).shape; }
  const Shape& now(std::size_t slot) const { return now_.at(static_cast<std::size_t>(op_.inputs.at(slot))); }
  bool anyChanged() const; // of the inputs
  const Shape& outputBefore(std::size_t output = 0) const { return graph_.at(op_.outputs.at(output)).shape; }

  // A constant of int32 or int64. Absent if it is neither, or computed.
  std::optional<std::vector<std::int64_t>> numbers(std::size_t slot) const;

  // What a rule does. Outputs have their old shape if it gives none.
  void give(Shape shape, std::size_t output = 0) { outputs_.at(output) = std::move(shape); }
  // Numbers of a constant; it keeps its type and shape.
  void setNumbers(std::size_t slot, const std::vector<std::int64_t>& numbers);
  // Weights, biases and other parameters. Refused where the shape differs and the tensor is computed.
  Refusal setWeights(std::size_t slot, Shape shape);
  void setState(std::size_t slot, Shape shape) { states_[slot] = std::move(shape); } // of a variable tensor
  void setOptions(builder::MakeOptions options) { options_ = std::move(options); }
  void note(std::string text) { note_ = std::move(text); } // for a person: what else has changed

  const std::vector<Shape>& given() const { return outputs_; }
  const std::map<std::size_t, NewConstant>& constants() const { return constants_; } // by input
  const std::map<std::size_t, Shape>& states() const { return states_; }             // by input
  const builder::MakeOptions& newOptions() const { return options_; }
  const std::string& noteText() const { return note_; }

private:
  const quantize::DraftGraph& graph_;
  const quantize::DraftOperator& op_;
  const std::vector<Shape>& now_;
  const ImageSizes& sizes_;
  std::optional<std::int32_t> channels_;
  std::vector<Shape> outputs_;
  std::map<std::size_t, NewConstant> constants_;
  std::map<std::size_t, Shape> states_;
  builder::MakeOptions options_;
  std::string note_;
};

} // namespace arenascope::resize
