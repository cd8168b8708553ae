#include "ui/jobs/batch_job.h"

#include <algorithm>

namespace arenascope::ui {

// What the worker thread and the job share; the job lets go of it when it is not interested any more.
struct BatchJob::Run {
  explicit Run(std::vector<session::ProfileRequest> all) : requests(std::move(all)), control(requests.size()) {}

  std::vector<session::ProfileRequest> requests;
  session::BatchControl control;
};

BatchJob::BatchJob(QObject* parent) : QObject(parent) {}

BatchJob::~BatchJob() {
  cancel();
  for (const auto& thread : threads_) thread->wait();
}

void BatchJob::cancel() {
  if (current_ != nullptr) current_->control.cancel();
  current_.reset();
}

void BatchJob::start(std::vector<session::ProfileRequest> requests) {
  cancel();
  std::erase_if(threads_, [](const auto& thread) { return thread->isFinished(); });
  auto run = std::make_shared<Run>(std::move(requests));
  current_ = run;
  threads_.emplace_back(QThread::create([this, run] {
    const auto tell = [this, run](const session::Progress& now) {
      QMetaObject::invokeMethod(this, [this, run, text = QString::fromStdString(session::describe(now))] {
        if (current_ == run) emit progress(text);
      });
    };
    auto results = std::make_shared<const Results>(session::profileAll(run->requests, tell, run->control));
    QMetaObject::invokeMethod(this, [this, run, results] {
      if (current_ != run) return;
      current_.reset();
      emit finished(results);
    });
  }));
  threads_.back()->start();
}

} // namespace arenascope::ui
