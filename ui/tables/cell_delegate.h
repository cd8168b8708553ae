// Cells of a report's tables: a number with a bar beside it, a name with the colour of its kind.
#pragma once

#include <QStyledItemDelegate>

namespace arenascope::ui {

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  // Roles of an index.
  static constexpr int kBarRole = Qt::UserRole + 16;    // 0 to 1, of the column's largest; invalid: no bar
  static constexpr int kPeakRole = Qt::UserRole + 17;   // the bar makes the peak, or what is said does not fit
  static constexpr int kFamilyRole = Qt::UserRole + 18; // report::Family as a number; invalid: none
  static constexpr int kQuietRole = Qt::UserRole + 19;  // less important than the rest

  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace arenascope::ui
