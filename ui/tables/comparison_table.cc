#include "ui/tables/comparison_table.h"

#include <QTableView>

#include "ui/tables/cell_delegate.h"
#include "ui/tables/comparison_model.h"
#include "ui/tables/table_style.h"

namespace arenascope::ui {

QTableView* makeComparisonTable(ComparisonModel* model, const QString& objectName, const QString& name) {
  auto* table = new QTableView;
  table->setModel(model);
  table->setItemDelegate(new CellDelegate(table));
  table->setObjectName(objectName);
  table->setAccessibleName(name);
  styleTable(*table);
  table->setWordWrap(false);
  return table;
}

void fitColumns(QTableView& table) {
  QHeaderView& header = *table.horizontalHeader();
  header.setSectionResizeMode(QHeaderView::Interactive);
  table.resizeColumnsToContents();
  int widest = 0;
  for (int column = 1; column + 1 < header.count(); ++column) widest = std::max(widest, header.sectionSize(column));
  for (int column = 1; column + 1 < header.count(); ++column) header.resizeSection(column, widest);
  if (header.count() > 0) header.setSectionResizeMode(0, QHeaderView::Stretch);
}

} // namespace arenascope::ui
