#include "ui/jobs/profile_job.h"

namespace arenascope::ui {

ProfileJob::ProfileJob(QObject* parent) : QObject(parent) {}

void ProfileJob::cancel() {
  if (!running()) return;
  runs_.drop();
  emit cancelled();
}

void ProfileJob::start(const session::ProfileRequest& request) {
  auto run = std::make_shared<Run>();
  run->request = request;
  const auto work = [this](Run& now, const auto& tell) {
    const session::ProfileObserver observer{
        .onAllocation =
            [this, tell](const profile::Report& report) {
              tell([this, shared = std::make_shared<const profile::Report>(report)] { emit allocationReady(shared); });
            },
        .onProgress =
            [this, tell](const session::Progress& at) {
              tell([this, text = QString::fromStdString(session::describe(at)), fraction = at.fraction] {
                emit progress(text, fraction);
              });
            }};
    return session::profileModel(now.request, observer, now.control);
  };
  runs_.start(run, work, [this](const Result<profile::Report>& result) {
    if (result)
      emit finished(std::make_shared<const profile::Report>(*result));
    else
      emit failed(QString::fromStdString(result.error().message));
  });
  emit started();
}

} // namespace arenascope::ui
