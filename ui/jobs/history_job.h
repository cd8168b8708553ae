// Looks on a separate thread for the history of the model on screen, in its project's Git repository.
#pragma once

#include <memory>

#include "core/history/timeline.h"
#include "ui/jobs/latest_run.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// nullptr: the model has none.
using HistoryPointer = std::shared_ptr<const history::Series>;

// One job runs at a time; nothing is heard of the one before.
class HistoryJob : public QObject {
  Q_OBJECT

public:
  explicit HistoryJob(QObject* parent = nullptr) : QObject(parent) {}

  void start(const ReportPointer& report);
  void cancel() { runs_.drop(); }

signals:
  void found(const arenascope::ui::HistoryPointer& history);

private:
  struct Run {
    ReportPointer report;

    void cancel() {} // it takes some milliseconds
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
