#include "ui/window/work_note.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/style/type.h"

namespace arenascope::ui {

WorkNote::WorkNote(QWidget* canvas)
    : QFrame(canvas), text_(new QLabel), bar_(new QProgressBar), cancel_(new QPushButton(tr("Cancel"))) {
  setObjectName(QStringLiteral("workNote"));
  setProperty("role", QStringLiteral("card"));
  text_->setProperty("role", QStringLiteral("small"));
  bar_->setTextVisible(false);
  bar_->setFixedWidth(scaled(120));
  bar_->setAccessibleName(tr("Progress"));
  cancel_->setProperty("role", QStringLiteral("link"));
  connect(cancel_, &QPushButton::clicked, this, &WorkNote::cancelWanted);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(scaled(12), scaled(4), scaled(8), scaled(4));
  layout->setSpacing(scaled(12));
  layout->addWidget(text_);
  layout->addWidget(bar_);
  layout->addWidget(cancel_);
  hide_.setSingleShot(true);
  connect(&hide_, &QTimer::timeout, this, &QWidget::hide);
  canvas->installEventFilter(this);
  hide();
}

void WorkNote::setProgress(const QString& step, double fraction) {
  hide_.stop();
  text_->setText(step);
  bar_->setRange(0, fraction < 0 ? 0 : 100);
  bar_->setValue(static_cast<int>(fraction * 100));
  bar_->show();
  cancel_->show();
  place();
  QFrame::show();
}

void WorkNote::finish() {
  if (!bar_->isHidden()) hide();
  bar_->hide();
  cancel_->hide();
}

void WorkNote::show(const QString& message, int milliseconds) {
  text_->setText(message);
  bar_->hide();
  cancel_->hide();
  place();
  QFrame::show();
  hide_.start(milliseconds);
}

QString WorkNote::text() const { return isHidden() ? QString() : text_->text(); }

void WorkNote::place() {
  const QWidget* canvas = parentWidget();
  adjustSize();
  resize(std::min(width(), canvas->width() - scaled(32)), height());
  move((canvas->width() - width()) / 2, canvas->height() - height() - scaled(20));
  raise();
}

bool WorkNote::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && !isHidden()) place();
  return QFrame::eventFilter(watched, event);
}

} // namespace arenascope::ui
