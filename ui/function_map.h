// Where the cycles of an inference go: a field for each operator, divided among its functions. Operators that ran
// several times are one field; those that run inside another have their own.
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "ui/report_pointer.h"
#include "ui/selection.h"
#include "ui/theme.h"

namespace arenascope::ui {

// The fields and what they stand for.
class FunctionMapLayout {
public:
  struct Tile {
    QRectF rect;
    int op = -1;      // row of Report::operators; -1: the interpreter itself
    QString function; // empty: the operator as a whole
    std::uint64_t cycles = 0;
    int colour = 0; // the same for a function everywhere
  };

  // titleHeight: of the line above an operator's functions, where there is room for one.
  FunctionMapLayout(const profile::Report& report, const QRectF& area, double titleHeight);

  // Operators in front of the functions inside them.
  const std::vector<Tile>& tiles() const { return tiles_; }
  // The innermost; nullptr beside all of them.
  const Tile* at(const QPointF& point) const;

private:
  void addFunctions(const std::vector<profile::FunctionCost>& functions, int op, const QRectF& area);

  std::map<std::string, int> colours_;
  std::vector<Tile> tiles_;
};

class FunctionMap : public QWidget {
  Q_OBJECT

public:
  explicit FunctionMap(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);

  FunctionMapLayout layoutNow() const;
  QSize sizeHint() const override { return {600, 220}; }

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

private:
  bool hasContent() const { return report_ != nullptr && report_->cost.has_value(); }
  void paintTile(QPainter& painter, const FunctionMapLayout::Tile& tile, const Theme& theme) const;
  QString titleOf(const FunctionMapLayout::Tile& tile) const;
  QString describe(const FunctionMapLayout::Tile& tile) const;
  double share(std::uint64_t cycles) const;
  bool isSelected(int op) const;

  Selection& selection_;
  ReportPointer report_;
};

} // namespace arenascope::ui
