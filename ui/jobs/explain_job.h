// Explains a pasted text on a separate thread and tells the window what it means.
#pragma once

#include <memory>

#include "service/diagnose/explaining.h"
#include "ui/jobs/latest_run.h"

namespace arenascope::ui {

// One job runs at a time; starting another cancels the one before, whose answer is then not reported any more.
class ExplainJob : public QObject {
  Q_OBJECT

public:
  explicit ExplainJob(QObject* parent = nullptr);

  void start(service::ExplainRequest request);
  void cancel() { runs_.drop(); }
  bool running() const { return runs_.current() != nullptr; }

signals:
  void finished(const std::shared_ptr<const arenascope::service::ExplainedText>& explained);
  void failed(const QString& message);

private:
  struct Run {
    service::ExplainRequest request;
    service::BatchControl control{service::explainedRuns()};

    void cancel() { control.cancel(); }
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
