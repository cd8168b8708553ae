#include "ui/versions/other_runs.h"

#include <QFileInfo>

#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/run_popover.h"

namespace arenascope::ui {

OtherRuns::OtherRuns(QObject* parent) : QObject(parent) {
  connect(&job_, &BatchJob::progress, this, [this](const QString& step) {
    message_ = tr("%1 ...").arg(step);
    emit changed();
  });
  connect(&job_, &BatchJob::finished, this,
          [this](const std::shared_ptr<const BatchJob::Results>& results) { showResults(*results); });
}

std::vector<OtherRuns::Choice> OtherRuns::choices() const {
  std::vector<Choice> all;
  if (report_ == nullptr) return all;
  const auto add = [&](const engine::Target& target) {
    for (const std::string& set : service::kernelSets(target)) {
      const bool own = target.name == report_->target;
      if (own && set == report_->kernels) continue;
      const QString kernels = kernelsTitle(QString::fromStdString(set));
      const QString name =
          own ? kernels
              : tr("%1 with %2", "target, kernels").arg(targetTitle(QString::fromStdString(target.name)), kernels);
      all.push_back({name, target.name, set});
    }
  };
  if (const engine::Target* own = engine::findTarget(report_->target); own != nullptr) add(*own);
  for (const engine::Target& target : engine::targets())
    if (target.name != report_->target) add(target);
  return all;
}

void OtherRuns::setReport(const ReportPointer& report) {
  report_ = report;
  job_.cancel();
  versions_.clear();
  message_.clear();
  stale_ = true;
  emit changed();
  if (inView_) start();
}

void OtherRuns::forget() {
  wishes_.clear();
  asked_ = false;
  versions_.clear();
  message_.clear();
  emit changed();
}

void OtherRuns::add(const Choice& choice) {
  Wish wish;
  wish.title = choice.name;
  wish.target = choice.target;
  wish.kernels = choice.kernels;
  wishes_.push_back(std::move(wish));
  asked_ = true;
  start();
}

void OtherRuns::addModels(const QStringList& paths) {
  ++groups_;
  for (const QString& path : paths) {
    Wish wish;
    wish.title = QFileInfo(path).fileName();
    wish.model = path;
    wish.together = paths.size() > 1 ? groups_ : 0;
    wishes_.push_back(std::move(wish));
    asked_ = true;
  }
  start();
}

void OtherRuns::setInView(bool inView) {
  inView_ = inView;
  if (inView && stale_ && !job_.running()) start();
}

void OtherRuns::start() {
  stale_ = true;
  if (report_ == nullptr || wishes_.empty()) return;
  std::vector<service::ProfileRequest> requests;
  for (const Wish& wish : wishes_) {
    service::ProfileRequest request = requestLike(*report_);
    request.planner = report_->planner;
    if (!wish.model.isEmpty()) request.model = wish.model.toStdString();
    if (!wish.target.empty()) {
      if (wish.target != report_->target) request.board.reset();
      request.target = wish.target;
      request.kernels = wish.kernels;
    }
    applyRunSettings(request);
    requests.push_back(std::move(request));
  }
  job_.start(std::move(requests));
}

void OtherRuns::showResults(const BatchJob::Results& results) {
  stale_ = false;
  versions_.clear();
  QStringList problems;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i])
      problems << QString::fromStdString(results[i].error().message);
    else if (!results[i]->arena)
      problems << tr("%1: %2").arg(wishes_[i].title, results[i]->error
                                                         ? QString::fromStdString(results[i]->error->message)
                                                         : tr("its arena is not known"));
    else
      versions_.push_back(versionOf(wishes_[i], *results[i]));
  }
  message_ = problems.join(QLatin1Char('\n'));
  emit changed();
  if (std::exchange(asked_, false) && results.back() && results.back()->arena) emit added();
  emit settled();
}

Version OtherRuns::versionOf(const Wish& wish, const report::Report& run) const {
  Version version;
  version.origin = Version::Origin::kOther;
  version.title = wish.title;
  version.report = std::make_shared<const report::Report>(run);
  version.ending = QStringLiteral("_kernels");
  version.growth = cyclesGrowth(*report_, run);
  version.together = wish.together;
  const auto identical = report::compareReports({*report_, run}).outputsIdentical;
  if (run.error)
    version.costs = QString::fromStdString(run.error->message);
  else if (identical)
    version.costs = *identical ? tr("The outputs are the same, byte for byte.") : tr("The outputs differ.");
  return version;
}

} // namespace arenascope::ui
