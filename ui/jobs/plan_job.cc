#include "ui/jobs/plan_job.h"

#include <algorithm>

namespace arenascope::ui {

// What the worker thread and the job share; the job lets go of it when it is not interested any more.
struct PlanJob::Run {
  session::PlanRequest request;
  session::RunControl control;
  std::shared_ptr<std::atomic<bool>> enough = std::make_shared<std::atomic<bool>>(false);
};

PlanJob::PlanJob(QObject* parent) : QObject(parent) {}

PlanJob::~PlanJob() {
  cancel();
  for (const auto& thread : threads_) thread->wait();
}

void PlanJob::cancel() {
  if (current_ != nullptr) current_->control.cancelled = true;
  current_.reset();
}

void PlanJob::endSearch() {
  if (current_ != nullptr) *current_->enough = true;
}

void PlanJob::start(session::PlanRequest request) {
  cancel();
  std::erase_if(threads_, [](const auto& thread) { return thread->isFinished(); });
  auto run = std::make_shared<Run>();
  run->request = std::move(request);
  run->request.enough = run->enough;
  current_ = run;
  threads_.emplace_back(QThread::create([this, run] {
    const session::ProfileObserver observer{
        .onAllocation = {}, .onProgress = [this, run](const session::Progress& now) {
          QMetaObject::invokeMethod(this, [this, run, text = QString::fromStdString(session::describe(now))] {
            if (current_ == run) emit progress(text);
          });
        }};
    const profile::Result<plan::PlanReport> result = session::planModel(run->request, observer, run->control);
    QMetaObject::invokeMethod(this, [this, run, result] { report(run, result); });
  }));
  threads_.back()->start();
}

void PlanJob::report(const std::shared_ptr<Run>& run, const profile::Result<plan::PlanReport>& result) {
  if (current_ != run) return;
  current_.reset();
  if (result)
    emit finished(std::make_shared<const plan::PlanReport>(*result));
  else
    emit failed(QString::fromStdString(result.error().message));
}

} // namespace arenascope::ui
