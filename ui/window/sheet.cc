#include "ui/window/sheet.h"

#include <QApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

constexpr QSize kSheetMost(980, 640);
constexpr int kSheetAround = 40; // pixels of the window beside it, at least

} // namespace

Sheet::Sheet(QWidget* window)
    : QWidget(window), card_(new QFrame), title_(new QLabel), close_(new QToolButton), pages_(new QStackedWidget) {
  setObjectName(QStringLiteral("sheet"));
  card_->setParent(this);
  card_->setProperty("role", QStringLiteral("card"));
  title_->setFont(textFont(kTitleText, QFont::DemiBold));
  close_->setIcon(icon(Glyph::kClose));
  close_->setObjectName(QStringLiteral("closeSheet"));
  close_->setAccessibleName(tr("Close"));
  close_->setToolTip(tr("Close (Escape)"));
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(close_);
  auto* column = new QVBoxLayout(card_);
  column->setContentsMargins(scaled(20), scaled(14), scaled(16), scaled(16));
  column->addLayout(head);
  column->addWidget(pages_, 1);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  window->installEventFilter(this);
  hide();
}

void Sheet::add(QWidget* page) { pages_->addWidget(page); }

bool Sheet::has(const QWidget* page) const { return pages_->indexOf(const_cast<QWidget*>(page)) >= 0; }

QWidget* Sheet::current() const { return isVisible() ? pages_->currentWidget() : nullptr; }

void Sheet::open(QWidget* page, const QString& title) {
  if (page->isWindow()) page->setWindowFlags(Qt::Widget); // a dialog
  if (!has(page)) add(page);
  pages_->setCurrentWidget(page);
  title_->setText(title);
  setAccessibleName(title);
  if (isHidden()) focusBefore_ = QApplication::focusWidget();
  place();
  show();
  raise();
  close_->setFocus();
  focusNextChild();
}

void Sheet::place() {
  resize(parentWidget()->size());
  const QSize room = size() - QSize(kSheetAround, kSheetAround);
  const QSize most(scaled(kSheetMost.width()), scaled(kSheetMost.height()));
  const QSize card = most.boundedTo(room);
  card_->setGeometry(QRect(QPoint((width() - card.width()) / 2, (height() - card.height()) / 2), card));
}

bool Sheet::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QWidget::eventFilter(watched, event);
}

// Escape is the sheet's while it is there, not the window's.
bool Sheet::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

void Sheet::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return hide();
  QWidget::keyPressEvent(event);
}

// Tab stays in it.
bool Sheet::focusNextPrevChild(bool next) {
  QWidget* from = QApplication::focusWidget();
  if (from == nullptr || !isAncestorOf(from)) return QWidget::focusNextPrevChild(next);
  const auto takesTab = [this](const QWidget* widget) {
    return isAncestorOf(widget) && widget->isVisible() && widget->isEnabled() &&
           (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
  };
  QWidget* to = from;
  do to = next ? to->nextInFocusChain() : to->previousInFocusChain();
  while (to != from && !takesTab(to));
  to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

void Sheet::mousePressEvent(QMouseEvent* event) {
  if (!card_->geometry().contains(event->pos())) hide();
}

void Sheet::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (!isHidden()) return; // with its window
  if (focusBefore_ != nullptr) focusBefore_->setFocus();
  emit closed();
}

void Sheet::paintEvent(QPaintEvent* /*event*/) {
  constexpr int kDim = 70;
  QPainter(this).fillRect(rect(), QColor(0, 0, 0, kDim));
}

} // namespace arenascope::ui
