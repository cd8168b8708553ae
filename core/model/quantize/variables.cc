#include "core/model/quantize/variables.h"

#include <algorithm>
#include <set>

namespace arenascope::quantize {

namespace {

bool isVariableOperator(const DraftOperator& op) {
  return op.code == schema::BuiltinOperator_READ_VARIABLE || op.code == schema::BuiltinOperator_ASSIGN_VARIABLE;
}

std::set<std::size_t> initialGraphs(const Draft& draft) {
  std::set<std::size_t> graphs;
  for (const DraftOperator& op : draft.main().operators)
    if (op.code == schema::BuiltinOperator_CALL_ONCE && op.source != nullptr)
      if (const auto* options = op.source->builtin_options_as_CallOnceOptions())
        graphs.insert(static_cast<std::size_t>(options->init_subgraph_index()));
  return graphs;
}

} // namespace

std::string variableOf(const DraftGraph& graph, const DraftOperator& op) {
  for (const DraftOperator& each : graph.operators)
    if (each.code == schema::BuiltinOperator_VAR_HANDLE && !op.inputs.empty() && each.outputs[0] == op.inputs[0] &&
        each.source != nullptr)
      if (const auto* options = each.source->builtin_options_as_VarHandleOptions();
          options != nullptr && options->shared_name() != nullptr)
        return options->shared_name()->str();
  return {};
}

bool areVariablesPlain(const Draft& draft) {
  const std::set<std::size_t> initial = initialGraphs(draft);
  for (std::size_t g = 0; g < draft.graphs.size(); ++g)
    for (const DraftOperator& op : draft.graphs[g].operators) {
      if (!isVariableOperator(op)) continue;
      if (variableOf(draft.graphs[g], op).empty()) return false;
      const bool isInitial = initial.contains(g) && op.code == schema::BuiltinOperator_ASSIGN_VARIABLE &&
                             draft.graphs[g].at(op.inputs[1]).isConstant();
      if (g > 0 && !isInitial) return false;
    }
  return true;
}

} // namespace arenascope::quantize
