#include "ui/panels/history_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"
#include "ui/tables/history_model.h"
#include "ui/tables/report_table.h"

namespace arenascope::ui {

HistoryPanel::HistoryPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), model_(new HistoryModel),
      table_(new ReportTable(QStringLiteral("history"), tr("Buffers that share bytes"), model_, HistoryModel::kName,
                             selection)),
      caption_(new QLabel) {
  table_->view()->sortByColumn(HistoryModel::kFirst, Qt::AscendingOrder);
  caption_->setWordWrap(true);
  caption_->setContentsMargins(8, 6, 8, 0);
  caption_->setObjectName(QStringLiteral("historyCaption"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(caption_);
  layout->addWidget(table_, 1);
  connect(&selection_, &Selection::changed, this, &HistoryPanel::showSelection);
  setReport(nullptr);
}

QWidget* HistoryPanel::tools() const { return table_->filterBar(); }

void HistoryPanel::setReport(const ReportPointer& report) {
  report_ = report;
  range_.reset();
  model_->setRange(std::nullopt);
  table_->setReport(report);
  showSelection();
}

// The list stays while one walks through it: a buffer of it that is selected does not make a new one.
void HistoryPanel::showSelection() {
  const bool known = report_ != nullptr && report_->arena.has_value();
  std::optional<report::ByteRange> range = selection_.bytes();
  if (known && selection_.buffer() >= 0) {
    range = bytesOf(report_->buffers[static_cast<std::size_t>(selection_.buffer())]);
    if (range_ && !table_->view()->selectionModel()->selectedRows().isEmpty() && table_->view()->hasFocus()) return;
  }
  if (known && range != range_) {
    range_ = range;
    model_->setRange(range);
    table_->setReport(report_);
  }
  if (!known)
    caption_->setText(tr("Open a model to see which buffers share memory."));
  else if (!range_)
    caption_->setText(tr("All buffers in order of time. Select a buffer, or draw along the axis of bytes in the "
                         "picture, to see everything that ever lives there."));
  else
    caption_->setText(tr("Bytes %1 to %2 of the head: %3, one after the other or side by side.")
                          .arg(groupedText(range_->first), groupedText(range_->end))
                          .arg(countedText(static_cast<std::uint64_t>(model_->rowCount()), "buffer")));
}

} // namespace arenascope::ui
