#include "ui/operator_model.h"

#include "ui/lens_frame.h"

namespace arenascope::ui {

using profile::OperatorReport;

void OperatorModel::setReport(const ReportPointer& report) {
  beginResetModel();
  report_ = report;
  endResetModel();
}

int OperatorModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || report_ == nullptr ? 0 : static_cast<int>(report_->operators.size());
}

int OperatorModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

double OperatorModel::number(const OperatorReport& op, Column column) const {
  switch (column) {
  case kLiveBytes: return static_cast<double>(op.liveBytes);
  case kCycles: return static_cast<double>(op.cost.cycles);
  case kTime: return report_->board ? static_cast<double>(op.cost.cycles) / report_->board->clockHz() * 1000.0 : 0.0;
  case kShare:
    return report_->cost && report_->cost->total.cycles > 0
               ? 100.0 * static_cast<double>(op.cost.cycles) / static_cast<double>(report_->cost->total.cycles)
               : 0.0;
  case kInstructions: return static_cast<double>(op.cost.instructions);
  case kMacs: return static_cast<double>(op.macs);
  case kWeights: return static_cast<double>(op.weightBytes);
  case kIndex:
  case kName:
  case kColumnCount: break;
  }
  return 0.0;
}

QString OperatorModel::text(const OperatorReport& op, Column column) const {
  switch (column) {
  case kIndex: return QString::fromStdString(profile::operatorPlace(op));
  case kName: return QString::fromStdString(op.name);
  case kLiveBytes: return groupedText(op.liveBytes);
  case kCycles: return report_->cost ? groupedText(op.cost.cycles) : QString();
  case kTime:
    return report_->cost && report_->board ? QStringLiteral("%1").arg(number(op, kTime), 0, 'f', 3) : QString();
  case kShare: return report_->cost ? QStringLiteral("%1 %").arg(number(op, kShare), 0, 'f', 1) : QString();
  case kInstructions: return report_->cost ? groupedText(op.cost.instructions) : QString();
  case kMacs: return op.macs == 0 ? QString() : groupedText(op.macs);
  case kWeights: return op.weightBytes == 0 ? QString() : groupedText(op.weightBytes);
  case kColumnCount: break;
  }
  return {};
}

QString OperatorModel::toolTip(const OperatorReport& op) const {
  const auto& subgraph = report_->model.subgraphs[static_cast<std::size_t>(op.subgraph)];
  const auto& info = subgraph.operators[static_cast<std::size_t>(op.index)];
  QString text =
      QStringLiteral("<b>%1 %2</b>")
          .arg(QString::fromStdString(profile::operatorPlace(op)), QString::fromStdString(op.name).toHtmlEscaped());
  const auto list = [&](const QString& kind, const std::vector<std::int32_t>& tensors) {
    for (const std::int32_t tensor : tensors) {
      if (tensor < 0) continue;
      const auto& about = subgraph.tensors[static_cast<std::size_t>(tensor)];
      text += QStringLiteral("<br>%1: %2, %3 %4")
                  .arg(kind, QString::fromStdString(about.name).toHtmlEscaped(), QString::fromStdString(about.type),
                       QString::fromStdString(profile::shapeText(about.shape)));
    }
  };
  list(tr("input"), info.inputs);
  list(tr("output"), info.outputs);
  if (!info.calls.empty()) text += tr("<br>cycles are with those of the operators that it runs");
  return text;
}

QVariant OperatorModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || report_ == nullptr) return {};
  const OperatorReport& op = report_->operators[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<Column>(index.column());
  switch (role) {
  case Qt::DisplayRole: return text(op, column);
  case kSortRole:
    if (column == kIndex) return index.row();
    return column == kName ? QVariant(text(op, column)) : QVariant(number(op, column));
  case Qt::ToolTipRole: return toolTip(op);
  case Qt::TextAlignmentRole:
    return static_cast<int>((column == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  default: return {};
  }
}

QVariant OperatorModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static const char* const kNames[] = {"#",     "operator",     "live bytes", "cycles",      "ms",
                                       "share", "instructions", "MACs",       "weight bytes"};
  static const char* const kHelp[] = {"order of execution",
                                      "",
                                      "bytes of all planned buffers in use while the operator runs",
                                      "processor cycles in the kernel, by the target's timing model",
                                      "milliseconds at the board's clock",
                                      "share of all cycles of one inference",
                                      "instructions executed in the kernel",
                                      "multiply-accumulate operations",
                                      "constant bytes that it reads, from flash"};
  if (role == Qt::DisplayRole) return tr(kNames[section]);
  if (role == Qt::ToolTipRole) return tr(kHelp[section]);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  return {};
}

} // namespace arenascope::ui
