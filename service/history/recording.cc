#include "service/history/recording.h"

#include "core/base/number_text.h"
#include "core/model/load/c_array_reader.h"
#include "service/history/history_store.h"
#include "service/history/measuring.h"

namespace arenascope::service {

std::optional<Error> recordReport(const ProfileRequest& request, const Result<report::Report>& report,
                                  const RecordOptions& options) {
  const auto [file, array] = model::splitArrayName(request.model);
  if (request.file)
    return Error{Stage::kUsage, "a model that is not a file has no history: give --record a file of the project"};
  const Result<Git> git = Git::of(file);
  if (!git) return git.error();
  const std::string path = git->pathOf(file);
  if (path.empty())
    return Error{Stage::kLoad,
                 printable(file.string()) + " is a link to a file outside of the project at " + git->root().string()};
  const auto commits = git->log("HEAD", 1);
  if (!commits || commits->empty())
    return Error{Stage::kLoad,
                 "there is no commit yet in " + git->root().string() + ": the history of a model is kept by commits"};
  const Subject subject{array.empty() ? path : path + ":" + array, {}, options.budgets};
  history::Row row = measuredRow(subject, request, report);
  setCommit(row, commits->front());
  const std::string committed = git->blobsOf(path, *commits).front();
  if (!row.image || !committed.empty()) row.blob = git->blobOfFile(path);
  row.changed = row.blob.empty() ? git->isChanged() : row.blob != committed;
  return appendHistory(historyFile(git->root(), options.store), {row});
}

} // namespace arenascope::service
