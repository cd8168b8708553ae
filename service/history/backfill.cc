#include "service/history/backfill.h"

#include <algorithm>

#include "service/history/history_store.h"
#include "service/history/measuring.h"

namespace arenascope::service {

namespace {

using history::CommitInfo;
using history::Row;

// One call.
class Backfilling {
public:
  Backfilling(const BackfillRequest& request, const Git& git, std::vector<Row> rows, engine::RunControl& control)
      : source_(request.source), git_(git), runs_(git, request.source, request.build), rows_(std::move(rows)),
        control_(control) {}

  std::optional<Error> visit(const CommitInfo& commit) {
    const auto subjects = subjectsAt(source_, git_, commit.id);
    if (!subjects) {
      result.failed.push_back(commit.id.substr(0, 7) + ": " + subjects.error().message);
      return std::nullopt;
    }
    for (const Subject& subject : *subjects)
      if (auto failed = measure(subject, commit)) return failed;
    return std::nullopt;
  }

  Backfilled result;

private:
  std::optional<Error> measure(const Subject& subject, const CommitInfo& commit) {
    const std::string blob = git_.blobsOf(subject.file(), {commit}).front();
    if (blob.empty() && !runs_.builds()) return std::nullopt; // it was not there
    const std::string key = runs_.keyOf(subject, blob);
    if (isPresent(subject, commit, key)) {
      ++result.present;
      return std::nullopt;
    }
    if (const Row* same = sameFile(subject, blob, key)) {
      Row row = *same;
      setCommit(row, commit);
      row.changed = false;
      row.budgets = subject.budgets;
      ++result.reused;
      return append(std::move(row));
    }
    const ProfileObserver quiet;
    Result<Row> row = runs_.run(subject, commit, blob, quiet, control_);
    if (!row && row.error().stage == Stage::kCancelled) return row.error();
    if (!row || !row->ok())
      result.failed.push_back(commit.id.substr(0, 7) + " " + subject.path + ": " +
                              (row ? row->error : row.error().message));
    if (!row) return std::nullopt;
    ++result.measured;
    return append(std::move(*row));
  }

  // An image that is built has no key beforehand: one measurement is enough.
  bool isPresent(const Subject& subject, const CommitInfo& commit, const std::string& key) const {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
      return row.commit == commit.id && row.path == subject.path && !row.changed && (key.empty() || row.key == key) &&
             row.budgets == subject.budgets;
    });
  }

  const Row* sameFile(const Subject& subject, const std::string& blob, const std::string& key) const {
    if (blob.empty() || key.empty()) return nullptr;
    for (const Row& row : rows_)
      if (row.blob == blob && row.path == subject.path && row.key == key) return &row;
    return nullptr;
  }

  std::optional<Error> append(Row row) {
    if (auto failed = appendHistory(result.store, {row})) return failed;
    rows_.push_back(std::move(row));
    return std::nullopt;
  }

  const SubjectSource& source_;
  const Git& git_;
  CommitRuns runs_;
  std::vector<Row> rows_;
  engine::RunControl& control_;
};

} // namespace

Result<Backfilled> backfill(const BackfillRequest& request,
                            const std::function<void(std::size_t done, std::size_t all)>& onCommit,
                            engine::RunControl& control) {
  const Result<Git> git = repositoryOf(request.source);
  if (!git) return git.error();
  const Result<std::string> newest = git->commitOf(request.revision);
  if (!newest) return newest.error();
  const auto commits = git->log(*newest, request.commits);
  if (!commits) return commits.error();
  const std::filesystem::path store = historyFile(git->root(), request.store);
  Result<StoredRows> stored = readHistory(store);
  if (!stored) return stored.error();
  Backfilling backfilling(request, *git, std::move(stored->rows), control);
  backfilling.result.store = store;
  for (const CommitInfo& commit : *commits) {
    if (control.cancelled) return Error{Stage::kCancelled, "cancelled"};
    if (onCommit) onCommit(backfilling.result.commits, commits->size());
    if (auto failed = backfilling.visit(commit)) return *failed;
    ++backfilling.result.commits;
  }
  return backfilling.result;
}

} // namespace arenascope::service
