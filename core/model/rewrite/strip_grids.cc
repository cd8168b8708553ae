#include "core/model/rewrite/strip_grids.h"

#include <algorithm>
#include <numeric>

#include "core/model/rewrite/border_values.h"

namespace arenascope::rewrite {

namespace {

// Whole pieces of so many rows that contain the rows.
Rows widened(const Rows& rows, std::int32_t piece) {
  const auto below = [piece](std::int32_t row) { return row >= 0 ? row / piece : -((piece - 1 - row) / piece); };
  return {below(rows.begin) * piece, -below(-rows.end) * piece};
}

} // namespace

bool StripGrids::find(const std::vector<Rows>& strips) {
  findCrossings(strips);
  for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i)
    if (!addInputs(i)) return false;
  const std::map<std::int32_t, Rows> first = needs_.of(strips[0]);
  const std::map<std::int32_t, Rows> second = needs_.of(strips[1]);
  return std::all_of(grids_.begin(), grids_.end(), [&](auto& each) {
    auto& [tensor, grid] = each;
    return fit(tensor, grid, first.at(tensor), second.at(tensor));
  });
}

Rows StripGrids::windowOf(const Grid& grid, std::size_t strip) {
  const std::int32_t down = grid.step * static_cast<std::int32_t>(strip);
  return {grid.window.begin + down, grid.window.end + down};
}

std::size_t StripGrids::firstLike(std::size_t strip) const {
  return static_cast<std::size_t>(std::find(isEdge_.begin(), isEdge_.end(), isEdge_[strip]) - isEdge_.begin());
}

// For rows of its output that exist.
bool StripGrids::readsBeyond(std::int32_t op, const Rows& output) const {
  const RowRule& rule = graph_.rule(op);
  if (rule.kind != RowRule::Kind::kWindow && rule.kind != RowRule::Kind::kBorder) return false;
  const Rows there = {std::max(0, output.begin), std::min(heightOf(graph_.tensor(graph_.outputOf(op))), output.end)};
  if (there.count() <= 0) return false;
  const Rows needed = rule.needed(there);
  return needed.begin < 0 || needed.end > heightOf(graph_.tensor(graph_.op(op).inputs[0]));
}

void StripGrids::findCrossings(const std::vector<Rows>& strips) {
  for (const Rows& strip : strips) {
    const std::map<std::int32_t, Rows> needs = needs_.of(strip);
    bool any = false;
    for (std::int32_t i = cut_.region.first; i <= cut_.region.last; ++i) {
      const std::int32_t output = graph_.outputOf(i);
      if (!readsBeyond(i, needs_.made(output, needs.at(output)))) continue;
      crossings_.insert(i);
      any = any || needs_.isMade(graph_.op(i).inputs[0]);
    }
    isEdge_.push_back(any || cut_.edges == StripCut::Edges::kLikeAll);
  }
}

// Those of an operator that come from outside.
bool StripGrids::addInputs(std::int32_t op) {
  const RowRule& rule = graph_.rule(op);
  for (std::size_t n = 0; n < graph_.op(op).inputs.size(); ++n) {
    const std::int32_t tensor = graph_.op(op).inputs[n];
    if (!rule.sliced[n]) {
      if (apart_.contains(tensor)) return false;
      continue;
    }
    const bool isCrossed = crosses(op) && n == 0;
    if (needs_.isMade(tensor)) {
      if (isCrossed && graph_.tensor(tensor).type != model::Type::kInt8) return false;
      continue;
    }
    const auto [known, isNew] = grids_.try_emplace(tensor);
    Grid& grid = known->second;
    const std::int32_t planes = rule.kind == RowRule::Kind::kPlanes ? graph_.tensor(tensor).shape[1] : 0;
    if (!isNew && grid.planes != planes) return false;
    grid.planes = planes;
    grid.height = heightRead(rule, graph_.tensor(tensor));
    grid.rowBytes = rowBytesRead(rule, graph_.tensor(tensor));
    if (!isCrossed) continue;
    if (!grid.beyond.empty() && grid.beyond != valueBeyond(graph_, op)) return false;
    grid.beyond = valueBeyond(graph_, op);
  }
  return true;
}

// Pieces are as large as they may be without much that no strip needs.
bool StripGrids::fit(std::int32_t tensor, Grid& grid, const Rows& first, const Rows& second) const {
  constexpr std::int32_t kMostWaste = 2; // 1 / 2 of what is needed
  grid.step = second.begin - first.begin;
  if (grid.step < 1 || first.count() != second.count()) return false;
  if (grid.planes > static_cast<std::int32_t>(kMostJoined)) return false;
  if (grid.beyond.empty()) grid.beyond.resize(model::elementBytes(graph_.tensor(tensor).type));
  const std::int32_t common = std::gcd(grid.step, grid.height);
  if (const auto known = apart_.find(tensor); known != apart_.end()) {
    grid.rows = known->second.front().rows.count();
    if (grid.planes > 0 || common % grid.rows != 0) return false;
  } else {
    for (grid.rows = common; grid.rows > 1; --grid.rows)
      if (common % grid.rows == 0 && kMostWaste * (widened(first, grid.rows).count() - first.count()) <= first.count())
        break;
  }
  grid.window = widened(first, grid.rows);
  return true;
}

} // namespace arenascope::rewrite
