#include "core/model/validate/operator_rules.h"

#include <fmt/format.h>

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::model {

namespace {

std::string textOf(const ops::Range& range) {
  if (range.high >= ops::kMany) return fmt::format("at least {}", range.low);
  return range.low == range.high ? std::to_string(range.low) : fmt::format("{} to {}", range.low, range.high);
}

const ops::Rule* ruleOf(const Operator& op) {
  const ops::Operator* known = op.isCustom ? nullptr : ops::findOperator(op.name);
  return known == nullptr ? nullptr : &known->rule;
}

// Of types that converters write and no kernel takes.
std::string whatToDo(Type type) {
  switch (type) {
  case Type::kFloat16:
  case Type::kBfloat16:
    return "; float16 quantization is for GPUs: convert without supported_types = [tf.float16], in int8 or in float32";
  case Type::kUint8:
    return ", the type of models quantized by TensorFlow 1; TFLM's kernels have been int8 since 2021: convert again "
           "with TensorFlow 2 and full integer quantization";
  case Type::kFloat64: return "; convert in float32";
  default: return {};
  }
}

std::optional<std::string> wrongData(const ops::Rule& rule, const Subgraph& subgraph, const Operator& op) {
  const std::int32_t index = op.input(static_cast<std::size_t>(rule.data));
  if (index < 0) return std::nullopt;
  const Tensor& tensor = subgraph.tensors[static_cast<std::size_t>(index)];
  const std::string input = fmt::format("input {} (tensor {}) ", rule.data, index);
  if ((rule.types >> static_cast<unsigned>(tensor.type) & 1) == 0)
    return "does not support data of type " + typeName(tensor.type) + ": " + input + "has it" + whatToDo(tensor.type);
  if (const auto rank = static_cast<std::uint32_t>(tensor.shape.size()); !rule.rank.holds(rank))
    return fmt::format("takes data of rank {}; {}has rank {}", textOf(rule.rank), input, rank);
  return std::nullopt;
}

} // namespace

std::optional<std::string> brokenRule(const Subgraph& subgraph, const Operator& op) {
  const ops::Rule* rule = ruleOf(op);
  if (rule == nullptr) return std::nullopt;
  if (!rule->inputs.holds(static_cast<std::uint32_t>(op.inputs.size())))
    return fmt::format("has {} inputs; it takes {}", op.inputs.size(), textOf(rule->inputs));
  if (!rule->outputs.holds(static_cast<std::uint32_t>(op.outputs.size())))
    return fmt::format("has {} outputs; it gives {}", op.outputs.size(), textOf(rule->outputs));
  return wrongData(*rule, subgraph, op);
}

} // namespace arenascope::model
