// Versions as points on a line to drag along: arena to the right, ever smaller; cycles down, ever more.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/charts/theme.h"
#include "ui/versions/version_list.h"

namespace arenascope::ui {

class VersionLine : public QWidget {
  Q_OBJECT

public:
  explicit VersionLine(QWidget* parent = nullptr);

  // Those that are on the line are shown; positions are those of this list. Does not select.
  void setVersions(std::vector<Version> versions);
  void setSelected(std::size_t version);
  std::size_t selected() const { return selected_; }
  // What the selected one is compared with.
  void setBase(std::size_t version);
  // Sizes of arena as marks, with what they are; 0: none.
  void setTarget(std::uint64_t bytes);
  void setBoard(std::uint64_t bytes, const QString& name);
  // Of the search, "Looking for savings, 4 of 12"; empty: it is done.
  void setState(const QString& state);
  // Of a version on the line, in the widget's pixels.
  QPointF centreOf(std::size_t version) const;

  QSize sizeHint() const override;

signals:
  void versionChosen(std::size_t version);

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

private:
  struct Axis {
    double first = 0; // bytes at the left end
    double last = 0;
    double least = 0; // percent at the top
    double most = 1;
    QRectF plot;
  };
  Axis axis() const;
  static QPointF placeOn(const Axis& axis, double bytes, double growth);
  std::optional<std::size_t> nearest(double x) const;
  void choose(std::optional<std::size_t> version);
  // Positions of those that are on the line, as they stand there.
  std::vector<std::size_t> onLine() const;
  void paintTitle(QPainter& painter, const Theme& theme) const;
  void paintAxis(QPainter& painter, const Axis& axis, const Theme& theme) const;
  void paintMark(QPainter& painter, const Axis& axis, std::uint64_t bytes, const QString& name,
                 const QColor& colour) const;
  void paintPoints(QPainter& painter, const Axis& axis, const Theme& theme) const;
  void paintLabels(QPainter& painter, const Axis& axis, const Theme& theme) const;
  QString labelOf(std::size_t version) const;

  std::vector<Version> versions_;
  std::size_t selected_ = 0;
  std::size_t base_ = 0;
  std::uint64_t target_ = 0;
  std::uint64_t board_ = 0;
  QString boardName_;
  QString state_;
};

} // namespace arenascope::ui
