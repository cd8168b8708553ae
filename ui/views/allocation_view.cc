#include "ui/views/allocation_view.h"

#include <algorithm>

#include "ui/state/escape_key.h"

namespace arenascope::ui {

AllocationView::AllocationView(Selection& selection, QWidget* parent)
    : ArenaView(parent), selection_(selection), card_(new SelectionCard(selection, this)) {
  setAccessibleName(tr("Arena during allocation"));
  setReport(nullptr);
  new EscapeKey(
      this, [this] { return !selection_.empty(); }, [this] { selection_.clear(); });
  connect(&selection_, &Selection::changed, this, qOverload<>(&QWidget::update));
  connect(card_, &SelectionCard::changed, this, &AllocationView::placeCard);
  connect(card_, &SelectionCard::whatIfWanted, this, &AllocationView::whatIfWanted);
  connect(card_, &SelectionCard::noteWanted, this, &AllocationView::noteWanted);
  connect(card_, &SelectionCard::graphWanted, this, &AllocationView::graphWanted);
}

void AllocationView::setReport(const ReportPointer& report) {
  report_ = report;
  setPicture(picture_, report, tr("Open a model to see how its arena fills while it is set up."));
  card_->setReport(report);
}

// At the left, between what is temporary and the tail: both grow to the right.
void AllocationView::placeCard() {
  constexpr double kBeside = 24.0; // pixels
  if (!picture_ || card_->isHidden()) return;
  const Box plot = layoutFor(size()).plot;
  card_->setMostHeight(static_cast<int>(plot.height() - 2 * kBeside));
  card_->adjustSize();
  const double spare = plot.height() - card_->shownSize().height();
  if (spare < 0) return card_->hide();
  card_->placeAt({plot.left + kBeside, plot.top + spare / 2});
}

int AllocationView::currentEvent() const {
  if (!picture_ || report_->allocations.empty()) return -1;
  const int event = selection_.event() >= 0 ? selection_.event() : static_cast<int>(report_->analysis.peak);
  return std::min(event, static_cast<int>(report_->allocations.size()) - 1);
}

void AllocationView::paintPicture(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  if (picture_) picture_->paint(painter, layout, theme, currentEvent(), arenaLine());
}

QString AllocationView::describeAt(double time, double /*bytes*/) const {
  return picture_ ? picture_->describe(time) : QString();
}

void AllocationView::clicked(double time, double /*bytes*/) {
  if (picture_) selection_.selectEvent(static_cast<int>(picture_->scale().eventAt(time)));
}

void AllocationView::stepSelection(int direction) {
  const int last = report_ == nullptr ? -1 : static_cast<int>(report_->allocations.size()) - 1;
  if (currentEvent() >= 0) selection_.selectEvent(std::clamp(currentEvent() + direction, 0, last));
}

} // namespace arenascope::ui
