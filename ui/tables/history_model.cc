#include "ui/tables/history_model.h"

#include "core/report/buffer_info.h"

namespace arenascope::ui {

HistoryModel::HistoryModel(QObject* parent)
    : ReportModel({{tr("buffer"), {}, false},
                   {tr("kind"), {}, false},
                   {tr("from"),
                    tr("operator from which on it is in use; input: before the first; start: before anything runs")},
                   {tr("to"), tr("operator up to which it is in use")},
                   {tr("offset"), tr("in the head section, in bytes")},
                   {tr("bytes"), tr("taken in the plan")}},
                  parent) {}

void HistoryModel::load() {
  buffers_.clear();
  if (report() == nullptr || !report()->arena) return;
  steps_ = report::rowsByStep(*report());
  buffers_ = historyOf(*report(), range_.value_or(report::ByteRange{0, report()->arena->head}));
}

void HistoryModel::select(Selection& selection, int row) const {
  selection.selectBuffer(buffers_[static_cast<std::size_t>(row)]);
}

bool HistoryModel::isSelected(const Selection& selection, int row) const {
  return buffers_[static_cast<std::size_t>(row)] == selection.buffer();
}

ReportModel::Cell HistoryModel::cell(int row, int column) const {
  const report::PlannedBuffer& buffer =
      report()->buffers[static_cast<std::size_t>(buffers_[static_cast<std::size_t>(row)])];
  switch (column) {
  case kName: return words(buffer.name);
  case kKind: return words(bufferKindName(bufferKind(*report(), buffer)));
  case kFirst: return {QString::fromStdString(lifetimeOf(*report(), steps_, buffer).from), buffer.firstOp.value};
  case kLast: return {QString::fromStdString(lifetimeOf(*report(), steps_, buffer).to), buffer.lastOp.value};
  case kOffset: return number(buffer.offset);
  default: return number(buffer.plannedBytes());
  }
}

} // namespace arenascope::ui
