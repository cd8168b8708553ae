// A page in front of the window, one at a time: Explain, Export, the log, the keys.
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace arenascope::ui {

class Sheet : public QWidget {
  Q_OBJECT

public:
  // Covers the window, which is its parent.
  explicit Sheet(QWidget* window);

  // Takes the page.
  void add(QWidget* page);
  void open(QWidget* page, const QString& title);
  bool has(const QWidget* page) const;
  QWidget* current() const;

signals:
  void closed();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void mousePressEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void hideEvent(QHideEvent* event) override;

private:
  void place();

  QWidget* card_;
  QLabel* title_;
  QToolButton* close_;
  QStackedWidget* pages_;
  QPointer<QWidget> focusBefore_; // where the keyboard was
};

} // namespace arenascope::ui
