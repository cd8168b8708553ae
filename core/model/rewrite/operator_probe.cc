#include "core/model/rewrite/operator_probe.h"

#include <fmt/format.h>

#include <set>

namespace arenascope::rewrite {

namespace {

// Of a main graph or a subgraph.
template <typename Part>
std::vector<std::string> namesIn(const model::Graph& model, const Part& graph,
                                 const std::vector<std::string>& operators) {
  const std::size_t old = model.main().tensors.size();
  std::vector<std::string> names;
  for (const GraphOperator& op : graph.operators) {
    std::string name = op.original < 0 ? fmt::format("new {}", static_cast<int>(op.code))
                                       : operators[static_cast<std::size_t>(op.original)];
    if (op.isChanged) name += op.padding == model::Window::Padding::kSame ? " with SAME" : " without borders";
    for (const std::int32_t input : op.inputs)
      if (input >= 0 && static_cast<std::size_t>(input) >= old)
        for (const std::uint8_t byte : graph.tensors[static_cast<std::size_t>(input) - old].data)
          name += fmt::format(" {}", byte);
    names.push_back(std::move(name));
  }
  return names;
}

} // namespace

StripGraph onlyOperators(const model::SubgraphInfo& main, std::span<const std::int32_t> operators) {
  StripGraph graph{.tensors = {}, .operators = {}, .ends = GraphEnds{}};
  std::set<TensorId> known; // came in, or were made
  for (const std::int32_t number : operators) {
    const model::OperatorInfo& op = main.operators[static_cast<std::size_t>(number)];
    for (const TensorId input : op.inputs) {
      if (!input.isThere()) continue;
      const model::TensorInfo& tensor = main.tensors[input.position()];
      if (tensor.constantBytes == 0 && !tensor.isVariable && known.insert(input).second)
        graph.ends->inputs.push_back(input.value);
    }
    for (const TensorId output : op.outputs)
      if (output.isThere() && known.insert(output).second) graph.ends->outputs.push_back(output.value);
    graph.operators.push_back({.original = number});
  }
  return graph;
}

std::vector<std::string> namesOf(const model::Graph& model, const StripGraph& graph,
                                 const std::vector<std::string>& operators) {
  return namesIn(model, graph, operators);
}
std::vector<std::string> namesOf(const model::Graph& model, const StripBody& body,
                                 const std::vector<std::string>& operators) {
  return namesIn(model, body, operators);
}

} // namespace arenascope::rewrite
