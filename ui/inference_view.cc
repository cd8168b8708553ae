#include "ui/inference_view.h"

#include <algorithm>

namespace arenascope::ui {

InferenceView::InferenceView(Selection& selection, QWidget* parent) : LensView(parent), selection_(selection) {
  setAccessibleName(tr("Arena during inference"));
  setReport(nullptr);
  connect(&selection_, &Selection::changed, this, qOverload<>(&QWidget::update));
}

void InferenceView::setReport(const ReportPointer& report) {
  report_ = report;
  setPicture(picture_, report, tr("Drop a .tflite file here, or open one with Ctrl+O."));
}

void InferenceView::paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const {
  if (picture_) picture_->paint(painter, layout, theme, {.op = selection_.op(), .buffer = selection_.buffer()});
}

QString InferenceView::tooltipAt(double time, double bytes) const {
  return picture_ ? picture_->describe(time, bytes) : QString();
}

void InferenceView::clicked(double time, double bytes) {
  if (const auto buffer = picture_->bufferAt(time, bytes))
    selection_.buffer() == *buffer ? selection_.clear() : selection_.selectBuffer(*buffer);
  else if (const auto op = picture_->operatorAt(time))
    selection_.op() == *op ? selection_.clear() : selection_.selectOperator(*op);
  else
    selection_.clear();
}

void InferenceView::stepSelection(int direction) {
  if (!picture_ || report_->operators.empty()) return;
  const int last = static_cast<int>(report_->operators.size()) - 1;
  const int from = selection_.op() >= 0 ? selection_.op() : (direction > 0 ? -1 : last + 1);
  selection_.selectOperator(std::clamp(from + direction, 0, last));
}

} // namespace arenascope::ui
