#include "ui/jobs/explain_job.h"

namespace arenascope::ui {

ExplainJob::ExplainJob(QObject* parent) : QObject(parent) {}

void ExplainJob::start(service::ExplainRequest request) {
  auto run = std::make_shared<Run>();
  run->request = std::move(request);
  const auto work = [](Run& now, const auto& /*tell*/) {
    return service::explainText(now.request, nullptr, now.control);
  };
  runs_.start(run, work, [this](const Result<service::ExplainedText>& result) {
    if (result)
      emit finished(std::make_shared<const service::ExplainedText>(*result));
    else
      emit failed(QString::fromStdString(result.error().message));
  });
}

} // namespace arenascope::ui
