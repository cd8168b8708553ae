// The common part of all jobs: work on separate threads, with results from the most recently started one only.
#pragma once

#include <QObject>
#include <QThread>
#include <algorithm>
#include <memory>
#include <vector>

namespace arenascope::ui {

// Run: what the worker thread and the job share; cancel() ends it soon.
template <typename Run>
class LatestRun {
public:
  // Results come back through `home`'s event loop. home: the object that this is a part of.
  explicit LatestRun(QObject* home) : home_(home) {}
  ~LatestRun() {
    drop();
    for (const auto& thread : threads_) thread->wait();
  }
  LatestRun(const LatestRun&) = delete;
  LatestRun& operator=(const LatestRun&) = delete;

  // nullptr when nothing is under way.
  Run* current() const { return current_.get(); }

  // Cancels it; nothing of it is heard any more.
  void drop() {
    if (current_ != nullptr) current_->cancel();
    current_.reset();
  }

  // work(run, tell), on a new thread, answers what done(result) gets, on home's. tell(action) has the action called
  // there. Neither happens once another run was started.
  template <typename Work, typename Done>
  void start(std::shared_ptr<Run> run, Work work, Done done) {
    drop();
    std::erase_if(threads_, [](const auto& thread) { return thread->isFinished(); });
    current_ = run;
    threads_.emplace_back(QThread::create([this, run, work, done] {
      const auto tell = [this, run](auto action) {
        QMetaObject::invokeMethod(home_, [this, run, action] {
          if (current_ == run) action();
        });
      };
      const auto result = work(*run, tell);
      tell([this, result, done] {
        current_.reset();
        done(result);
      });
    }));
    threads_.back()->start();
  }

private:
  QObject* home_;
  std::shared_ptr<Run> current_;
  std::vector<std::unique_ptr<QThread>> threads_;
};

} // namespace arenascope::ui
