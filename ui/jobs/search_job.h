// Searches on separate threads for a plan, a smaller version of a model or other suggestions. They report progress to
// the window, and can be ended early with the results so far.
#pragma once

#include <memory>

#include "service/calibrate/calibrating.h"
#include "service/optimize/advising.h"
#include "service/optimize/planning.h"
#include "service/optimize/shrinking.h"
#include "ui/jobs/latest_run.h"

namespace arenascope::ui {

class SearchSignals : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

signals:
  void progress(const QString& step);
  void found();    // partial() has what is known by now, of searches that tell it
  void finished(); // result() has the answer
  void failed(const QString& message);
};

// One search runs at a time; starting another cancels the one before, which then reports nothing more.
template <typename Request, typename Report,
          Result<Report> (*search)(const Request&, const service::ProfileObserver&, engine::RunControl&)>
class SearchJob : public SearchSignals {
public:
  using SearchSignals::SearchSignals;

  void start(Request request) {
    auto run = std::make_shared<Run>();
    run->request = std::move(request);
    run->request.enough = run->enough;
    partial_.reset();
    const auto work = [this](Run& now, const auto& tell) {
      const service::ProfileObserver observer{
          .onAllocation = {}, .onProgress = [this, tell](const service::Progress& at) {
            tell([this, text = QString::fromStdString(service::describe(at))] { emit progress(text); });
          }};
      if constexpr (requires { now.request.onFound; })
        now.request.onFound = [this, tell](const Report& all) {
          tell([this, known = std::make_shared<const Report>(all)] {
            partial_ = known;
            emit found();
          });
        };
      Result<Report> answer = search(now.request, observer, now.control);
      if constexpr (requires { now.request.onFound; }) now.request.onFound = nullptr; // it holds the run
      return answer;
    };
    runs_.start(run, work, [this](const Result<Report>& answer) {
      if (!answer) {
        emit failed(QString::fromStdString(answer.error().message));
        return;
      }
      result_ = std::make_shared<const Report>(*answer);
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
  // Of the present one, before its end; nullptr: nothing yet.
  const std::shared_ptr<const Report>& partial() const { return partial_; }

private:
  struct Run {
    Request request;
    engine::RunControl control;
    std::shared_ptr<std::atomic<bool>> enough = std::make_shared<std::atomic<bool>>(false);

    void cancel() { control.cancelled = true; }
  };
  LatestRun<Run> runs_{this};
  std::shared_ptr<const Report> result_;
  std::shared_ptr<const Report> partial_;
};

using PlanPointer = std::shared_ptr<const optimization::PlanReport>;
using PlanJob = SearchJob<service::PlanRequest, optimization::PlanReport, service::planModel>;
using AdvicePointer = std::shared_ptr<const optimization::AdviceReport>;
using AdviceJob = SearchJob<service::AdviceRequest, optimization::AdviceReport, service::adviseModel>;
using CalibrateJob = SearchJob<service::CalibrateRequest, calibration::Calibration, service::calibrate>;
using ShrinkJob = SearchJob<service::ShrinkRequest, optimization::ShrinkReport, service::shrinkModel>;

} // namespace arenascope::ui
