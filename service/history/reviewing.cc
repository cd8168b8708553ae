#include "service/history/reviewing.h"

#include <algorithm>

#include "core/model/load/c_array_reader.h"
#include "service/history/history_store.h"
#include "service/history/measuring.h"

namespace arenascope::service {

namespace {

using history::ReviewedModel;
using history::Row;

// A subject now and at the base, as far as it is there.
struct Pair {
  std::optional<Subject> before;
  std::optional<Subject> now;
};

bool hasSameSettings(const Subject& a, const Subject& b) { return a.settings == b.settings && a.budgets == b.budgets; }

// Pairs by path; a model that is listed several times, in order.
std::vector<Pair> pairsOf(const std::vector<Subject>& before, const std::vector<Subject>& now,
                          const std::map<std::string, std::string>& renamed) {
  std::vector<Pair> pairs;
  std::vector<bool> taken(before.size(), false);
  for (const Subject& subject : now) {
    const auto old = renamed.find(subject.path);
    const std::string& path = old == renamed.end() ? subject.path : old->second;
    Pair pair{std::nullopt, subject};
    for (std::size_t i = 0; i < before.size() && !pair.before; ++i)
      if (!taken[i] && before[i].path == path) {
        pair.before = before[i];
        taken[i] = true;
      }
    pairs.push_back(std::move(pair));
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    if (!taken[i]) pairs.push_back({before[i], std::nullopt});
  return pairs;
}

// One call.
class Reviewing {
public:
  Reviewing(const ReviewRequest& request, const Git& git, history::Review& review, engine::RunControl& control)
      : request_(request), git_(git), runs_(git, request.source, request.build), review_(review), control_(control) {}

  std::optional<Error> readStore() {
    Result<StoredRows> stored = readHistory(historyFile(git_.root(), request_.store));
    if (!stored) return stored.error();
    rows_ = std::move(stored->rows);
    return std::nullopt;
  }

  std::optional<Error> compare(const Pair& pair) {
    if (isUntouched(pair)) return addUntouched(pair);
    std::optional<Row> before;
    std::optional<Row> now;
    if (pair.before) {
      const Result<Row> row = rowAtBase(*pair.before);
      if (auto failed = take(row, pair.before->path, before)) return failed;
      if (!row) return std::nullopt;
    }
    if (pair.now) {
      const Result<Row> row = rowNow(*pair.now);
      if (auto failed = take(row, pair.now->path, now)) return failed;
      if (!row) return std::nullopt;
    }
    if (before || now) review_.models.push_back(history::reviewed(std::move(before), std::move(now)));
    return std::nullopt;
  }

private:
  // A cancelled review has no answer; another error is a problem of one model.
  std::optional<Error> take(const Result<Row>& row, const std::string& path, std::optional<Row>& place) {
    if (row)
      place = *row;
    else if (row.error().stage == Stage::kCancelled || row.error().stage == Stage::kUsage)
      return row.error();
    else
      review_.problems.push_back(path + ": " + row.error().message);
    return std::nullopt;
  }

  std::string blobAtBase(const Subject& subject) const { return git_.blobsOf(subject.file(), {review_.base}).front(); }

  bool isUntouched(const Pair& pair) const {
    if (!pair.before || !pair.now || pair.before->path != pair.now->path || !hasSameSettings(*pair.before, *pair.now))
      return false;
    const std::string blob = blobAtBase(*pair.before);
    return !blob.empty() && blob == git_.blobOfFile(pair.now->file());
  }

  // It is run for its budgets alone.
  std::optional<Error> addUntouched(const Pair& pair) {
    ReviewedModel model;
    model.path = pair.now->path;
    if (!pair.now->budgets.empty()) {
      std::optional<Row> row;
      if (auto failed = take(rowNow(*pair.now), pair.now->path, row)) return failed;
      if (row) model = history::reviewed(row, row);
    }
    model.isUntouched = true;
    review_.models.push_back(std::move(model));
    return std::nullopt;
  }

  Result<Row> rowAtBase(const Subject& subject) {
    const std::string blob = blobAtBase(subject);
    if (blob.empty())
      for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
        if (row->commit == review_.base.id && row->path == subject.path && !row->changed) return *row;
    if (blob.empty() && !runs_.builds())
      return Error{Stage::kLoad, "Git does not have it at the base " + review_.base.id.substr(0, 7) +
                                     ", and the history has no row of it: record it there with --record, or give "
                                     "--build a command that makes it"};
    return runs_.run(subject, review_.base, blob, {}, control_);
  }

  Result<Row> rowNow(const Subject& subject) {
    const Result<ProfileRequest> request = request_.source.request(subject, git_.root() / subject.path);
    if (!request) return request.error();
    const Result<report::Report> report = profileModel(*request, {}, control_);
    if (control_.cancelled) return Error{Stage::kCancelled, "cancelled"};
    Row row = measuredRow(subject, *request, report);
    setCommit(row, review_.head);
    row.blob = git_.blobOfFile(subject.file());
    return row;
  }

  const ReviewRequest& request_;
  const Git& git_;
  CommitRuns runs_;
  history::Review& review_;
  engine::RunControl& control_;
  std::vector<Row> rows_;
};

// Files that a commit lacks are new; an image may be made by the build, or have a row.
std::vector<Subject> presentAt(const Git& git, const history::CommitInfo& commit, std::vector<Subject> subjects) {
  std::erase_if(subjects, [&](const Subject& subject) {
    const bool isModel = subject.path.ends_with(".tflite") || model::isCSource(subject.file());
    return isModel && git.blobsOf(subject.file(), {commit}).front().empty();
  });
  return subjects;
}

// Files that are gone now and were there are not measured; one that never was there is a mistake.
std::vector<Subject> presentNow(const Git& git, const history::CommitInfo& base, std::vector<Subject> subjects) {
  std::erase_if(subjects, [&](const Subject& subject) {
    std::error_code code;
    return !std::filesystem::exists(git.root() / subject.file(), code) &&
           !git.blobsOf(subject.file(), {base}).front().empty();
  });
  return subjects;
}

Result<history::CommitInfo> commitAt(const Git& git, const std::string& revision) {
  const auto commits = git.log(revision, 1);
  if (!commits) return commits.error();
  if (commits->empty()) return Error{Stage::kLoad, "there is no commit " + revision};
  return commits->front();
}

} // namespace

Result<history::Review> review(const ReviewRequest& request,
                               const std::function<void(std::size_t done, std::size_t all)>& onModel,
                               engine::RunControl& control) {
  const Result<Git> git = repositoryOf(request.source);
  if (!git) return git.error();
  const Result<std::string> given = git->commitOf(request.base);
  if (!given) return given.error();
  const auto head = commitAt(*git, "HEAD");
  if (!head) return head.error();
  const auto base = commitAt(*git, git->commonAncestor(*given, head->id).value_or(*given));
  if (!base) return base.error();
  history::Review review{request.base, *base, *head, {}, {}};
  const auto now = subjectsAt(request.source, *git, "");
  if (!now) return now.error();
  const auto before = subjectsAt(request.source, *git, base->id);
  if (!before) return before.error();
  const std::vector<Pair> pairs =
      pairsOf(presentAt(*git, *base, *before), presentNow(*git, *base, *now), git->renamedSince(base->id));
  Reviewing reviewing(request, *git, review, control);
  if (auto failed = reviewing.readStore()) return *failed;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (onModel) onModel(i, pairs.size());
    if (auto failed = reviewing.compare(pairs[i])) return *failed;
  }
  return review;
}

} // namespace arenascope::service
