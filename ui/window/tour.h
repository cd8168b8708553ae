// A few steps that point at the window's own picture and say what it shows. Escape or a click on Skip ends it.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace arenascope::ui {

struct TourStep {
  QString title;
  QString text;
  std::function<QRect()> target; // what it points at, in the window
};

class Tour : public QWidget {
  Q_OBJECT

public:
  // Covers the window until it ends, which deletes it.
  Tour(std::vector<TourStep> steps, QWidget* window);

  std::size_t step() const { return step_; }

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  void show(std::size_t step);
  void place();
  QRect target() const;

  std::vector<TourStep> steps_;
  std::size_t step_ = 0;
  QWidget* bubble_;
  QLabel* title_;
  QLabel* text_;
  QLabel* count_;
  QPushButton* next_;
};

} // namespace arenascope::ui
