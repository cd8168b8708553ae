// Where lines of text will be: bars in their place, so that nothing jumps when the text comes.
#pragma once

#include <QWidget>
#include <vector>

namespace arenascope::ui {

class Skeleton : public QWidget {
  Q_OBJECT

public:
  // shares: the width of each line, from 0 to 1.
  explicit Skeleton(std::vector<double> shares, QWidget* parent = nullptr);

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  std::vector<double> shares_;
};

} // namespace arenascope::ui
