// The view of a table of numbers side by side, with bars behind them.
#pragma once

#include <QString>

class QTableView;

namespace arenascope::ui {

class ComparisonModel;

// name: for screen readers and, as the object's name, for whoever looks for it.
QTableView* makeComparisonTable(ComparisonModel* model, const QString& objectName, const QString& name);

} // namespace arenascope::ui
