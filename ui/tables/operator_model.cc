#include "ui/tables/operator_model.h"

#include <algorithm>

#include "core/report/operator_family.h"
#include "core/report/text/report_text.h"
#include "core/report/text/short_names.h"

namespace arenascope::ui {

using report::OperatorReport;

namespace {

std::vector<ReportModel::Column> allColumns() {
  std::vector<ReportModel::Column> columns = {
      {QObject::tr("#"), QObject::tr("order of execution")},
      {.name = QObject::tr("operator"), .help = {}, .number = false, .title = QObject::tr("Layer")},
      {QObject::tr("writes"), QObject::tr("the layer's output"), false},
      {QObject::tr("shape"), QObject::tr("of the output"), false}};
  for (const report::OperatorColumn& column : report::operatorColumns()) {
    const std::string_view name = column.name;
    columns.push_back({.name = QString::fromUtf8(column.title),
                       .help = QString::fromUtf8(column.help),
                       .adds = column.adds,
                       .title = name == "live_bytes"     ? QObject::tr("Bytes in use")
                                : name == "weight_bytes" ? QObject::tr("Weights")
                                : name == "milliseconds" ? QObject::tr("ms")
                                                         : QString(),
                       .extra = name == "instructions" ? 1
                                : name == "share"      ? 2
                                                       : 0,
                       .bars = name == "live_bytes" || name == "cycles"});
  }
  return columns;
}

const report::OperatorColumn& numbersOf(int column) {
  return report::operatorColumns()[static_cast<std::size_t>(column - OperatorModel::kFirstNumber)];
}

// Empty for an operator that writes nothing.
std::string outputShape(const report::Report& report, const OperatorReport& op) {
  const auto& subgraph = report.model.subgraphs[static_cast<std::size_t>(op.subgraph)];
  const auto& outputs = subgraph.operators[static_cast<std::size_t>(op.index)].outputs;
  if (outputs.empty() || outputs.front() < 0) return {};
  return model::shapeText(subgraph.tensors[static_cast<std::size_t>(outputs.front())].shape);
}

QVariant variantOf(const report::Number& number) {
  if (const double* real = std::get_if<double>(&number)) return *real;
  return QVariant::fromValue<qulonglong>(std::get<std::uint64_t>(number));
}

} // namespace

OperatorModel::OperatorModel(QObject* parent) : ReportModel(allColumns(), parent) {}

int OperatorModel::columnOf(std::string_view name) {
  return kFirstNumber + static_cast<int>(&report::operatorColumn(name) - report::operatorColumns().data());
}

bool OperatorModel::isSelected(const Selection& selection, int row) const {
  if (selection.buffer() < 0) return row == selection.op();
  return report()->buffers[static_cast<std::size_t>(selection.buffer())].liveAt(
      report()->operators[static_cast<std::size_t>(row)].time);
}

bool OperatorModel::isEmptyColumn(int column) const {
  return column >= kFirstNumber && (report() == nullptr || !isKnown(numbersOf(column), *report()));
}

ReportModel::Cell OperatorModel::cell(int row, int column) const {
  const OperatorReport& op = report()->operators[static_cast<std::size_t>(row)];
  if (column == kIndex) return {QString::fromStdString(report::operatorPlace(op)), row};
  if (column == kName) return words(op.name);
  if (column == kWrites) return words(names_[static_cast<std::size_t>(row)]);
  if (column == kShape) return words(outputShape(*report(), op));
  const report::OperatorColumn& numbers = numbersOf(column);
  const auto number = numbers.read(*report(), op);
  if (!number) return {};
  return {QString::fromStdString(textOf(numbers, *report(), op)), variantOf(*number)};
}

void OperatorModel::load() {
  names_.clear();
  mostBytes_ = mostCycles_ = 0;
  if (report() == nullptr) return;
  names_ = layerNames(*report());
  for (const OperatorReport& op : report()->operators) {
    mostBytes_ = std::max(mostBytes_, std::uint64_t{op.liveBytes});
    mostCycles_ = std::max(mostCycles_, std::uint64_t{op.cost.cycles});
  }
}

QVariant OperatorModel::look(int row, int column, int role) const {
  static const int kBytes = columnOf("live_bytes");
  static const int kCycles = columnOf("cycles");
  const OperatorReport& op = report()->operators[static_cast<std::size_t>(row)];
  const auto share = [](std::uint64_t part, std::uint64_t most) {
    return most == 0 ? QVariant() : QVariant(static_cast<double>(part) / static_cast<double>(most));
  };
  switch (role) {
  case kBarRole:
    if (column == kBytes) return share(op.liveBytes, mostBytes_);
    return column == kCycles ? share(op.cost.cycles, mostCycles_) : QVariant();
  case kPeakRole: return column == kBytes && op.liveBytes == mostBytes_;
  case kFamilyRole: return column == kName ? QVariant(static_cast<int>(report::familyOf(op.name))) : QVariant();
  case kQuietRole: return column == kIndex || column == kShape;
  default: return {};
  }
}

QString OperatorModel::toolTip(int row) const {
  const OperatorReport& op = report()->operators[static_cast<std::size_t>(row)];
  const auto& subgraph = report()->model.subgraphs[static_cast<std::size_t>(op.subgraph)];
  const auto& info = subgraph.operators[static_cast<std::size_t>(op.index)];
  QString text =
      QStringLiteral("<b>%1 %2</b>")
          .arg(QString::fromStdString(report::operatorPlace(op)), QString::fromStdString(op.name).toHtmlEscaped());
  const auto list = [&](const QString& kind, const std::vector<TensorId>& tensors) {
    for (const std::int32_t tensor : tensors) {
      if (tensor < 0) continue;
      const auto& about = subgraph.tensors[static_cast<std::size_t>(tensor)];
      text += QStringLiteral("<br>%1: %2, %3 %4")
                  .arg(kind, QString::fromStdString(about.name).toHtmlEscaped(), QString::fromStdString(about.type),
                       QString::fromStdString(model::shapeText(about.shape)));
    }
  };
  list(tr("input"), info.inputs);
  list(tr("output"), info.outputs);
  for (const std::string& line : describeOperatorErrors(*report(), op.name))
    text += QStringLiteral("<br>%1").arg(QString::fromStdString(line).toHtmlEscaped());
  if (!info.calls.empty()) text += tr("<br>cycles are with those of the operators that it runs");
  return text;
}

} // namespace arenascope::ui
