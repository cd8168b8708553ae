#include "ui/jobs/history_job.h"

#include "service/history/asking.h"

namespace arenascope::ui {

void HistoryJob::start(const ReportPointer& report) {
  const auto work = [](const Run& now, const auto& /*tell*/) -> HistoryPointer {
    auto series = service::seriesOf(*now.report);
    return series ? std::make_shared<const history::Series>(std::move(*series)) : nullptr;
  };
  auto run = std::make_shared<Run>();
  run->report = report;
  runs_.start(run, work, [this](const HistoryPointer& history) { emit found(history); });
}

} // namespace arenascope::ui
