#include "service/diagnose/versions.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnosis/tflm_replay.h"
#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/interpreter/tflm/revisions.h"
#include "service/profile/prepared_run.h"
#include "service/profile/requested_target.h"

namespace arenascope::service {

namespace {

// "2023-05" from the first revision that is known to the current one.
std::vector<std::string> months() {
  constexpr tflm::Date kMonths = 12;
  std::vector<std::string> names;
  tflm::Date month = tflm::monthIn(tflm::kFirstDate);
  while (month <= tflm::monthIn(tflm::kRevisions[0].date)) {
    names.push_back(fmt::format("{:04}-{:02}", month / 100, month % 100));
    month += month % 100 == kMonths ? 100 - kMonths + 1 : 1;
  }
  names.pop_back(); // the current one stands for it
  return names;
}

bool isEspressifs(const tflm::Revision& revision) { return std::string_view(revision.name).starts_with("esp-"); }

// The oldest first.
std::vector<std::string> revisionsFor(const engine::Target& target) {
  std::vector<std::string> names;
  const bool isEspressif = target.family == engine::Family::kEspressif;
  if (!isEspressif) names = months();
  for (const tflm::Revision& revision : tflm::kRevisions)
    if (isEspressifs(revision) == isEspressif) names.emplace_back(revision.name);
  std::stable_sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    const tflm::Date first = tflm::dateOf(a);
    const tflm::Date second = tflm::dateOf(b);
    return first != second ? first < second : a < b;
  });
  return names;
}

std::vector<std::string> kernelsOf(const engine::Target& target) {
  if (target.family != engine::Family::kEspressif) return {engine::ownKernelSets(target).front()};
  std::vector<std::string> sets;
  for (auto version = tflm::kEspNnVersions.rbegin(); version != tflm::kEspNnVersions.rend(); ++version)
    sets.push_back(fmt::format("esp-nn@{}", version->name));
  return sets;
}

// Revisions that ask for the same memory run once.
bool runsAlike(const ProfileRequest& a, const ProfileRequest& b) {
  const tflm::Revision* first = tflm::findRevision(a.tflm);
  const tflm::Revision* second = tflm::findRevision(b.tflm);
  return a.kernels == b.kernels && tflm::dateOf(a.tflm) == tflm::dateOf(b.tflm) &&
         (first != nullptr && first->shortEspConv) == (second != nullptr && second->shortEspConv);
}

} // namespace

Result<report::VersionTable> versionsOf(const VersionsRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control) {
  const Result<const engine::Target*> target = requestedTarget(request.profile.target);
  if (!target) return target.error();
  const Result<model::ModelFile> file = modelOf(request.profile);
  if (!file) return file.error();
  std::vector<ProfileRequest> rows;
  std::vector<ProfileRequest> runs; // each of them once
  std::vector<std::size_t> runOf;   // by row
  const std::vector<std::string> revisions =
      request.everyRevision ? revisionsFor(**target) : std::vector<std::string>{request.profile.tflm};
  for (const std::string& kernels : kernelsOf(**target))
    for (const std::string& revision : revisions) {
      ProfileRequest row = request.profile;
      row.file = *file;
      row.kernels = kernels;
      row.tflm = revision;
      row.invoke = request.profile.invoke && revision == report::kCurrentTflm;
      const bool isCurrent = revision == report::kCurrentTflm || !request.everyRevision;
      if (!isCurrent && !requestedVariant(**target, row)) continue; // not known for this target
      if (runs.empty() || !runsAlike(runs.back(), row)) runs.push_back(row);
      runOf.push_back(runs.size() - 1);
      rows.push_back(std::move(row));
    }
  const std::vector<Result<report::Report>> reports = profileAll(runs, onProgress, control);
  report::VersionTable table;
  table.target = request.profile.target;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Result<report::Report>& run = reports[runOf[i]];
    if (!run) return run.error();
    report::Report named = *run;
    named.tflm = rows[i].tflm;
    report::VersionRow& row = table.rows.emplace_back(report::versionRow(named));
    if (row.arena) row.anyAddress = diagnosis::unalignedArena(*run).bytes;
    if (i == 0) table.model = run->model;
  }
  return table;
}

} // namespace arenascope::service
