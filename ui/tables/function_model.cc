#include "ui/tables/function_model.h"

#include <algorithm>
#include <map>

namespace arenascope::ui {

using run::FunctionCost;

FunctionModel::FunctionModel(QObject* parent)
    : ReportModel({{tr("#"), tr("by cycles")},
                   {tr("function"), tr("of the firmware, without what it calls"), false},
                   {tr("layers"), tr("that spend cycles in it")},
                   {.name = tr("cycles"),
                    .help = tr("processor cycles in it, by the target's timing model"),
                    .adds = true,
                    .bars = true},
                   {tr("share"), tr("share of all cycles of one inference"), true, true},
                   {tr("instructions"), tr("instructions executed in it"), true, true}},
                  parent) {}

void FunctionModel::load() {
  functions_.clear();
  if (report() == nullptr) return;
  std::map<std::string, std::size_t> places;
  for (const FunctionCost& total : functionTotals(*report())) {
    places[total.name] = functions_.size();
    functions_.push_back({.cost = total});
  }
  std::vector<std::uint64_t> most(functions_.size(), 0);
  for (std::size_t row = 0; row < report()->operators.size(); ++row)
    for (const FunctionCost& part : report::byReadableName(report()->operators[row].functions)) {
      const auto place = places.find(part.name);
      if (place == places.end()) continue;
      Function& function = functions_[place->second];
      ++function.layers;
      if (part.cost.cycles <= most[place->second] && function.most >= 0) continue;
      most[place->second] = part.cost.cycles;
      function.most = static_cast<int>(row);
    }
}

void FunctionModel::select(Selection& selection, int row) const {
  const int layer = functions_[static_cast<std::size_t>(row)].most;
  layer < 0 ? selection.clear() : selection.selectOperator(layer);
}

bool FunctionModel::isSelected(const Selection& selection, int row) const {
  if (selection.op() < 0) return false;
  const std::string& name = functions_[static_cast<std::size_t>(row)].cost.name;
  const auto parts = report::byReadableName(report()->operators[static_cast<std::size_t>(selection.op())].functions);
  return std::any_of(parts.begin(), parts.end(), [&](const FunctionCost& part) { return part.name == name; });
}

ReportModel::Cell FunctionModel::cell(int row, int column) const {
  const Function& function = functions_[static_cast<std::size_t>(row)];
  switch (column) {
  case kIndex: return {QString::number(row + 1), row};
  case kName: return words(function.cost.name);
  case kLayers: return number(static_cast<std::uint64_t>(function.layers));
  case kCycles: return number(function.cost.cost.cycles);
  case kInstructions: return number(function.cost.cost.instructions);
  default: break;
  }
  const double share = report()->cost ? report()->cost->percent(function.cost.cost.cycles) : 0;
  return {QStringLiteral("%1 %").arg(share, 0, 'f', 1), share};
}

QVariant FunctionModel::look(int row, int column, int role) const {
  if (role == kQuietRole) return column == kIndex || column == kLayers;
  if (role != kBarRole || column != kCycles) return {};
  const auto cycles = [this](std::size_t at) { return static_cast<double>(functions_[at].cost.cost.cycles); };
  return cycles(0) > 0 ? QVariant(cycles(static_cast<std::size_t>(row)) / cycles(0)) : QVariant();
}

} // namespace arenascope::ui
