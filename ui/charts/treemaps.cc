#include "ui/charts/treemaps.h"

#include <QObject>
#include <algorithm>
#include <map>

#include "core/model/graph/weights.h"
#include "core/report/tail_breakdown.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

using report::OperatorReport;
using report::Report;
using report::TailPart;
using run::FunctionCost;

namespace {

void sortByAmount(std::vector<TreemapField>& fields) {
  for (TreemapField& field : fields)
    std::stable_sort(field.parts.begin(), field.parts.end(),
                     [](const TreemapPart& a, const TreemapPart& b) { return a.amount > b.amount; });
  std::stable_sort(fields.begin(), fields.end(),
                   [](const TreemapField& a, const TreemapField& b) { return a.amount() > b.amount(); });
}

// The first row in which each operator ran, by subgraph and index.
class Rows {
public:
  explicit Rows(const Report& report) {
    for (std::size_t i = 0; i < report.operators.size(); ++i)
      rows_.try_emplace({report.operators[i].subgraph, report.operators[i].index}, static_cast<int>(i));
  }
  // -1 where it did not.
  int of(std::int32_t subgraph, std::int32_t op) const {
    const auto found = rows_.find({subgraph, op});
    return found == rows_.end() ? -1 : found->second;
  }

private:
  std::map<std::pair<std::int32_t, std::int32_t>, int> rows_;
};

// The kind of layer; the interpreter's own is grey.
int colourOfRow(const Report& report, int row) {
  return familyColour(row < 0 ? report::Family::kOther
                              : report::familyOf(report.operators[static_cast<std::size_t>(row)].name));
}

// Parts from large to small, each a little lighter than the one before.
void shadeParts(std::vector<TreemapField>& fields) {
  constexpr double kStep = 0.2;
  constexpr double kMost = 0.6;
  for (TreemapField& field : fields)
    for (std::size_t i = 0; i < field.parts.size(); ++i)
      field.parts[i].shade = std::min(kMost, kStep * static_cast<double>(i));
}

} // namespace

Treemap functionTreemap(const Report& report) {
  Treemap treemap{.fields = {}, .unit = QObject::tr("cycles"), .whole = QObject::tr("of the inference")};
  if (!report.cost) return treemap;
  const auto add = [&](const QString& title, int op, const std::vector<FunctionCost>& functions) {
    TreemapField field{.title = title, .op = op, .parts = {}};
    for (const FunctionCost& function : report::byReadableName(functions))
      field.parts.push_back({QString::fromStdString(function.name), function.cost.cycles, colourOfRow(report, op)});
    treemap.fields.push_back(std::move(field));
  };
  const Rows rows(report);
  std::map<std::pair<int, int>, std::vector<FunctionCost>> operators;
  for (const OperatorReport& op : report.operators) {
    auto& functions = operators[{op.subgraph, op.index}];
    functions.insert(functions.end(), op.functions.begin(), op.functions.end());
  }
  add(QObject::tr("interpreter"), -1, report.cost->interpreterFunctions);
  for (const auto& [place, functions] : operators) {
    const int row = rows.of(place.first, place.second);
    add(operatorTitle(report.operators[static_cast<std::size_t>(row)]), row, functions);
  }
  sortByAmount(treemap.fields);
  shadeParts(treemap.fields);
  return treemap;
}

Treemap tailTreemap(const Report& report, TailOrder order) {
  Treemap treemap{.fields = {}, .unit = QObject::tr("bytes"), .whole = QObject::tr("of the tail")};
  const Rows rows(report);
  std::map<QString, std::size_t> fields;
  for (const TailPart& part : report::tailParts(report)) {
    const QString category = QString::fromLatin1(run::categoryText(part.category));
    const QString owner = QString::fromStdString(tailOwner(report, part));
    const bool byOwner = order == TailOrder::kByOwner;
    const QString title = byOwner ? owner : category;
    const auto [field, isNew] = fields.try_emplace(title, treemap.fields.size());
    if (isNew)
      treemap.fields.push_back({.title = title, .op = byOwner ? rows.of(part.subgraph, part.op) : -1, .parts = {}});
    const int row = part.op < 0 ? -1 : rows.of(part.subgraph, part.op);
    treemap.fields[field->second].parts.push_back({byOwner ? category : owner, part.bytes, colourOfRow(report, row)});
  }
  sortByAmount(treemap.fields);
  shadeParts(treemap.fields);
  return treemap;
}

Treemap weightTreemap(const Report& report) {
  Treemap treemap{.fields = {}, .unit = QObject::tr("bytes"), .whole = QObject::tr("of the weights")};
  const Rows rows(report);
  std::map<std::pair<int, int>, std::size_t> fields;
  for (const model::WeightTensor& weight : model::weightTensors(report.model)) {
    const std::pair<int, int> reader{weight.subgraph, weight.readers.empty() ? -1 : weight.readers.front()};
    const auto [field, isNew] = fields.try_emplace(reader, treemap.fields.size());
    if (isNew) {
      const int row = rows.of(reader.first, reader.second);
      const QString title =
          row < 0 ? QObject::tr("read by no operator") : operatorTitle(report.operators[static_cast<std::size_t>(row)]);
      treemap.fields.push_back({.title = title, .op = row, .parts = {}});
    }
    auto& parts = treemap.fields[field->second].parts;
    parts.push_back(
        {QString::fromStdString(weight.name), weight.bytes, colourOfRow(report, treemap.fields[field->second].op)});
  }
  sortByAmount(treemap.fields);
  shadeParts(treemap.fields);
  return treemap;
}

} // namespace arenascope::ui
