#include "ui/allocation_view.h"

namespace arenascope::ui {

AllocationView::AllocationView(QWidget* parent) : LensView(parent) {
  setAccessibleName(tr("Arena during allocation"));
  clearContent(tr("Nothing allocated yet."));
}

void AllocationView::setReport(const ReportPointer& report) {
  picture_.reset();
  if (report == nullptr || !report->arena) {
    clearContent(report == nullptr ? tr("Nothing allocated yet.")
                                   : tr("The arena of this model is not known: see the message above."));
    return;
  }
  picture_.emplace(report);
  setContent(picture_->timeRange(), picture_->bytesRange());
}

void AllocationView::paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  if (picture_) picture_->paint(painter, layout, theme);
}

QString AllocationView::tooltipAt(double time, double bytes) const {
  return picture_ ? picture_->describe(time, bytes) : QString();
}

} // namespace arenascope::ui
