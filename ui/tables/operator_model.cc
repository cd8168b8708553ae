#include "ui/tables/operator_model.h"

#include "core/report/text/report_text.h"

namespace arenascope::ui {

using report::OperatorReport;

namespace {

std::vector<ReportModel::Column> allColumns() {
  std::vector<ReportModel::Column> columns = {{QObject::tr("#"), QObject::tr("order of execution")},
                                              {QObject::tr("operator"), {}, false}};
  for (const report::OperatorColumn& column : report::operatorColumns())
    columns.push_back({QString::fromUtf8(column.title), QString::fromUtf8(column.help), true, column.adds});
  return columns;
}

const report::OperatorColumn& numbersOf(int column) {
  return report::operatorColumns()[static_cast<std::size_t>(column - OperatorModel::kFirstNumber)];
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
  const report::OperatorColumn& numbers = numbersOf(column);
  const auto number = numbers.read(*report(), op);
  if (!number) return {};
  return {QString::fromStdString(textOf(numbers, *report(), op)), variantOf(*number)};
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
