// Whether the keyboard came to a widget by a key: then it is shown where it is; who clicks sees that.
#pragma once

#include <QFocusEvent>
#include <QWidget>

namespace arenascope::ui {

class KeyFocus : public QObject {
public:
  explicit KeyFocus(QWidget* widget) : QObject(widget) { widget->installEventFilter(this); }

  bool isShown() const { return byKey_ && static_cast<QWidget*>(parent())->hasFocus(); }

protected:
  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    if (event->type() == QEvent::FocusIn) {
      const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
      byKey_ = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    }
    return false;
  }

private:
  bool byKey_ = false;
};

} // namespace arenascope::ui
