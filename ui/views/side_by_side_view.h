// Reports as pictures, next to each other on one scale of bytes: those of a comparison, or others.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/charts/inference_chart.h"
#include "ui/charts/picture_export.h"

namespace arenascope::ui {

class SideBySideView : public QWidget {
  Q_OBJECT

public:
  explicit SideBySideView(QWidget* parent = nullptr);

  struct Titled {
    QString title;
    ReportPointer report; // one whose arena is known
  };
  void setReports(std::vector<Titled> reports);
  void setColourBy(ColourBy by);
  // Of versions of one model: with cycles below, and what an arena has less than the first as a field above it.
  void setOfVersions(bool ofVersions) { ofVersions_ = ofVersions; }
  // The pictures and where they lie in the widget.
  std::size_t count() const { return sides_.size(); }
  ArenaLayout layoutOf(std::size_t side) const { return layoutOf(side, size()); }
  // Where a picture's own pixels begin.
  QPointF originOf(std::size_t side) const { return cellOf(side, size()).topLeft(); }
  // All that is on screen, for a file; none where there is nothing.
  PaintPicture painter() const;

  QSize sizeHint() const override { return {760, 420}; }

  // What is said where there is nothing to show.
  void setEmptyText(const QString& text) { emptyText_ = text; }

protected:
  // What is marked in a picture.
  virtual InferenceMarks marksOf(std::size_t /*side*/) const { return {}; }
  const InferenceChart& picture(std::size_t side) const { return sides_[side].picture; }
  // In units of the axes of the picture there; nothing outside the plots.
  struct Place {
    std::size_t side;
    double time;
    double bytes;
  };
  std::optional<Place> placeAt(const QPointF& position) const;

  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

private:
  struct Side {
    Titled titled;
    InferenceChart picture;
  };

  void makeSides();
  // In a picture of that size.
  QRectF cellOf(std::size_t side, const QSizeF& size) const;
  ArenaLayout layoutOf(std::size_t side, const QSizeF& size) const;
  double stripHeight() const; // of cycles, in pixels
  void paintTitle(QPainter& painter, const QRectF& place, const Side& side, const Theme& theme) const;
  void paintFreed(QPainter& painter, const ArenaLayout& layout, std::size_t side, const Theme& theme) const;
  void paintSides(QPainter& painter, const QSizeF& size, const Theme& theme, bool marked) const;

  QString emptyText_;
  std::vector<Titled> reports_;
  ColourBy colourBy_ = ColourBy::kFamily;
  bool ofVersions_ = false;
  std::vector<Side> sides_;
  double mostBytes_ = 1.0;
};

} // namespace arenascope::ui
