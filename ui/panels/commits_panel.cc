#include "ui/panels/commits_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

enum Column : int { kCommit, kDay, kArena, kCycles, kSubject, kChange, kColumns };

QString figureText(const history::Row& row, const char* figure) {
  const auto value = row.figure(figure);
  return value ? groupedText(*value) : row.ok() ? QString() : CommitsPanel::tr("failed");
}

QString changesText(const history::Point& point) {
  QStringList lines;
  for (const std::string& line : linesOf(point, point.row)) lines << QString::fromStdString(line);
  return lines.join(QLatin1Char('\n'));
}

} // namespace

CommitsPanel::CommitsPanel(QWidget* parent) : QWidget(parent), settings_(new QLabel), table_(new QTableWidget) {
  settings_->setWordWrap(true);
  settings_->setProperty("role", QStringLiteral("caption"));
  table_->setObjectName(QStringLiteral("commitsTable"));
  table_->setAccessibleName(tr("Arena by commit"));
  table_->setColumnCount(kColumns);
  table_->setHorizontalHeaderLabels(
      {tr("commit"), tr("date"), tr("arena, bytes"), tr("cycles"), tr("subject"), tr("change")});
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(settings_);
  layout->addWidget(table_, 1);
  setHistory(nullptr);
}

void CommitsPanel::setHistory(const HistoryPointer& history) {
  table_->setRowCount(0);
  table_->setVisible(history != nullptr);
  settings_->setText(history != nullptr ? QString::fromStdString(history->path + ", " + history->newest().settings())
                                        : tr("This model has no history. `arenascope profile MODEL --record` adds the "
                                             "present commit, `arenascope history backfill` measures old ones."));
  if (history == nullptr) return;
  const auto count = static_cast<int>(history->points.size());
  table_->setRowCount(count);
  for (int row = 0; row < count; ++row) {
    const history::Point& point = history->points[static_cast<std::size_t>(count - 1 - row)]; // the newest is above
    const QString texts[kColumns] = {QString::fromStdString(point.row.shortCommit()),
                                     QString::fromStdString(point.row.day()),
                                     figureText(point.row, "recommended"),
                                     figureText(point.row, "cycles"),
                                     QString::fromStdString(point.row.subject),
                                     changesText(point)};
    for (int column = 0; column < kColumns; ++column) {
      auto* item = new QTableWidgetItem(texts[column]);
      if (column == kArena || column == kCycles) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (column == kSubject || column == kChange) item->setToolTip(texts[column]);
      table_->setItem(row, column, item);
    }
  }
  table_->resizeColumnsToContents();
  table_->resizeRowsToContents();
}

} // namespace arenascope::ui
