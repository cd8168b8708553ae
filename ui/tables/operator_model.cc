#include "ui/tables/operator_model.h"

#include "core/report/text/report_text.h"

namespace arenascope::ui {

using report::OperatorReport;

OperatorModel::OperatorModel(QObject* parent)
    : ReportModel({{tr("#"), tr("order of execution")},
                   {tr("operator"), {}, false},
                   {tr("live bytes"), tr("bytes of all planned buffers in use while the operator runs")},
                   {tr("cycles"), tr("processor cycles in the kernel, by the target's timing model"), true, true},
                   {tr("ms"), tr("milliseconds at the board's clock"), true, true},
                   {tr("share"), tr("share of all cycles of one inference"), true, true},
                   {tr("instructions"), tr("instructions executed in the kernel"), true, true},
                   {tr("MACs"), tr("multiply-accumulate operations"), true, true},
                   {tr("weight bytes"), tr("constant bytes that it reads, from flash"), true, true}},
                  parent) {}

bool OperatorModel::isSelected(const Selection& selection, int row) const {
  if (selection.buffer() < 0) return row == selection.op();
  return report()->buffers[static_cast<std::size_t>(selection.buffer())].liveAt(
      report()->operators[static_cast<std::size_t>(row)].time);
}

bool OperatorModel::isEmptyColumn(int column) const {
  const bool cycles = report() != nullptr && report()->cost.has_value();
  if (column == kTime) return !cycles || !report()->board;
  return !cycles && (column == kCycles || column == kShare || column == kInstructions);
}

ReportModel::Cell OperatorModel::costCell(const OperatorReport& op, int column) const {
  if (!report()->cost) return {};
  if (column == kCycles) return number(op.cost.cycles);
  if (column == kInstructions) return number(op.cost.instructions);
  if (column == kTime) {
    if (!report()->board) return {};
    const double milliseconds = static_cast<double>(op.cost.cycles) / report()->board->clockHz() * 1000.0;
    return {QStringLiteral("%1").arg(milliseconds, 0, 'f', 3), milliseconds};
  }
  const double share = report()->cost->percent(op.cost.cycles);
  return {QStringLiteral("%1 %").arg(share, 0, 'f', 1), share};
}

ReportModel::Cell OperatorModel::cell(int row, int column) const {
  const OperatorReport& op = report()->operators[static_cast<std::size_t>(row)];
  switch (column) {
  case kIndex: return {QString::fromStdString(report::operatorPlace(op)), row};
  case kName: return words(op.name);
  case kLiveBytes: return number(op.liveBytes);
  case kMacs: return op.macs == 0 ? Cell{{}, 0} : number(op.macs);
  case kWeights: return op.weightBytes == 0 ? Cell{{}, 0} : number(op.weightBytes);
  default: return costCell(op, column);
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
