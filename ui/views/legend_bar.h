// What colours mean, in one line beside a chart.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

class LegendBar : public QWidget {
  Q_OBJECT

public:
  explicit LegendBar(QWidget* parent = nullptr);

  void setItems(std::vector<LegendItem> items);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  double widthOf(const LegendItem& item) const;

  std::vector<LegendItem> items_;
};

} // namespace arenascope::ui
