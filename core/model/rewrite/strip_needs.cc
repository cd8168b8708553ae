#include "core/model/rewrite/strip_needs.h"

#include <algorithm>

namespace arenascope::rewrite {

StripNeeds::StripNeeds(const MainGraph& graph, const StripCut& cut) : graph_(graph), cut_(cut) {
  if (cut.passesFrom >= 0 && cut.strips > 0 && isUniform()) findPassed();
}

bool StripNeeds::isMade(std::int32_t tensor) const {
  for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i)
    if (graph_.outputOf(i) == tensor) return true;
  return false;
}

Rows StripNeeds::inputRows(std::int32_t op, std::int32_t tensor, const Rows& output) const {
  const Rows needed = graph_.rule(op).needed(output);
  if (isUniform()) return needed;
  return {std::max(0, needed.begin), std::min(heightOf(graph_.tensor(tensor)), needed.end)};
}

std::map<std::int32_t, Rows> StripNeeds::of(const Rows& strip) const {
  std::map<std::int32_t, Rows> needs = {{graph_.outputOf(cut_.region.last), strip}};
  for (std::int32_t i = cut_.region.last; i >= cut_.region.first; --i) {
    const std::int32_t output = graph_.outputOf(i);
    for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
      if (!graph_.rule(i).sliced[n]) continue;
      const std::int32_t tensor = graph_.op(i).inputs[n];
      needs[tensor] = hull(needs[tensor], inputRows(i, tensor, made(output, needs[output])));
    }
  }
  return needs;
}

Rows StripNeeds::made(std::int32_t tensor, const Rows& needed) const {
  const auto rows = newRows_.find(tensor);
  return rows == newRows_.end() ? needed : Rows{needed.end - rows->second, needed.end};
}

std::vector<std::pair<std::int32_t, Rows>> StripNeeds::passedBy(const Rows& strip) const {
  std::vector<std::pair<std::int32_t, Rows>> rows;
  const std::map<std::int32_t, Rows> needs = of(strip);
  for (const std::int32_t tensor : passed_) {
    const Rows& all = needs.at(tensor);
    rows.push_back({tensor, {all.begin + newRows_.at(tensor), all.end}});
  }
  return rows;
}

std::int32_t StripNeeds::stripsBefore() const {
  std::int32_t strips = 0;
  const std::map<std::int32_t, Rows> needs = of(firstStrip());
  for (const auto& [tensor, rows] : newRows_) strips = std::max(strips, (needs.at(tensor).end + rows - 1) / rows - 1);
  return strips;
}

Rows StripNeeds::firstStrip() const {
  return {0, heightOf(graph_.tensor(graph_.outputOf(cut_.region.last))) / cut_.strips};
}

// Where windows of neighbours overlap, the shortest rows are passed that these are made of.
void StripNeeds::findPassed() {
  std::map<std::int32_t, std::int32_t> newRows = {{graph_.outputOf(cut_.region.last), firstStrip().end}};
  for (std::int32_t i = cut_.region.last; i >= cut_.region.first; --i) {
    const RowRule& rule = graph_.rule(i);
    const std::int32_t rows = newRows[graph_.outputOf(i)] * (rule.kind == RowRule::Kind::kWindow ? rule.stride : 1);
    for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n)
      if (rule.sliced[n]) newRows[graph_.op(i).inputs[n]] = rows;
  }
  for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i) {
    const RowRule& rule = graph_.rule(i);
    if (rule.kind != RowRule::Kind::kWindow || rule.height <= rule.stride) continue;
    if (const std::int32_t tensor = shortestBefore(graph_.op(i).inputs[0]); tensor >= 0)
      newRows_[tensor] = newRows.at(tensor);
  }
  for (std::int32_t i = cut_.region.first; i < cut_.passesFrom; ++i) newRows_.erase(graph_.outputOf(i));
  const std::map<std::int32_t, Rows> needs = of(firstStrip());
  std::erase_if(newRows_, [&](const auto& each) { return needs.at(each.first).count() <= each.second; });
  for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i)
    if (newRows_.contains(graph_.outputOf(i))) passed_.push_back(graph_.outputOf(i));
}

// A tensor with the shortest rows of this one and those that it is computed from row by row; -1: it comes from outside.
std::int32_t StripNeeds::shortestBefore(std::int32_t tensor) const {
  std::int32_t shortest = tensor;
  for (std::int32_t i = cut_.region.last; i >= cut_.region.first; --i) {
    if (graph_.outputOf(i) != tensor) continue;
    const RowRule& rule = graph_.rule(i);
    const bool isRowByRow = rule.kind == RowRule::Kind::kWindow && rule.height == 1 && rule.stride == 1;
    const bool isBorder = rule.kind == RowRule::Kind::kBorder;
    const bool isSame =
        rule.kind == RowRule::Kind::kSame && std::count(rule.sliced.begin(), rule.sliced.end(), true) == 1;
    if (rule.kind == RowRule::Kind::kPlanes && shortest == tensor) return -1;
    if (!isRowByRow && !isBorder && !(isSame && rule.sliced[0])) break;
    tensor = graph_.op(i).inputs[0];
    if (rowBytes(graph_.tensor(tensor)) < rowBytes(graph_.tensor(shortest))) shortest = tensor;
  }
  return isMade(shortest) ? shortest : -1;
}

std::vector<std::int32_t> operatorsThatPass(const model::Graph& model, const Region& region) {
  const MainGraph graph(model);
  const StripCut all{.region = region, .strips = 1, .edges = StripCut::Edges::kTogether, .passesFrom = region.first};
  const StripNeeds needs(graph, all);
  std::vector<std::int32_t> operators;
  for (std::int32_t i = region.first; i <= region.last; ++i)
    if (std::count(needs.passed().begin(), needs.passed().end(), graph.outputOf(i)) > 0) operators.push_back(i);
  return operators;
}

} // namespace arenascope::rewrite
