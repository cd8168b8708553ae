#include "ui/jobs/profile_job.h"

#include <algorithm>

namespace arenascope::ui {

// What the worker thread and the job share; the job lets go of it when it is not interested any more.
struct ProfileJob::Run {
  session::ProfileRequest request;
  session::RunControl control;
};

ProfileJob::ProfileJob(QObject* parent) : QObject(parent) {}

ProfileJob::~ProfileJob() {
  stopCurrent();
  for (const auto& thread : threads_) thread->wait();
}

void ProfileJob::stopCurrent() {
  if (current_ != nullptr) current_->control.cancelled = true;
  current_.reset();
}

void ProfileJob::cancel() {
  if (current_ == nullptr) return;
  stopCurrent();
  emit cancelled();
}

void ProfileJob::start(const session::ProfileRequest& request) {
  stopCurrent();
  std::erase_if(threads_, [](const auto& thread) { return thread->isFinished(); });
  auto run = std::make_shared<Run>();
  run->request = request;
  current_ = run;
  // Results come back through the event loop, so that they arrive on the window's thread.
  const auto onWindowThread = [this, run](auto action) {
    QMetaObject::invokeMethod(this, [this, run, action] {
      if (current_ == run) action();
    });
  };
  const session::ProfileObserver observer{.onAllocation =
                                              [this, onWindowThread](const profile::Report& report) {
                                                auto shared = std::make_shared<const profile::Report>(report);
                                                onWindowThread([this, shared] { emit allocationReady(shared); });
                                              },
                                          .onProgress =
                                              [this, onWindowThread](const session::Progress& now) {
                                                onWindowThread(
                                                    [this, text = QString::fromStdString(session::describe(now)),
                                                     fraction = now.fraction] { emit progress(text, fraction); });
                                              }};
  threads_.emplace_back(QThread::create([this, run, observer] {
    const profile::Result<profile::Report> result = session::profileModel(run->request, observer, run->control);
    QMetaObject::invokeMethod(this, [this, run, result] { report(run, result); });
  }));
  threads_.back()->start();
  emit started();
}

void ProfileJob::report(const std::shared_ptr<Run>& run, const profile::Result<profile::Report>& result) {
  if (current_ != run) return;
  current_.reset();
  if (result)
    emit finished(std::make_shared<const profile::Report>(*result));
  else
    emit failed(QString::fromStdString(result.error().message));
}

} // namespace arenascope::ui
