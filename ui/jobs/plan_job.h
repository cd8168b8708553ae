// Plans a model's memory on a thread of its own and tells the window how it goes.
#pragma once

#include <memory>

#include "emulator/session/planning.h"
#include "ui/jobs/latest_run.h"

namespace arenascope::ui {

using PlanPointer = std::shared_ptr<const plan::PlanReport>;

// One job runs at a time; starting another cancels the one before, whose plan is then not reported any more.
class PlanJob : public QObject {
  Q_OBJECT

public:
  explicit PlanJob(QObject* parent = nullptr);

  void start(session::PlanRequest request);
  void cancel() { runs_.drop(); }
  // What was found by now is the answer.
  void endSearch();
  bool running() const { return runs_.current() != nullptr; }

signals:
  void progress(const QString& step);
  void finished(const arenascope::ui::PlanPointer& plan);
  void failed(const QString& message);

private:
  struct Run {
    session::PlanRequest request;
    session::RunControl control;
    std::shared_ptr<std::atomic<bool>> enough = std::make_shared<std::atomic<bool>>(false);

    void cancel() { control.cancelled = true; }
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
