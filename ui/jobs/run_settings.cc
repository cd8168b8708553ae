#include "ui/jobs/run_settings.h"

#include <QSettings>

namespace arenascope::ui {

namespace {

const QString kWatchKey = QStringLiteral("run/watchAccesses");

QString limitKey(const profile::LimitName& limit) { return QStringLiteral("limits/") + QLatin1String(limit.name); }

} // namespace

void applyRunSettings(session::ProfileRequest& request) {
  request.cache = session::userCache();
  request.limits = chosenLimits();
  const session::Target* target = session::findTarget(request.board ? request.board->core : request.target);
  request.guard = watchesAccesses() && target != nullptr && target->emulated;
}

session::ProfileRequest requestLike(const profile::Report& report) {
  session::ProfileRequest request;
  request.model = report.model.path;
  request.target = report.target;
  request.kernels = report.kernels;
  request.tflm = report.tflm;
  request.separateVariables = report.separateVariables;
  applyRunSettings(request);
  return request;
}

profile::Limits chosenLimits() {
  profile::Limits limits;
  const QSettings settings;
  for (const profile::LimitName& limit : profile::limitNames()) {
    const QString key = limitKey(limit);
    if (settings.contains(key))
      (void)setLimit(limits, limit.name + ("=" + settings.value(key).toString().toStdString()));
  }
  return limits;
}

void chooseLimits(const profile::Limits& limits) {
  QSettings settings;
  for (const profile::LimitName& limit : profile::limitNames()) {
    if (limits.*limit.value == profile::Limits().*limit.value)
      settings.remove(limitKey(limit));
    else
      settings.setValue(limitKey(limit), QString::number(limits.*limit.value));
  }
}

bool watchesAccesses() { return QSettings().value(kWatchKey).toBool(); }

void watchAccesses(bool watch) { QSettings().setValue(kWatchKey, watch); }

} // namespace arenascope::ui
