// Searches on threads of their own, for a plan, a smaller version of a model or whatever would help, that tell the
// window how they go and can be ended early with what was found.
#pragma once

#include <memory>

#include "emulator/session/advising.h"
#include "emulator/session/calibrating.h"
#include "emulator/session/planning.h"
#include "emulator/session/shrinking.h"
#include "ui/jobs/latest_run.h"

namespace arenascope::ui {

class SearchSignals : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

signals:
  void progress(const QString& step);
  void finished(); // result() has the answer
  void failed(const QString& message);
};

// One search runs at a time; starting another cancels the one before, of which nothing is reported any more.
template <typename Request, typename Report,
          Result<Report> (*search)(const Request&, const session::ProfileObserver&, session::RunControl&)>
class SearchJob : public SearchSignals {
public:
  using SearchSignals::SearchSignals;

  void start(Request request) {
    auto run = std::make_shared<Run>();
    run->request = std::move(request);
    run->request.enough = run->enough;
    const auto work = [this](Run& now, const auto& tell) {
      const session::ProfileObserver observer{
          .onAllocation = {}, .onProgress = [this, tell](const session::Progress& at) {
            tell([this, text = QString::fromStdString(session::describe(at))] { emit progress(text); });
          }};
      return search(now.request, observer, now.control);
    };
    runs_.start(run, work, [this](const Result<Report>& found) {
      if (!found) {
        emit failed(QString::fromStdString(found.error().message));
        return;
      }
      result_ = std::make_shared<const Report>(*found);
      emit finished();
    });
  }
  void cancel() { runs_.drop(); }
  // What was found by now is the answer.
  void endSearch() {
    if (running()) *runs_.current()->enough = true;
  }
  bool running() const { return runs_.current() != nullptr; }
  // Of the last search that finished.
  const std::shared_ptr<const Report>& result() const { return result_; }

private:
  struct Run {
    Request request;
    session::RunControl control;
    std::shared_ptr<std::atomic<bool>> enough = std::make_shared<std::atomic<bool>>(false);

    void cancel() { control.cancelled = true; }
  };
  LatestRun<Run> runs_{this};
  std::shared_ptr<const Report> result_;
};

using PlanPointer = std::shared_ptr<const plan::PlanReport>;
using PlanJob = SearchJob<session::PlanRequest, plan::PlanReport, session::planModel>;
using AdvicePointer = std::shared_ptr<const plan::AdviceReport>;
using AdviceJob = SearchJob<session::AdviceRequest, plan::AdviceReport, session::adviseModel>;
using CalibrateJob = SearchJob<session::CalibrateRequest, diagnosis::Calibration, session::calibrate>;
using ShrinkJob = SearchJob<session::ShrinkRequest, plan::ShrinkReport, session::shrinkModel>;

} // namespace arenascope::ui
