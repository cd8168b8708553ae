#include "ui/jobs/plan_job.h"

namespace arenascope::ui {

PlanJob::PlanJob(QObject* parent) : QObject(parent) {}

void PlanJob::endSearch() {
  if (runs_.current() != nullptr) *runs_.current()->enough = true;
}

void PlanJob::start(session::PlanRequest request) {
  auto run = std::make_shared<Run>();
  run->request = std::move(request);
  run->request.enough = run->enough;
  const auto work = [this](Run& now, const auto& tell) {
    const session::ProfileObserver observer{
        .onAllocation = {}, .onProgress = [this, tell](const session::Progress& at) {
          tell([this, text = QString::fromStdString(session::describe(at))] { emit progress(text); });
        }};
    return session::planModel(now.request, observer, now.control);
  };
  runs_.start(run, work, [this](const Result<plan::PlanReport>& result) {
    if (result)
      emit finished(std::make_shared<const plan::PlanReport>(*result));
    else
      emit failed(QString::fromStdString(result.error().message));
  });
}

} // namespace arenascope::ui
