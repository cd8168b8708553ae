// The view of a table of numbers side by side, with bars behind them.
#pragma once

#include <QString>

class QTableView;

namespace arenascope::ui {

class ComparisonModel;

// name: for screen readers and, as the object's name, for whoever looks for it.
QTableView* makeComparisonTable(ComparisonModel* model, const QString& objectName, const QString& name);

// All columns as wide as what is in them, the numbers of both sides alike; names take the rest. Once the rows are
// there.
void fitColumns(QTableView& table);

} // namespace arenascope::ui
