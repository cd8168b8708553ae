#include "ui/allocation_view.h"

namespace arenascope::ui {

AllocationView::AllocationView(QWidget* parent) : LensView(parent) {
  setAccessibleName(tr("Arena during allocation"));
  setReport(nullptr);
}

void AllocationView::setReport(const ReportPointer& report) {
  setPicture(picture_, report, tr("Nothing allocated yet."));
}

void AllocationView::paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  if (picture_) picture_->paint(painter, layout, theme);
}

QString AllocationView::tooltipAt(double time, double bytes) const {
  return picture_ ? picture_->describe(time, bytes) : QString();
}

} // namespace arenascope::ui
