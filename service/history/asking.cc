#include "service/history/asking.h"

#include <algorithm>
#include <set>

#include "core/model/load/c_array_reader.h"
#include "service/history/history_store.h"

namespace arenascope::service {

namespace {

constexpr std::size_t kMostCommits = 20'000;

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
  Result<StoredRows> stored = readHistory(request.store.empty() ? historyFile(git->root()) : request.store);
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

} // namespace arenascope::service
