#include "ui/jobs/batch_job.h"

namespace arenascope::ui {

BatchJob::BatchJob(QObject* parent) : QObject(parent) {}

void BatchJob::start(std::vector<service::ProfileRequest> requests) {
  const auto work = [this](Run& now, const auto& tell) {
    const auto onProgress = [this, tell](const service::Progress& at) {
      tell([this, text = QString::fromStdString(service::describe(at))] { emit progress(text); });
    };
    const auto onAllocation = [this, tell](std::size_t request, const report::Report& report) {
      if (request > 0) return;
      tell([this, early = std::make_shared<const report::Report>(report)] { emit allocated(early); });
    };
    return std::make_shared<const Results>(service::profileAll(now.requests, onProgress, now.control, onAllocation));
  };
  runs_.start(std::make_shared<Run>(std::move(requests)), work,
              [this](const std::shared_ptr<const Results>& results) { emit finished(results); });
}

} // namespace arenascope::ui
