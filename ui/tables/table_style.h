// What all tables of the window have in common.
#pragma once

#include <QTableView>

#include "ui/style/type.h"
#include "ui/tables/table_header.h"

namespace arenascope::ui {

// Dense rows that are chosen as a whole and not edited, without a grid.
inline void styleTable(QTableView& table) {
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setShowGrid(false);
  table.setHorizontalHeader(new TableHeader(&table));
  table.verticalHeader()->hide();
  constexpr int kRow = 23; // pixels of the design
  table.verticalHeader()->setMinimumSectionSize(scaled(kRow));
  table.verticalHeader()->setDefaultSectionSize(scaled(kRow));
}

} // namespace arenascope::ui
