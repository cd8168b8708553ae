// The reports of a comparison as pictures, next to each other on one scale of bytes.
#pragma once

#include <QWidget>
#include <vector>

#include "core/profile/comparison.h"
#include "ui/pictures/inference_picture.h"

namespace arenascope::ui {

class SideBySideView : public QWidget {
  Q_OBJECT

public:
  explicit SideBySideView(QWidget* parent = nullptr);

  // nullptr: there is nothing to compare.
  void setComparison(const profile::Comparison* comparison);
  void setColourBy(ColourBy by);
  // The pictures and where they lie in the widget.
  std::size_t count() const { return sides_.size(); }
  LensLayout layoutOf(std::size_t side) const;

  QSize sizeHint() const override { return {760, 420}; }

protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

private:
  struct Side {
    QString title;
    ReportPointer report;
    InferencePicture picture;
  };

  void makeSides();
  QRectF cellOf(std::size_t side) const;

  std::vector<ReportPointer> reports_;
  std::vector<QString> titles_;
  ColourBy colourBy_ = ColourBy::kTensor;
  std::vector<Side> sides_;
  double mostBytes_ = 1.0;
};

} // namespace arenascope::ui
