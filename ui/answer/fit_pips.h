// Boards as a row of marks: green where the model fits, red where not, those with least memory last.
#pragma once

#include <QWidget>
#include <vector>

namespace arenascope::ui {

class FitPips : public QWidget {
  Q_OBJECT

public:
  explicit FitPips(QWidget* parent = nullptr);

  void setFits(std::size_t fitting, std::size_t all);

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  std::size_t fitting_ = 0;
  std::size_t all_ = 0;
};

} // namespace arenascope::ui
