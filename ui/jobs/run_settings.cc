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

std::vector<std::string> placesOn(const service::ProfileRequest& request, const std::vector<std::string>& places) {
  std::vector<std::string> there;
  if (!request.board || service::isFirmwareImage(request.model)) return there;
  for (const std::string& place : places)
    if (hardware::parsePlacement(*request.board, {&place, 1})) there.push_back(place);
  return there;
}

void applyPlaces(service::ProfileRequest& request, const std::vector<std::string>& places) {
  request.placement.reset();
  if (!request.board || places.empty()) return;
  if (const Result<hardware::Placement> placement = hardware::parsePlacement(*request.board, places))
    request.placement = *placement;
}

std::vector<std::string> placesOf(const service::ProfileRequest& request) {
  std::vector<std::string> places;
  if (!request.placement) return places;
  const hardware::Placement& placement = *request.placement;
  const std::array<const std::optional<hardware::Place>*, 3> parts = {&placement.weights, &placement.code,
                                                                      &placement.arena};
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (*parts[i]) places.push_back(std::string(hardware::kPlacedParts[i]) + "=" + (*parts[i])->region.name);
  return places;
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
    request.decompressionBytes = report.decompressionBytes;
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
         a.decompressionBytes == b.decompressionBytes && a.separateVariables == b.separateVariables &&
         a.resourceVariables == b.resourceVariables;
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
