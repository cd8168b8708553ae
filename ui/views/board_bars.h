// How much of a board's RAM and flash a model takes, as two bars.
#pragma once

#include <QWidget>
#include <vector>

#include "core/report/board_fit.h"
#include "core/report/report.h"

namespace arenascope::ui {

struct BarPart {
  QString name;
  std::uint64_t bytes = 0;
};

// From the left: what the platform takes, then the model's parts. What is behind `capacity` does not fit.
struct MemoryBar {
  QString name;
  std::vector<BarPart> parts;
  std::uint64_t capacity = 0; // 0: there is no limit

  std::uint64_t used() const;
  // Without the platform.
  std::uint64_t ofModel() const;
  bool fits() const { return capacity == 0 || used() <= capacity; }
  // "flash: 355.0 KiB and 32.0 KiB for Mbed OS, of 1,024.0 KiB".
  QString text() const;
  // "flash: 387.0 KiB of 1,024.0 KiB".
  QString shortText() const;
  // Bytes that the width of the bar stands for.
  std::uint64_t extent() const { return std::max(capacity, used()); }
};

std::vector<MemoryBar> memoryBars(const hardware::Board& board, const report::Report& report);
// All of flash that the model takes on whatever has enough: the same sum, without a platform.
MemoryBar flashBar(const report::Report& report);

class BoardBars : public QWidget {
  Q_OBJECT

public:
  explicit BoardBars(QWidget* parent = nullptr);

  void setBars(std::vector<MemoryBar> bars);
  QSize sizeHint() const override;

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

private:
  QRectF barRect(std::size_t index) const;

  std::vector<MemoryBar> bars_;
};

} // namespace arenascope::ui
