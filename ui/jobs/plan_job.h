// Plans a model's memory on a thread of its own and tells the window how it goes.
#pragma once

#include <QObject>
#include <QThread>
#include <memory>

#include "emulator/session/planning.h"

namespace arenascope::ui {

using PlanPointer = std::shared_ptr<const plan::PlanReport>;

// One job runs at a time; starting another cancels the one before, whose plan is then not reported any more.
class PlanJob : public QObject {
  Q_OBJECT

public:
  explicit PlanJob(QObject* parent = nullptr);
  ~PlanJob() override;

  void start(session::PlanRequest request);
  void cancel();
  // What was found by now is the answer.
  void endSearch();
  bool running() const { return current_ != nullptr; }

signals:
  void progress(const QString& step);
  void finished(const arenascope::ui::PlanPointer& plan);
  void failed(const QString& message);

private:
  struct Run;
  void report(const std::shared_ptr<Run>& run, const profile::Result<plan::PlanReport>& result);

  std::shared_ptr<Run> current_;
  std::vector<std::unique_ptr<QThread>> threads_;
};

} // namespace arenascope::ui
