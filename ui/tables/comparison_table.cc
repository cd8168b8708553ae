#include "ui/tables/comparison_table.h"

#include <QTableView>

#include "ui/tables/comparison_model.h"
#include "ui/tables/share_delegate.h"
#include "ui/tables/table_style.h"

namespace arenascope::ui {

QTableView* makeComparisonTable(ComparisonModel* model, const QString& objectName, const QString& name) {
  auto* table = new QTableView;
  table->setModel(model);
  table->setItemDelegate(new ShareDelegate(table));
  table->setObjectName(objectName);
  table->setAccessibleName(name);
  styleTable(*table);
  table->setWordWrap(false);
  return table;
}

} // namespace arenascope::ui
