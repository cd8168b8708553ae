// Profiles a model on a thread of its own and tells the window how it goes.
#pragma once

#include <QObject>
#include <QThread>
#include <memory>

#include "emulator/session/profiler.h"
#include "ui/report_pointer.h"

namespace arenascope::ui {

// One job runs at a time; starting another cancels the one before, whose results are then not reported any more.
class ProfileJob : public QObject {
  Q_OBJECT

public:
  explicit ProfileJob(QObject* parent = nullptr);
  ~ProfileJob() override;

  void start(const session::ProfileRequest& request);
  void cancel();
  bool running() const { return current_ != nullptr; }

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
  struct Run;
  void report(const std::shared_ptr<Run>& run, const profile::Result<profile::Report>& result);
  void stopCurrent();

  std::shared_ptr<Run> current_;
  std::vector<std::unique_ptr<QThread>> threads_;
};

} // namespace arenascope::ui
