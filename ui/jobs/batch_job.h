// Profiles several requests on separate threads and reports progress to the window.
#pragma once

#include <memory>
#include <vector>

#include "service/profile/profile_all.h"
#include "ui/jobs/latest_run.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// One batch runs at a time; starting another cancels the one before, whose results are then not reported any more.
class BatchJob : public QObject {
  Q_OBJECT

public:
  using Results = std::vector<Result<report::Report>>;

  explicit BatchJob(QObject* parent = nullptr);

  void start(std::vector<service::ProfileRequest> requests);
  void cancel() { runs_.drop(); }
  bool running() const { return runs_.current() != nullptr; }

signals:
  void progress(const QString& step);
  // The first request's, before its inference has run.
  void allocated(const arenascope::ui::ReportPointer& report);
  // In the order of the requests.
  void finished(const std::shared_ptr<const arenascope::ui::BatchJob::Results>& results);

private:
  struct Run {
    explicit Run(std::vector<service::ProfileRequest> all) : requests(std::move(all)), control(requests.size()) {}

    std::vector<service::ProfileRequest> requests;
    service::BatchControl control;

    void cancel() { control.cancel(); }
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
