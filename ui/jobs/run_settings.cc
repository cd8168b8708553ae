#include "ui/jobs/run_settings.h"

#include <QObject>
#include <QSettings>

#include "service/profile/image_engine.h"
#include "service/profile/kernel_sets.h"

namespace arenascope::ui {

namespace {

const QString kWatchKey = QStringLiteral("run/watchAccesses");

QString limitKey(const arenascope::LimitName& limit) { return QStringLiteral("limits/") + QLatin1String(limit.name); }

} // namespace

void applyRunSettings(service::ProfileRequest& request) {
  request.cache = service::userCache();
  request.limits = chosenLimits();
  request.guard = watchesAccesses() && whyNotWatched(request).isEmpty();
}

QString whyNotWatched(const service::ProfileRequest& request) {
  if (service::isFirmwareImage(request.model)) return {};
  const engine::Target* target = engine::findTarget(request.board ? request.board->core : request.target);
  if (target == nullptr || target->isHost())
    return QObject::tr("Accesses are not watched on this computer: choose a target that is emulated");
  return {};
}

service::ProfileRequest requestLike(const report::Report& report) {
  service::ProfileRequest request;
  request.model = report.model.path;
  request.target = report.target;
  request.board = report.board;
  if (!report.firmware) {
    request.kernels = report.kernels;
    request.tflm = report.tflm;
    request.separateVariables = report.separateVariables;
    if (report.model.quantized) request.quantize = report.model.quantized->numbers;
  }
  applyRunSettings(request);
  return request;
}

bool sameRun(const report::Report& a, const report::Report& b) {
  const auto board = [](const report::Report& report) {
    return report.board ? std::pair(report.board->name, report.board->clockMhz) : std::pair(std::string(), 0.0);
  };
  return a.model.sha256 == b.model.sha256 && a.model.path == b.model.path && a.target == b.target &&
         a.kernels == b.kernels && board(a) == board(b) && a.tflm == b.tflm && a.planner == b.planner &&
         a.separateVariables == b.separateVariables && a.resourceVariables == b.resourceVariables;
}

arenascope::Limits chosenLimits() {
  arenascope::Limits limits;
  const QSettings settings;
  for (const arenascope::LimitName& limit : arenascope::limitNames()) {
    const QString key = limitKey(limit);
    if (settings.contains(key))
      (void)setLimit(limits, limit.name + ("=" + settings.value(key).toString().toStdString()));
  }
  return limits;
}

void chooseLimits(const arenascope::Limits& limits) {
  QSettings settings;
  for (const arenascope::LimitName& limit : arenascope::limitNames()) {
    if (limits.*limit.value == arenascope::Limits().*limit.value)
      settings.remove(limitKey(limit));
    else
      settings.setValue(limitKey(limit), QString::number(limits.*limit.value));
  }
}

bool watchesAccesses() { return QSettings().value(kWatchKey).toBool(); }

void watchAccesses(bool watch) { QSettings().setValue(kWatchKey, watch); }

} // namespace arenascope::ui
