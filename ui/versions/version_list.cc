#include "ui/versions/version_list.h"

#include <algorithm>

#include "core/output/answers/advice_writer.h"
#include "core/output/answers/shrink_writer.h"

namespace arenascope::ui {

using optimization::AdviceReport;
using optimization::ShrinkPoint;
using optimization::Suggestion;

namespace {

std::uint64_t arenaOf(const report::Report& report) { return report.arena ? report.arena->recommended : 0; }

std::uint64_t cyclesOf(const report::Report& report) { return report.cost ? report.cost->total.cycles : 0; }

Version versionOf(const AdvicePointer& advice, std::size_t index) {
  const Suggestion& suggestion = advice->suggestions[index];
  Version version;
  version.title = QString::fromStdString(output::actionOf(suggestion));
  version.costs = QString::fromStdString(output::describeCosts(*advice, suggestion));
  version.command = QString::fromStdString(suggestion.command);
  version.suggestion = static_cast<int>(index);
  version.kind = adviceName(suggestion.kind);
  version.onLine = suggestion.after && groupOf(*advice, suggestion) != optimization::AdviceGroup::kElsewhere;
  version.growth = advice->growthOf(suggestion).value_or(0);
  // Sharing what was found: report and model are part of it.
  if (suggestion.after) version.report = ReportPointer(advice, &*suggestion.after);
  if (!suggestion.model.empty())
    version.model = std::shared_ptr<const std::vector<std::uint8_t>>(advice, &suggestion.model);
  return version;
}

Version versionOf(const AdvicePointer& advice, const ShrinkPoint& point) {
  Version version;
  QStringList means;
  for (const std::string& name : namesOf(point.means)) means << QString::fromStdString(name);
  const QString strips = QString::fromStdString(output::describeStripLayers(point));
  version.title = strips.isEmpty() ? means.join(QStringLiteral(", ")) : strips;
  const auto position = static_cast<std::size_t>(&point - advice->versions->points.data());
  version.costs = QString::fromStdString(output::describePoint(*advice->versions, position));
  version.report = ReportPointer(advice, &point.runs.front());
  version.model = std::shared_ptr<const std::vector<std::uint8_t>>(advice, &point.model);
  version.growth = growthOf(*advice->versions, point);
  version.kind = "smaller";
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
      if (std::none_of(versions.begin(), versions.end(), [&](const Version& each) { return sameVersion(each, point); }))
        versions.push_back(versionOf(advice, point));
    }
  std::stable_sort(versions.begin(), versions.end(), [](const Version& a, const Version& b) {
    if (a.onLine != b.onLine) return a.onLine;
    return a.onLine && arenaOf(*a.report) > arenaOf(*b.report);
  });
  versions.insert(versions.begin(), Version{.title = QObject::tr("As it is"),
                                            .costs = {},
                                            .report = ReportPointer(advice, &advice->before),
                                            .command = {},
                                            .model = nullptr});
  return versions;
}

std::vector<Version> versionsOf(const report::Comparison& comparison) {
  std::vector<Version> versions;
  const std::uint64_t base = cyclesOf(comparison.reports.front());
  for (std::size_t i = 0; i < comparison.reports.size(); ++i) {
    const report::Report& report = comparison.reports[i];
    if (!report.arena) continue;
    Version version;
    version.title = QString::fromStdString(comparison.titles[i]);
    version.report = std::make_shared<const report::Report>(report);
    if (base > 0 && report.cost)
      version.growth = 100.0 * (static_cast<double>(cyclesOf(report)) / static_cast<double>(base) - 1);
    versions.push_back(std::move(version));
  }
  return versions;
}

} // namespace arenascope::ui
