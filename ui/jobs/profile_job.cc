#include "ui/jobs/profile_job.h"

namespace arenascope::ui {

ProfileJob::ProfileJob(QObject* parent) : QObject(parent) {}

void ProfileJob::cancel() {
  if (!running()) return;
  runs_.drop();
  emit cancelled();
}

void ProfileJob::start(const service::ProfileRequest& request) {
  auto run = std::make_shared<Run>();
  run->request = request;
  const auto work = [this](Run& now, const auto& tell) {
    const service::ProfileObserver observer{
        .onAllocation =
            [this, tell](const report::Report& report) {
              tell([this, shared = std::make_shared<const report::Report>(report)] { emit allocationReady(shared); });
            },
        .onProgress =
            [this, tell](const service::Progress& at) {
              tell([this, text = QString::fromStdString(service::describe(at)), fraction = at.fraction] {
                emit progress(text, fraction);
              });
            }};
    return service::profileModel(now.request, observer, now.control);
  };
  runs_.start(run, work, [this](const Result<report::Report>& result) {
    if (result)
      emit finished(std::make_shared<const report::Report>(*result));
    else
      emit failed(QString::fromStdString(result.error().message));
  });
  emit started();
}

} // namespace arenascope::ui
