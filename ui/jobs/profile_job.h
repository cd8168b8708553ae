// Profiles a model on a separate thread and tells the window how it goes.
#pragma once

#include "service/profile/profiler.h"
#include "ui/jobs/latest_run.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// One job runs at a time; starting another cancels the one before, whose results are then not reported any more.
class ProfileJob : public QObject {
  Q_OBJECT

public:
  explicit ProfileJob(QObject* parent = nullptr);

  void start(const service::ProfileRequest& request);
  void cancel();
  bool running() const { return runs_.current() != nullptr; }

signals:
  void started();
  // The allocation is known, the inference still runs.
  void allocationReady(const arenascope::ui::ReportPointer& report);
  void progress(const QString& step, double fraction);
  // The whole report, its error included.
  void finished(const arenascope::ui::ReportPointer& report);
  // No report at all: the model could not be loaded.
  void failed(const QString& message);
  void cancelled();

private:
  struct Run {
    service::ProfileRequest request;
    engine::RunControl control;

    void cancel() { control.cancelled = true; }
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
