// The model's history: a row for each commit with its figures and what moved them.
#pragma once

#include <QWidget>

#include "ui/jobs/history_job.h"

class QLabel;
class QTableWidget;

namespace arenascope::ui {

class CommitsPanel : public QWidget {
  Q_OBJECT

public:
  explicit CommitsPanel(QWidget* parent = nullptr);

  void setHistory(const HistoryPointer& history);

private:
  QLabel* settings_; // what the figures are of, or how a history comes to be
  QTableWidget* table_;
};

} // namespace arenascope::ui
