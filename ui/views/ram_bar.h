// The RAM of a firmware image as one bar by address: arena, variables, heap, stack, reservations and what is free.
// Hidden without an image.
#pragma once

#include <QWidget>
#include <optional>

#include "core/report/ram_band.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

class RamBar : public QWidget {
  Q_OBJECT

public:
  explicit RamBar(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  const std::optional<report::RamBand>& band() const { return band_; }
  // The line above the bar: "RAM: 1.00 MiB. Give back 800 bytes: ...".
  QString text() const;
  QSize sizeHint() const override;

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

private:
  QRectF barRect() const;
  QRectF partRect(const report::RamPart& part) const;

  std::optional<report::RamBand> band_;
};

} // namespace arenascope::ui
