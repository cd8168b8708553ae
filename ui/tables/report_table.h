// A table of a report with a search line: sorted by any column, filtered as one types, copied as text or CSV; columns
// are remembered, and the selection is the one that all views share.
#pragma once

#include <QTableView>
#include <QWidget>

#include "ui/tables/report_model.h"

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;

namespace arenascope::ui {

class ReportTable : public QWidget {
  Q_OBJECT

public:
  // name: of the table, for settings and for tests; the model becomes its child. wide: the column that takes the room
  // left over.
  ReportTable(const QString& name, const QString& title, ReportModel* model, int wide, Selection& selection,
              QWidget* parent = nullptr);
  ~ReportTable() override;

  void setReport(const ReportPointer& report);
  QTableView* view() const { return view_; }
  QLineEdit* search() const { return search_; }
  // The search line and the number of rows, to be put above the table.
  QWidget* filterBar() const { return bar_; }
  std::size_t rowCount() const;
  // The rows on screen, in their order: with tabs between cells, or as CSV. Only the selected ones where some are.
  QString text(bool csv) const;
  void copy(bool csv) const;

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void buildLayout(const QString& title);
  void addActions();
  void applyFilter(const QString& text);
  void sortLargestFirst(int column, Qt::SortOrder order);
  void showCount();
  void takeRowSelection();
  void showSelection();
  void chooseColumns(const QPoint& position);
  void hideEmptyColumns();
  void widenColumns();
  void fitWideColumn();
  int contentWidth(int column) const;
  int roomBeside(const QList<int>& columns) const;
  void makeRoomForBars(const QList<int>& bars);
  bool isExtra(int column) const;
  void saveColumns() const;

  Selection& selection_;
  ReportModel* model_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_;
  QLineEdit* search_;
  QWidget* bar_;
  QLabel* count_; // of rows; of several selected ones what they add up to
  QLabel* empty_; // what to do where there is no report
  int wide_;
  int sortedBy_ = -1; // column
  bool restored_ = false;
  bool updating_ = false;
};

} // namespace arenascope::ui
