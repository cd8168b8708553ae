// "Was 84,000 on Tuesday", below the arena's size: the size before, from the project's history.
#pragma once

#include <QDate>
#include <QToolButton>

#include "ui/jobs/history_job.h"

namespace arenascope::ui {

// now: bytes of the recommended arena.
QString pastText(const history::Series& history, std::uint64_t now, const QDate& today);

// Hidden where the model has no history.
class PastLine : public QToolButton {
  Q_OBJECT

public:
  explicit PastLine(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);

signals:
  // It was clicked.
  void historyWanted(const arenascope::ui::HistoryPointer& history);

private:
  void showHistory(const HistoryPointer& history);

  HistoryJob job_;
  ReportPointer report_;
  HistoryPointer history_;
};

} // namespace arenascope::ui
