// Rows of the history from runs of a project's models and images.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/history/row.h"
#include "service/history/subjects.h"

namespace arenascope::service {

// Now, as ISO 8601 in UTC.
std::string timeNow();

// Sets what a row says of its commit.
void setCommit(history::Row& row, const history::CommitInfo& commit);

// The row of a run, without its commit. A run that failed has a row with its error.
history::Row measuredRow(const Subject& subject, const ProfileRequest& request, const Result<report::Report>& report);

// Measures subjects as they were at commits, in a worktree that is made when it is first needed.
class CommitRuns {
public:
  // build: a shell command that makes an image; empty: none.
  CommitRuns(const Git& git, const SubjectSource& source, std::string build)
      : git_(git), source_(source), build_(std::move(build)) {}

  // blob: of the subject's file there; empty if Git does not have it and the build makes it.
  Result<history::Row> run(const Subject& subject, const history::CommitInfo& commit, const std::string& blob,
                           const ProfileObserver& observer, engine::RunControl& control);
  // The key of a row that is like the one that run() would make; empty if that is not known beforehand.
  std::string keyOf(const Subject& subject, const std::string& blob) const;
  bool builds() const { return !build_.empty(); }

private:
  std::optional<Error> provide(const Subject& subject, const std::string& commit, const std::string& blob);
  std::optional<Error> build(const std::string& commit);

  const Git& git_;
  const SubjectSource& source_;
  std::string build_;
  std::unique_ptr<Worktree> worktree_;
  std::string built_; // the commit whose images the worktree has
};

} // namespace arenascope::service
