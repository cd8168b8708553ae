// Over the canvas while files are dragged: where a drop opens them, and where it compares them with what is open.
#pragma once

#include <QWidget>

namespace arenascope::ui {

class DropArea : public QWidget {
  Q_OBJECT

public:
  explicit DropArea(QWidget* parent);

  // model: what is open, by its name; empty: nothing, and a drop anywhere opens. compares: the pointer is in the half
  // that compares.
  void showOver(const QRect& area, const QString& model, bool compares);
  // What a drop would do now.
  bool compares() const { return compares_; }

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  QString model_;
  bool compares_ = false;
};

} // namespace arenascope::ui
