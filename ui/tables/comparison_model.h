// A table of numbers side by side: figures of reports.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "core/report/comparison.h"

namespace arenascope::ui {

struct ComparisonRow {
  QString name;
  QString help;
  std::vector<std::optional<std::uint64_t>> values; // of each side
};

std::vector<ComparisonRow> figureRows(const report::Comparison& comparison);

// Columns: name, a value for each side, and how the second differs from the first.
class ComparisonModel : public QAbstractTableModel {
  Q_OBJECT

public:
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(const QString& nameTitle, const QStringList& titles, std::vector<ComparisonRow> rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  const std::optional<std::uint64_t>* value(const QModelIndex& index) const;
  QString text(const QModelIndex& index) const;

  QString nameTitle_;
  QStringList titles_;
  std::vector<ComparisonRow> rows_;
};

} // namespace arenascope::ui
