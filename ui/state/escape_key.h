// Escape in a widget, while it has something to end or to clear there. The window's own Escape, which ends a run, is
// for all other times.
#pragma once

#include <QKeyEvent>
#include <QWidget>
#include <functional>

namespace arenascope::ui {

class EscapeKey : public QObject {
public:
  EscapeKey(QWidget* widget, std::function<bool()> wanted, std::function<void()> escape)
      : QObject(widget), wanted_(std::move(wanted)), escape_(std::move(escape)) {
    widget->installEventFilter(this);
  }

protected:
  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!key || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || !wanted_()) return false;
    event->accept();
    if (event->type() == QEvent::KeyPress) escape_();
    return true;
  }

private:
  std::function<bool()> wanted_;
  std::function<void()> escape_;
};

} // namespace arenascope::ui
