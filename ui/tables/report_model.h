// A table of something that a report has many of: operators, tensors, allocations. Rows know what they are in the
// selection that all views share.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"
#include "ui/tables/cell_delegate.h"

namespace arenascope::ui {

class ReportModel : public QAbstractTableModel {
  Q_OBJECT

public:
  struct Column {
    QString name;
    QString help;
    bool number = true; // to the right, sorted by value
    bool adds = false;  // several rows have a sum
    QString title = {}; // in the header; empty: the name with a capital
    int extra = 0;      // above 0: there where it has room, those with small numbers first
    bool bars = false;  // takes a share of the room left over
  };
  // What a cell shows and what it is sorted by.
  struct Cell {
    QString text;
    QVariant value;
  };
  static constexpr int kSortRole = Qt::UserRole + 1;
  static constexpr int kTitleRole = Qt::UserRole + 2; // of a header: as a person reads it
  static constexpr int kBarRole = CellDelegate::kBarRole;
  static constexpr int kPeakRole = CellDelegate::kPeakRole;
  static constexpr int kFamilyRole = CellDelegate::kFamilyRole;
  static constexpr int kQuietRole = CellDelegate::kQuietRole;

  explicit ReportModel(std::vector<Column> columns, QObject* parent = nullptr)
      : QAbstractTableModel(parent), columns_(std::move(columns)) {}

  void setReport(const ReportPointer& report);
  const std::vector<Column>& columns() const { return columns_; }
  const ReportPointer& report() const { return report_; }

  // Selects what a row stands for.
  virtual void select(Selection& selection, int row) const = 0;
  // Whether a row stands for what is selected, or belongs to it.
  virtual bool isSelected(const Selection& selection, int row) const = 0;
  // Columns that this report has nothing for.
  virtual bool isEmptyColumn(int /*column*/) const { return false; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  // The report has changed; called inside a reset of the model.
  virtual void load() {}
  // Only with a report.
  virtual int rows() const = 0;
  virtual Cell cell(int row, int column) const = 0;
  virtual QString toolTip(int /*row*/) const { return {}; }
  // Of the roles above.
  virtual QVariant look(int /*row*/, int /*column*/, int /*role*/) const { return {}; }

  // Numbers with separators between thousands.
  static Cell number(std::uint64_t value);
  static Cell words(const std::string& text);

private:
  std::vector<Column> columns_;
  ReportPointer report_;
};

} // namespace arenascope::ui
