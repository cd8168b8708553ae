#include "service/history/asking.h"

#include <algorithm>
#include <set>

#include "core/history/earlier.h"
#include "core/model/load/c_array_reader.h"
#include "service/history/history_store.h"

namespace arenascope::service {

namespace {

constexpr std::size_t kMostCommits = 20'000;

bool hasHistoryAbove(const std::filesystem::path& file) {
  std::error_code code;
  std::filesystem::path folder = std::filesystem::absolute(file, code).parent_path();
  for (; folder.has_relative_path(); folder = folder.parent_path())
    if (std::filesystem::exists(historyFile(folder), code)) return true;
  return false;
}

} // namespace

Result<history::Timeline> historyOf(const HistoryRequest& request) {
  const auto fileOf = [](const auto& model) { return model::splitArrayName(model).first; };
  const Result<Git> git =
      Git::of(request.models.empty() ? request.place : fileOf(request.models.front()), request.reach);
  if (!git) return git.error();
  const Result<std::string> newest = git->commitOf(request.revision);
  if (!newest) return newest.error();
  auto commits = git->log(*newest, kMostCommits);
  if (!commits) return commits.error();
  Result<StoredRows> stored = readHistory(historyFile(git->root(), request.store));
  if (!stored) return stored.error();
  std::set<std::string> wanted;
  for (const auto& model : request.models) wanted.insert(git->pathOf(fileOf(model)));
  const auto isLeftOut = [&](const history::Row& row) {
    return !wanted.empty() && !wanted.contains(fileOf(row.path).string());
  };
  std::erase_if(stored->rows, isLeftOut);
  history::Blobs blobs;
  for (const history::Row& row : stored->rows)
    if (!blobs.contains(row.path)) blobs[row.path] = git->blobsOf(fileOf(row.path).string(), *commits);
  history::Timeline timeline = history::timelineOf(stored->rows, std::move(*commits), blobs);
  timeline.revision = request.revision;
  timeline.damaged = std::move(stored->damaged);
  return timeline;
}

std::optional<history::Series> seriesOf(const report::Report& report) {
  const auto [file, array] = model::splitArrayName(report.model.path);
  if (!hasHistoryAbove(file)) return std::nullopt;
  const Result<Git> git = Git::of(file, Git::Reach::kFiles);
  const auto timeline = historyOf({file, {report.model.path}, "HEAD", {}, Git::Reach::kFiles});
  if (!git || !timeline) return std::nullopt;
  history::Row row = history::rowOf(report);
  row.path = git->pathOf(file) + (array.empty() ? "" : ":" + array);
  const history::Series* series = history::continuedBy(*timeline, row);
  return series == nullptr ? std::nullopt : std::optional(*series);
}

} // namespace arenascope::service
