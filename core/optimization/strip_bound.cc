#include "core/optimization/strip_bound.h"

#include <algorithm>
#include <set>

#include "core/model/rewrite/regions.h"
#include "core/model/rewrite/row_rules.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::optimization {

namespace {

// Those that some chain contains.
std::set<std::int32_t> operatorsInChains(const model::Graph& model) {
  std::set<std::int32_t> operators;
  for (const rewrite::Region& region : rewrite::regionsOf(model))
    for (std::int32_t i = region.first; i <= region.last; ++i) operators.insert(i);
  return operators;
}

// Bytes of the rows that a row of the output is made of; the most of all rows.
std::int64_t mostRowsRead(const WholeGraph& graph, const model::Operator& op, const rewrite::RowRule& rule) {
  std::set<std::int32_t> inputs;
  for (std::size_t n = 0; n < op.inputs.size(); ++n)
    if (rule.sliced[n]) inputs.insert(op.inputs[n]);
  std::int64_t most = 0;
  const std::int32_t height = rewrite::heightOf(graph.tensor(op.outputs[0]));
  for (std::int32_t row = 0; row < height; ++row) {
    const rewrite::Rows needed = rule.needed({row, row + 1});
    std::int64_t bytes = 0;
    for (const std::int32_t t : inputs) {
      const std::int32_t there = rewrite::heightRead(rule, graph.tensor(t));
      const std::int32_t rows = std::min(there, needed.end) - std::max(0, needed.begin);
      bytes += rewrite::rowBytesRead(rule, graph.tensor(t)) * std::max(0, rows);
    }
    most = std::max(most, bytes);
  }
  return most;
}

// Bytes that any strips hold while an operator computes its first row away from the edges, beside the rows that this
// is made of. Rows further on still need theirs, as rows of the operator's input or of a tensor in the chain before it:
// counted as the fewest bytes that any of these has for them.
std::int64_t leastStillToRead(const WholeGraph& graph, const std::set<std::int32_t>& inStrips, std::int32_t op) {
  std::int32_t tensor = graph.op(op).input(0);
  std::optional<rewrite::RowRule> rule = rewrite::rowRuleOf(graph.model(), graph.op(op));
  const std::int32_t height = rewrite::heightRead(*rule, graph.tensor(tensor));
  std::int32_t end = 0; // of what is read at all
  std::int32_t atEdges = 0;
  std::int32_t inside = 0;
  for (std::int32_t row = 0; row < rewrite::heightOf(graph.tensor(graph.op(op).outputs[0])); ++row) {
    const rewrite::Rows needed = rule->needed({row, row + 1});
    ++(needed.begin < 0 || needed.end > height ? atEdges : inside);
    end = std::max(end, needed.end);
  }
  if (inside == 0) return 0;
  double rows = std::min(end, height) - rule->height - atEdges * rule->stride;
  double each = 1; // rows of the tensor for one of the operator's input
  auto fewest = static_cast<double>(rewrite::rowBytesRead(*rule, graph.tensor(tensor)));
  while (graph.firstOf(tensor) >= 0) {
    const model::Operator& maker = graph.op(graph.firstOf(tensor));
    if (!inStrips.contains(graph.firstOf(tensor))) break;
    rule = rewrite::rowRuleOf(graph.model(), maker);
    if (!rule || !rule->sliced[0]) break;
    const std::int32_t step = std::min(rule->stride, rule->height);
    // Borders are not made of anything.
    const bool isBorder = rule->kind == rewrite::RowRule::Kind::kBorder;
    const std::int32_t around = rule->borders.top + rule->borders.bottom;
    rows -= std::max(0, isBorder ? around : around - (rule->height - step)) / each;
    each *= step;
    tensor = maker.inputs[0];
    fewest = std::min(fewest, each * static_cast<double>(rewrite::rowBytesRead(*rule, graph.tensor(tensor))));
  }
  return static_cast<std::int64_t>(std::max(0.0, rows * fewest));
}

} // namespace

std::int64_t leastHeadBytes(const model::Graph& model) {
  const std::vector<OperatorCosts> none(model.main().operators.size());
  const WholeGraph graph(model, none);
  const std::set<std::int32_t> inStrips = operatorsInChains(model);
  std::int64_t least =
      std::max(graph.bytesBeside(-1, 0, {}), graph.bytesBeside(graph.operators(), graph.operators() + 1, {}));
  for (std::int32_t i = 0; i < graph.operators(); ++i) {
    const model::Operator& op = graph.op(i);
    const auto rule = inStrips.contains(i) ? rewrite::rowRuleOf(model, op) : std::nullopt;
    const std::set<std::int32_t> inputs(op.inputs.begin(), op.inputs.end());
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    for (const std::int32_t t : op.outputs) writes += t < 0 ? 0 : graph.bytesInArena(t);
    if (!rule) {
      for (const std::int32_t t : inputs) reads += t < 0 ? 0 : graph.bytesInArena(t);
    } else {
      const std::int32_t parts = rule->kind == rewrite::RowRule::Kind::kPlanes ? 1 : rewrite::kMostColumns;
      writes = rewrite::rowBytes(graph.tensor(op.outputs[0])) / parts;
      reads = mostRowsRead(graph, op, *rule) / parts;
      if (rule->sliced[0]) reads += leastStillToRead(graph, inStrips, i);
    }
    least = std::max({least, reads, writes});
  }
  return least;
}

NoGain whyNoGain(const model::Graph& model, const std::vector<OperatorCosts>& costs) {
  const std::set<std::int32_t> inStrips = operatorsInChains(model);
  const WholeGraph graph(model, costs);
  NoGain answer{.peakOperator = 0};
  for (std::int32_t i = 1; i < graph.operators(); ++i)
    if (graph.needAt(i) > graph.needAt(answer.peakOperator)) answer.peakOperator = i;
  answer.reason = inStrips.empty()                         ? NoGain::Reason::kNoChain
                  : inStrips.contains(answer.peakOperator) ? NoGain::Reason::kTooMuchElse
                                                           : NoGain::Reason::kOutside;
  return answer;
}

} // namespace arenascope::optimization
