#include "ui/versions/version_list.h"

#include <algorithm>

#include "core/output/answers/advice_writer.h"
#include "core/output/answers/shrink_writer.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

using optimization::AdviceKind;
using optimization::AdviceReport;
using optimization::ShrinkPoint;
using optimization::Suggestion;

namespace {

std::uint64_t arenaOf(const report::Report& report) { return report.arena ? report.arena->recommended : 0; }

std::uint64_t cyclesOf(const report::Report& report) { return report.cost ? report.cost->total.cycles : 0; }

// As `arenascope advise` names what its commands write.
QString endingOf(AdviceKind kind) {
  switch (kind) {
  case AdviceKind::kPlan: return QStringLiteral("_planned");
  case AdviceKind::kOrder: return QStringLiteral("_ordered");
  case AdviceKind::kPadding:
  case AdviceKind::kOverlap:
  case AdviceKind::kStrips: return QStringLiteral("_shrunk");
  default: return QLatin1Char('_') + QLatin1String(adviceName(kind));
  }
}

Version versionOf(const AdvicePointer& advice, std::size_t index) {
  const Suggestion& suggestion = advice->suggestions[index];
  Version version;
  version.title = QString::fromStdString(output::actionOf(suggestion));
  version.costs = withMinus(output::describeCosts(*advice, suggestion));
  version.command = QString::fromStdString(suggestion.command);
  version.suggestion = static_cast<int>(index);
  version.ending = endingOf(suggestion.kind);
  version.onLine = suggestion.after && groupOf(*advice, suggestion) != optimization::AdviceGroup::kElsewhere;
  version.growth = advice->growthOf(suggestion).value_or(0);
  // Sharing what was found: report and model are part of it.
  if (suggestion.after) version.report = ReportPointer(advice, &*suggestion.after);
  if (!suggestion.model.empty())
    version.model = std::shared_ptr<const std::vector<std::uint8_t>>(advice, &suggestion.model);
  return version;
}

QString titleOf(const ShrinkPoint& point) {
  QString strips = QString::fromStdString(output::describeStripLayers(point));
  if (point.means.overlap)
    return strips.isEmpty() ? QObject::tr("Overlap output and input")
                            : QObject::tr("%1, overlap output and input").arg(strips);
  if (!strips.isEmpty()) return strips;
  return point.means.padding ? QObject::tr("Fold PADs into convolutions")
         : point.means.order ? QObject::tr("Run layers in another order")
                             : QObject::tr("Use another memory plan");
}

Version versionOf(const AdvicePointer& advice, const ShrinkPoint& point) {
  Version version;
  version.title = titleOf(point);
  version.pictureTitle = QString::fromStdString(output::describeStrips(point));
  version.costs = withMinus(output::describeCosts(*advice->versions, point));
  version.report = ReportPointer(advice, &point.runs.front());
  version.model = std::shared_ptr<const std::vector<std::uint8_t>>(advice, &point.model);
  version.growth = growthOf(*advice->versions, point);
  version.ending = endingOf(adviceKindOf(point.means));
  return version;
}

bool sameVersion(const Version& version, const ShrinkPoint& point) {
  return version.report != nullptr && arenaOf(*version.report) == arenaOf(point.runs.front()) &&
         cyclesOf(*version.report) == cyclesOf(point.runs.front());
}

} // namespace

std::vector<Version> versionsOf(const AdvicePointer& advice) {
  std::vector<Version> versions;
  if (advice == nullptr) return versions;
  for (std::size_t i = 0; i < advice->suggestions.size(); ++i) versions.push_back(versionOf(advice, i));
  if (advice->versions != nullptr)
    for (std::size_t i = 1; i < advice->versions->points.size(); ++i) {
      const ShrinkPoint& point = advice->versions->points[i];
      const auto same =
          std::find_if(versions.begin(), versions.end(), [&](const Version& each) { return sameVersion(each, point); });
      if (same == versions.end())
        versions.push_back(versionOf(advice, point));
      else
        same->pictureTitle = QString::fromStdString(output::describeStrips(point));
    }
  return versions;
}

Version modelAsItIs(const ReportPointer& report) {
  Version version;
  version.origin = Version::Origin::kModel;
  version.title = QObject::tr("As it is");
  version.report = report;
  return version;
}

void sortVersions(std::vector<Version>& versions) {
  std::stable_sort(versions.begin(), versions.end(), [](const Version& a, const Version& b) {
    if (a.onLine != b.onLine) return a.onLine;
    return a.onLine && arenaOf(*a.report) > arenaOf(*b.report);
  });
}

double cyclesGrowth(const report::Report& before, const report::Report& after) {
  const auto base = static_cast<double>(cyclesOf(before));
  return base > 0 && after.cost ? 100.0 * (static_cast<double>(cyclesOf(after)) / base - 1) : 0;
}

} // namespace arenascope::ui
