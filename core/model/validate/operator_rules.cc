#include "core/model/validate/operator_rules.h"

#include <fmt/format.h>

#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/schema/access.h"
#include "core/model/flatbuffer/tensor_types.h"

namespace arenascope::model {

using schema::count;

namespace {

std::string textOf(const ops::Range& range) {
  if (range.high >= ops::kMany) return fmt::format("at least {}", range.low);
  return range.low == range.high ? std::to_string(range.low) : fmt::format("{} to {}", range.low, range.high);
}

const ops::Rule* ruleOf(schema::BuiltinOperator code) {
  for (const ops::Operator& op : ops::kOperators)
    if (op.code == code) return &op.rule;
  return nullptr;
}

// Of types that converters write and no kernel takes.
std::string whatToDo(schema::TensorType type) {
  switch (type) {
  case schema::TensorType_FLOAT16:
  case schema::TensorType_BFLOAT16:
    return "; float16 quantization is for GPUs: convert without supported_types = [tf.float16], in int8 or in float32";
  case schema::TensorType_UINT8:
    return "; models quantized by TensorFlow 1 are so, and TFLM's kernels are int8 since 2021: convert again with "
           "TensorFlow 2 and full integer quantization";
  case schema::TensorType_FLOAT64: return "; convert in float32";
  default: return {};
  }
}

std::optional<std::string> wrongData(const ops::Rule& rule, const schema::SubGraph& subgraph,
                                     const schema::Operator& op) {
  if (static_cast<std::uint32_t>(rule.data) >= count(op.inputs())) return std::nullopt;
  const std::int32_t index = op.inputs()->Get(static_cast<std::uint32_t>(rule.data));
  if (index < 0) return std::nullopt;
  const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<std::uint32_t>(index));
  const std::string input = fmt::format("input {} (tensor {}) ", rule.data, index);
  if ((rule.types >> tensor.type() & 1) == 0)
    return "takes no data of type " + typeName(tensor.type()) + ": " + input + "has it" + whatToDo(tensor.type());
  if (const std::uint32_t rank = count(tensor.shape()); !rule.rank.holds(rank))
    return fmt::format("takes data of rank {}, {}has rank {}", textOf(rule.rank), input, rank);
  return std::nullopt;
}

} // namespace

std::optional<std::string> brokenRule(const schema::Model& model, const schema::SubGraph& subgraph,
                                      const schema::Operator& op) {
  const ops::Rule* rule = ruleOf(schema::builtinOperator(*model.operator_codes()->Get(op.opcode_index())));
  if (rule == nullptr) return std::nullopt;
  if (!rule->inputs.holds(count(op.inputs())))
    return fmt::format("has {} inputs, it takes {}", count(op.inputs()), textOf(rule->inputs));
  if (!rule->outputs.holds(count(op.outputs())))
    return fmt::format("has {} outputs, it gives {}", count(op.outputs()), textOf(rule->outputs));
  return wrongData(*rule, subgraph, op);
}

} // namespace arenascope::model
