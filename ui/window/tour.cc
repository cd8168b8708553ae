#include "ui/window/tour.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace arenascope::ui {

namespace {

constexpr int kBubbleWidth = 340;
constexpr int kGap = 14; // between the bubble and what it points at
constexpr int kEdge = 6; // around what it points at
constexpr QColor kVeil(0, 0, 0, 110);

} // namespace

Tour::Tour(std::vector<TourStep> steps, QWidget* window)
    : QWidget(window), steps_(std::move(steps)), bubble_(new QFrame(this)), title_(new QLabel), text_(new QLabel),
      count_(new QLabel), next_(new QPushButton) {
  setObjectName(QStringLiteral("tour"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFocusPolicy(Qt::StrongFocus);
  static_cast<QFrame*>(bubble_)->setFrameShape(QFrame::StyledPanel);
  bubble_->setAutoFillBackground(true);
  bubble_->setFixedWidth(kBubbleWidth);
  QFont font = title_->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.2);
  title_->setFont(font);
  text_->setWordWrap(true);
  text_->setObjectName(QStringLiteral("tourText"));
  auto* skip = new QPushButton(tr("Skip"));
  skip->setObjectName(QStringLiteral("tourSkip"));
  skip->setFlat(true);
  next_->setObjectName(QStringLiteral("tourNext"));
  next_->setDefault(true);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(count_);
  buttons->addStretch(1);
  buttons->addWidget(skip);
  buttons->addWidget(next_);
  auto* layout = new QVBoxLayout(bubble_);
  layout->addWidget(title_);
  layout->addWidget(text_);
  layout->addLayout(buttons);
  connect(skip, &QPushButton::clicked, this, &QWidget::close);
  connect(next_, &QPushButton::clicked, this, [this] { show(step_ + 1); });
  window->installEventFilter(this);
  show(0);
  QWidget::show();
  raise();
  next_->setFocus();
}

void Tour::show(std::size_t step) {
  if (step >= steps_.size()) {
    close();
    return;
  }
  step_ = step;
  title_->setText(steps_[step].title);
  text_->setText(steps_[step].text);
  count_->setText(tr("%1 of %2").arg(step + 1).arg(steps_.size()));
  next_->setText(step + 1 < steps_.size() ? tr("Next") : tr("Done"));
  setAccessibleName(steps_[step].title);
  place();
}

QRect Tour::target() const { return steps_[step_].target().adjusted(-kEdge, -kEdge, kEdge, kEdge).intersected(rect()); }

// Beside what it points at where there is room, otherwise below or above it.
void Tour::place() {
  setGeometry(parentWidget()->rect());
  bubble_->adjustSize();
  bubble_->resize(kBubbleWidth, bubble_->heightForWidth(kBubbleWidth));
  const QRect at = target();
  QPoint corner(at.right() + kGap, at.center().y() - bubble_->height() / 2);
  if (corner.x() + bubble_->width() > width() - kGap) corner.setX(at.left() - kGap - bubble_->width());
  if (corner.x() < kGap) {
    const bool below = at.bottom() + kGap + bubble_->height() < height() - kGap;
    corner = {at.center().x() - bubble_->width() / 2, below ? at.bottom() + kGap : at.top() - kGap - bubble_->height()};
  }
  corner.setX(std::clamp(corner.x(), kGap, std::max(kGap, width() - bubble_->width() - kGap)));
  corner.setY(std::clamp(corner.y(), kGap, std::max(kGap, height() - bubble_->height() - kGap)));
  bubble_->move(corner);
  update();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) place();
  return QWidget::eventFilter(watched, event);
}

void Tour::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const QRect at = target();
  painter.setClipRegion(QRegion(rect()) - at);
  painter.fillRect(rect(), kVeil);
  painter.setClipping(false);
  painter.setPen(QPen(palette().highlight().color(), 3));
  painter.drawRect(at);
}

void Tour::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
  case Qt::Key_Escape: close(); break;
  case Qt::Key_Right:
  case Qt::Key_Return:
  case Qt::Key_Enter: show(step_ + 1); break;
  case Qt::Key_Left: show(step_ == 0 ? 0 : step_ - 1); break;
  default: break; // the window below is not worked with meanwhile
  }
  event->accept();
}

} // namespace arenascope::ui
