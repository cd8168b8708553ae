// What all tables of the window have in common.
#pragma once

#include <QLineEdit>
#include <QTableView>

#include "ui/state/escape_key.h"
#include "ui/style/clear_button.h"
#include "ui/style/icons.h"
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

// As wide as in the design where there is room for it.
class FilterLine : public QLineEdit {
public:
  QSize sizeHint() const override { return {scaled(220), QLineEdit::sizeHint().height()}; }
  QSize minimumSizeHint() const override { return {scaled(80), QLineEdit::minimumSizeHint().height()}; }
};

// Where the user types what rows of a table are to contain. title: of the table, for screen readers.
inline void styleFilter(QLineEdit& filter, const QString& title) {
  filter.setPlaceholderText(QObject::tr("Filter"));
  filter.setAccessibleName(QObject::tr("Filter of %1").arg(title));
  filter.setProperty("role", QStringLiteral("filter"));
  filter.addAction(icon(Glyph::kSearch), QLineEdit::LeadingPosition)->setText(QObject::tr("Filter"));
  addClearButton(filter);
  new EscapeKey(
      &filter, [&filter] { return !filter.text().isEmpty(); }, [&filter] { filter.clear(); });
}

} // namespace arenascope::ui
