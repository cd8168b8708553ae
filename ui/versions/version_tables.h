// The tables of Before and after: layers that changed, figures, and layers that are the same. They stand in a drawer.
#pragma once

#include <QObject>
#include <QString>
#include <array>

#include "ui/versions/version_list.h"

class QAbstractItemModel;
class QComboBox;
class QTableView;

namespace arenascope::ui {

class ComparisonModel;
class LayerChangesModel;

class VersionTables : public QObject {
  Q_OBJECT

public:
  explicit VersionTables(QObject* parent);

  // Widgets that the drawer takes over.
  struct Table {
    const char* name;
    QString title;
    QTableView* view;
    QWidget* filter;
  };
  static constexpr std::size_t kTables = 3;
  const std::array<Table, kTables>& all() const { return tables_; }
  std::size_t rowsOf(std::size_t table) const;

  // nullptr: nothing is compared.
  void setVersions(const Version* before, const Version* after);

signals:
  // A layer of the model as it is was chosen; row: in Report::operators.
  void layerChosen(int row);
  // Other rows.
  void changed();

private:
  Table makeTable(QAbstractItemModel* model, const char* name, const QString& title);
  QTableView* makeLayerTable(LayerChangesModel* model);
  QWidget* makeFilter(QTableView* view, const QString& title);
  void addMeasure();
  void show();

  std::optional<report::Comparison> compared_;
  std::vector<ComparisonRow> more_; // figures of the version alone
  LayerChangesModel* changed_;
  ComparisonModel* figures_;
  LayerChangesModel* same_;
  QComboBox* measure_; // compared of each layer
  std::array<Table, kTables> tables_;
};

} // namespace arenascope::ui
