#include "core/model/quantize/scales.h"

#include <algorithm>
#include <numeric>

#include "core/model/quantize/lstm_inputs.h"
#include "core/model/quantize/variables.h"

namespace arenascope::quantize {

namespace {

constexpr float kFixedInt16Scale = 1.0F / 32768;

} // namespace

Scales::Scales(const Draft& draft, const std::vector<bool>& isQuantized, const Ranges& ranges, Numbers numbers)
    : graph_(draft.main()), type_(activationType(numbers)), parents_(graph_.tensors.size()) {
  std::iota(parents_.begin(), parents_.end(), 0);
  const auto forEach = [&](RuleKind kind, auto visit) {
    for (std::size_t i = 0; i < graph_.operators.size(); ++i)
      if (const DraftOperator& op = graph_.operators[i]; isQuantized[i])
        if (const OperatorRule* rule = ruleOf(op.code); rule->kind == kind) visit(op, *rule);
  };
  forEach(RuleKind::kFixed, [&](const DraftOperator& op, const OperatorRule& rule) { fixOutput(op, rule); });
  forEach(RuleKind::kVariable, [&](const DraftOperator& op, const OperatorRule&) { joinVariable(op); });
  forEach(RuleKind::kLstm,
          [&](const DraftOperator& op, const OperatorRule&) { join(op.outputs[0], op.inputs[kLstmHiddenState]); });
  forEach(RuleKind::kSame, [&](const DraftOperator& op, const OperatorRule&) { joinOne(op); });
  forEach(RuleKind::kSame, [&](const DraftOperator& op, const OperatorRule&) { joinSeveral(op); });
  measure(ranges);
}

Scale Scales::of(std::int32_t tensor) const {
  const std::int32_t group = groupOf(tensor);
  if (const auto fixed = fixed_.find(group); fixed != fixed_.end()) return fixed->second;
  const auto range = ranges_.find(group);
  return scaleOf(range == ranges_.end() ? Range() : range->second, type_);
}

Scale Scales::ofVariable(const std::string& name, const Scale& otherwise) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? otherwise : of(found->second);
}

std::int32_t Scales::groupOf(std::int32_t tensor) const {
  while (parents_[static_cast<std::size_t>(tensor)] != tensor) tensor = parents_[static_cast<std::size_t>(tensor)];
  return tensor;
}

void Scales::join(std::int32_t tensor, std::int32_t other) {
  const std::int32_t group = groupOf(tensor);
  const std::int32_t joined = groupOf(other);
  if (group == joined) return;
  if (const auto fixed = fixed_.find(joined); fixed != fixed_.end()) fixed_.try_emplace(group, fixed->second);
  parents_[static_cast<std::size_t>(joined)] = group;
}

bool Scales::isActivation(std::int32_t tensor) const {
  return tensor >= 0 && graph_.at(tensor).isFloat() && !graph_.at(tensor).isConstant();
}

void Scales::fixOutput(const DraftOperator& op, const OperatorRule& rule) {
  fixed_[op.outputs[0]] = type_ == schema::TensorType_INT16 ? Scale{type_, kFixedInt16Scale, 0}
                                                            : Scale{type_, rule.fixedScale, rule.fixedZeroPoint};
}

// An operator with one activation passes its scale on.
void Scales::joinOne(const DraftOperator& op) {
  if (std::count_if(op.inputs.begin(), op.inputs.end(), [&](std::int32_t each) { return isActivation(each); }) != 1)
    return;
  const auto input =
      *std::find_if(op.inputs.begin(), op.inputs.end(), [&](std::int32_t each) { return isActivation(each); });
  for (const std::int32_t output : op.outputs)
    if (isActivation(output)) join(input, output);
}

// One that joins several gives them the output's; an activation with a fixed scale is requantized.
void Scales::joinSeveral(const DraftOperator& op) {
  std::vector<std::int32_t> open;
  std::vector<std::int32_t> fixed;
  for (const std::int32_t input : op.inputs)
    if (isActivation(input)) (fixed_.contains(groupOf(input)) ? fixed : open).push_back(input);
  if (open.size() + fixed.size() < 2) return;
  const bool allAlike = open.empty() && std::all_of(fixed.begin(), fixed.end(),
                                                    [&](std::int32_t each) { return of(each) == of(fixed[0]); });
  for (const std::int32_t input : allAlike ? fixed : open) join(op.outputs[0], input);
}

void Scales::joinVariable(const DraftOperator& op) {
  const std::int32_t tensor = op.code == schema::BuiltinOperator_READ_VARIABLE ? op.outputs[0] : op.inputs[1];
  if (!isActivation(tensor)) return;
  const auto [known, isNew] = variables_.try_emplace(variableOf(graph_, op), tensor);
  if (!isNew) join(known->second, tensor);
}

void Scales::measure(const Ranges& ranges) {
  for (std::size_t t = 0; t < std::min(ranges.size(), parents_.size()); ++t)
    if (ranges[t]) ranges_[groupOf(static_cast<std::int32_t>(t))].take(*ranges[t]);
}

} // namespace arenascope::quantize
