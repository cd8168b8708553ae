// The header of all tables: quiet titles, and an arrow beside the one that rows are sorted by.
#pragma once

#include <QHeaderView>

namespace arenascope::ui {

class TableHeader : public QHeaderView {
  Q_OBJECT

public:
  explicit TableHeader(QWidget* parent = nullptr);

protected:
  void paintSection(QPainter* painter, const QRect& box, int column) const override;
  QSize sectionSizeFromContents(int column) const override;
};

} // namespace arenascope::ui
