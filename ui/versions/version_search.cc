#include "ui/versions/version_search.h"

#include "ui/jobs/run_settings.h"

namespace arenascope::ui {

namespace {
constexpr int kDelay = 800;       // milliseconds: whoever tries settings is not in need of advice yet
constexpr double kMoreEffort = 4; // of a search that goes on, times that of the one before
} // namespace

VersionSearch::VersionSearch(QObject* parent) : QObject(parent) {
  delay_.setSingleShot(true);
  delay_.setInterval(kDelay);
  connect(&delay_, &QTimer::timeout, this, [this] { start(nullptr); });
  connect(&job_, &SearchSignals::found, this, [this] {
    const optimization::AdviceProgress& at = job_.partial()->progress;
    show(job_.partial(), at.all == 0 ? tr("looking") : tr("%1 of %2").arg(at.done).arg(at.all));
  });
  connect(&job_, &SearchSignals::finished, this, [this] { show(job_.result(), {}); });
  connect(&job_, &SearchSignals::failed, this, [this](const QString& text) { show(nullptr, text); });
}

void VersionSearch::setReport(const ReportPointer& report) {
  report_ = report;
  effort_ = 1;
  delay_.stop();
  job_.cancel();
  const bool canHelp = report != nullptr && report->arena && report->ok();
  if (canHelp) delay_.start();
  show(nullptr, canHelp ? tr("Looking for savings...") : QString());
}

void VersionSearch::goOn() {
  if (report_ == nullptr || found_ == nullptr || job_.running()) return;
  effort_ *= kMoreEffort;
  start(found_);
}

void VersionSearch::setDeadline(double milliseconds) {
  if (milliseconds == deadline_) return;
  deadline_ = milliseconds;
  again();
}

void VersionSearch::setFit(std::uint64_t bytes) {
  if (bytes == fit_) return;
  fit_ = bytes;
  again();
}

// With another wish: what a whole search has found is kept.
void VersionSearch::again() {
  if (report_ == nullptr) return;
  const bool whole = !busy() && found_ != nullptr && found_->versions != nullptr;
  if (whole)
    start(found_);
  else if (!delay_.isActive() && report_->arena && report_->ok())
    start(nullptr);
}

void VersionSearch::start(const AdvicePointer& known) {
  service::AdviceRequest request;
  request.profile = requestLike(*report_);
  if (report_->firmware) request.image = report_;
  request.known = known;
  request.effort = effort_;
  if (deadline_ > 0) request.deadline = deadline_;
  if (fit_ > 0) request.fit = fit_;
  job_.start(std::move(request));
  show(known, tr("Looking for savings..."));
}

void VersionSearch::show(const AdvicePointer& found, const QString& text) {
  found_ = found;
  text_ = text;
  emit foundChanged(found_, text_);
}

} // namespace arenascope::ui
