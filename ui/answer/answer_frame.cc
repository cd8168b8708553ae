// The part of AnswerColumn around its sections: what is scrolled and what stays, places of what is not known yet, and
// the number on its way.
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/answer/answer_column.h"
#include "ui/answer/skeleton.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/type.h"
#include "ui/views/motion.h"

namespace arenascope::ui {

namespace {
constexpr int kAnswerMargin = 20; // pixels of the design
} // namespace

// What is said about the evidence stays at the foot, whatever the rest is scrolled to.
void AnswerColumn::buildFrame() {
  content_->setProperty("role", QStringLiteral("scrolled"));
  scroll_->setWidget(content_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->installEventFilter(this);
  evidence_->setTextFormat(Qt::PlainText);
  revision_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(revision_, &QLabel::linkActivated, this, &AnswerColumn::revisionWanted);
  auto* foot = new QVBoxLayout;
  foot->setContentsMargins(scaled(kAnswerMargin), scaled(8), scaled(kAnswerMargin), scaled(12));
  foot->setSpacing(scaled(1));
  foot->addWidget(evidence_);
  foot->addWidget(revision_);
  auto* frame = new QVBoxLayout(this);
  frame->setContentsMargins(0, 0, 1, 0); // the line at the right
  frame->setSpacing(0);
  frame->addWidget(scroll_, 1);
  frame->addLayout(foot);
  fitMargins();
}

// A scroll bar is in the margin: nothing moves when it comes and goes.
void AnswerColumn::fitMargins() {
  const int right = scaled(kAnswerMargin) - (scroll_->width() - scroll_->viewport()->width());
  layout_->setContentsMargins(scaled(kAnswerMargin), scaled(kAnswerMargin), std::max(0, right), scaled(8));
}

bool AnswerColumn::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fitMargins();
  return QWidget::eventFilter(watched, event);
}

void AnswerColumn::setComing(bool coming) {
  coming_ = coming;
  showPlaces();
}

// Of what is not known yet, or what is to be done so that something is.
void AnswerColumn::showPlaces() {
  const bool nothing = report_ == nullptr && !coming_;
  for (QWidget* part : std::initializer_list<QWidget*>{size_, code_}) part->setVisible(!nothing);
  places_->setVisible(report_ == nullptr && coming_);
  nothingOpen_->setVisible(nothing);
}

// Digits run to what they are, from nothing or from what they were.
void AnswerColumn::rollTo(std::uint64_t bytes) {
  const auto end = static_cast<double>(bytes);
  const bool rolling = roll_.state() == QAbstractAnimation::Running;
  if (rolling && roll_.endValue().toDouble() == end) return;
  const double start = rolling ? roll_.currentValue().toDouble() : roll_.endValue().toDouble();
  roll_.stop();
  roll_.setStartValue(start);
  roll_.setEndValue(end);
  roll_.setDuration(static_cast<int>(moveTime().count()));
  if (moveTime().count() > 0 && isVisible() && start != end) return roll_.start();
  size_->setText(groupedText(bytes));
}

// For a moment, beside the unit.
void AnswerColumn::showDifference(std::uint64_t before, std::uint64_t now) {
  constexpr int kShown = 3000; // milliseconds
  const Theme theme = Theme::from(palette());
  const QString difference =
      now < before ? tr("\u2212%1").arg(groupedText(before - now)) : tr("+%1").arg(groupedText(now - before));
  unit_->setText(QStringLiteral("%1 <span style=\"color: %2\">%3</span>")
                     .arg(tr("bytes"), (now < before ? theme.good : theme.peak).name(), difference));
  difference_.start(kShown);
}

} // namespace arenascope::ui
