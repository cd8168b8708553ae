// What all tables of the window have in common.
#pragma once

#include <QHeaderView>
#include <QTableView>

namespace arenascope::ui {

// Dense rows that are chosen as a whole and not edited, without a grid.
inline void styleTable(QTableView& table) {
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setAlternatingRowColors(true);
  table.setShowGrid(false);
  table.verticalHeader()->hide();
  table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
  table.horizontalHeader()->setHighlightSections(false);
}

} // namespace arenascope::ui
