// A model's graph, independent of its file format: subgraphs of tensors and operators, and their shared constants.
// Plain data. Texts and numbers are views of the file's bytes, which must outlive the graph; every index is in
// range. All other guarantees come from the validator (core/model/validate).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/model/graph/architecture_note.h"
#include "core/model/graph/operator_option.h"
#include "core/model/graph/overlap_note.h"
#include "core/model/graph/quantization_note.h"
#include "core/model/graph/tensor_types.h"

namespace arenascope::model {

using ConstantId = Id<struct ConstantTag>; // in the model

struct Quantization {
  std::span<const float> scales; // none, one, or one for each slice along the dimension
  std::int64_t zeroPoint = 0;    // the first
  bool zeroPointsAreZero = true; // all of them
  std::int32_t dimension = 0;
};

struct Tensor {
  std::string_view name;
  Type type = Type::kFloat32;
  std::span<const std::int32_t> shape; // empty: a scalar
  ConstantId constant;                 // may be empty; several tensors may share one
  Quantization quantization;
  bool isVariable = false;
  bool isSparse = false;
};

// Options that code outside the kernels asks for.
struct Window {
  enum class Padding : std::uint8_t { kSame, kValid, kUnknown };
  bool isPool = false; // a pool has its size here; a filter's is in its shape
  Padding padding = Padding::kValid;
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t strideHeight = 1;
  std::int32_t strideWidth = 1;
  std::int32_t dilationHeight = 1;
  std::int32_t dilationWidth = 1;
};
struct Join {
  std::int32_t axis = 0; // negative: from the last one
  bool hasActivation = false;
};
struct VariableName {
  std::optional<std::string_view> container;
  std::string_view name;
};
using Options = std::variant<std::monostate, Window, Join, VariableName>;

struct Operator {
  std::string_view name; // "CONV_2D"; a custom operator's own; empty for a code that is not known
  bool isCustom = false; // and says its name
  std::int32_t code = 0; // of TensorFlow Lite's built-in operators
  bool oldCode = false;  // which stands in the file's older field alone
  std::int32_t version = 1;
  Options options;
  std::vector<OperatorOption> optionTexts;     // all of them
  std::span<const std::int32_t> inputs;        // tensors; -1: absent
  std::span<const std::int32_t> outputs;       // tensors
  std::span<const std::int32_t> intermediates; // tensors
  std::vector<SubgraphId> calls;               // IF: then, else; WHILE: condition, body

  bool isBuiltin(std::string_view other) const { return !isCustom && name == other; }
  // The tensor; -1 if absent.
  std::int32_t input(std::size_t slot) const { return slot < inputs.size() ? inputs[slot] : -1; }
};

struct Subgraph {
  std::string_view name;
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::span<const std::int32_t> inputs;
  std::span<const std::int32_t> outputs;
};

// In an offline plan: no offset; the interpreter's planner places the tensor.
inline constexpr std::int32_t kPlacedByPlanner = -1;

struct Graph {
  std::uint32_t version = 0;
  std::string_view description;
  std::vector<Subgraph> subgraphs; // the first is the main one; at least one
  std::vector<std::span<const std::uint8_t>> constants;
  std::vector<std::span<const std::int32_t>> offlinePlans; // each an offset for every tensor of all subgraphs, in order
  std::optional<OverlapNote> overlap;                      // pairs that the plan lets overlap
  std::optional<QuantizationNote> quantized;               // by ArenaScope
  std::optional<ArchitectureNote> architecture;            // with shapes that ArenaScope has changed

  const Subgraph& main() const { return subgraphs.front(); }
  std::span<const std::uint8_t> bytesOf(ConstantId constant) const { return constants[constant.position()]; }
  bool isConstant(const Tensor& tensor) const { return !bytesOf(tensor.constant).empty(); }
};

} // namespace arenascope::model
