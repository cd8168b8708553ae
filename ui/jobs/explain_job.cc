#include "ui/jobs/explain_job.h"

namespace arenascope::ui {

// What the worker thread and the job share; the job lets go of it when it is not interested any more.
struct ExplainJob::Run {
  session::ExplainRequest request;
  session::BatchControl control{session::explainedRuns()};
};

ExplainJob::ExplainJob(QObject* parent) : QObject(parent) {}

ExplainJob::~ExplainJob() {
  cancel();
  for (const auto& thread : threads_) thread->wait();
}

void ExplainJob::cancel() {
  if (current_ != nullptr) current_->control.cancel();
  current_.reset();
}

void ExplainJob::start(session::ExplainRequest request) {
  cancel();
  std::erase_if(threads_, [](const auto& thread) { return thread->isFinished(); });
  auto run = std::make_shared<Run>();
  run->request = std::move(request);
  current_ = run;
  threads_.emplace_back(QThread::create([this, run] {
    const auto result = session::explainText(run->request, nullptr, run->control);
    QMetaObject::invokeMethod(this, [this, run, result] { report(run, result); });
  }));
  threads_.back()->start();
}

void ExplainJob::report(const std::shared_ptr<Run>& run, const profile::Result<session::ExplainedText>& result) {
  if (current_ != run) return;
  current_.reset();
  if (result)
    emit finished(std::make_shared<const session::ExplainedText>(*result));
  else
    emit failed(QString::fromStdString(result.error().message));
}

} // namespace arenascope::ui
