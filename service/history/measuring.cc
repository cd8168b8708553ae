#include "service/history/measuring.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>

#include "core/base/child_process.h"
#include "core/base/number_text.h"
#include "service/profile/image_engine.h"
#include "service/profile/image_settings.h"
#include "service/profile/profile_all.h"
#include "service/profile/run_key.h"

namespace arenascope::service {

namespace {

namespace fs = std::filesystem;

// Of a build that failed: the end of its output, where compilers say why.
constexpr std::size_t kShownLog = 400;

std::string endOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  return text.substr(text.size() - std::min(text.size(), kShownLog));
}

} // namespace

std::string timeNow() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

void setCommit(history::Row& row, const history::CommitInfo& commit) {
  row.commit = commit.id;
  row.authored = commit.authored;
  row.subject = commit.subject;
  row.tree = commit.tree;
}

history::Row measuredRow(const Subject& subject, const ProfileRequest& request, const Result<report::Report>& report) {
  history::Row row = history::rowOf(report ? *report : failedReport(request, report.error()));
  row.path = subject.path;
  // Rows of one fault are alike wherever the project's files are.
  const std::string file = request.model.string();
  for (std::size_t at = row.error.find(file); at != std::string::npos;
       at = row.error.find(file, at + subject.path.size()))
    row.error.replace(at, file.size(), subject.path);
  row.image = row.image || isFirmwareImage(request.model);
  row.key = settingsKey(request);
  row.budgets = subject.budgets;
  row.recorded = timeNow();
  return row;
}

std::optional<Error> CommitRuns::build(const std::string& commit) {
  if (built_ == commit) return std::nullopt;
  if (auto failed = worktree_->checkOut(commit)) return failed;
  const fs::path log = worktree_->folder().parent_path() / "build.log";
  ChildProcess::Options options;
  options.command = {"env", "-C", worktree_->folder().string(), "sh", "-c", build_};
  options.log = log;
  Result<ChildProcess> child = ChildProcess::start(options);
  if (!child) return Error{Stage::kLoad, "the build cannot be started: " + child.error().message};
  child->wait();
  if (!child->succeeded())
    return Error{Stage::kLoad, fmt::format("the build of commit {} ended with {}: {}", commit.substr(0, 7),
                                           child->howItEnded(), printable(endOf(log)))};
  built_ = commit;
  return std::nullopt;
}

std::optional<Error> CommitRuns::provide(const Subject& subject, const std::string& commit, const std::string& blob) {
  if (!worktree_) {
    Result<std::unique_ptr<Worktree>> made = Worktree::make(git_);
    if (!made) return made.error();
    worktree_ = std::move(*made);
  }
  if (blob.empty()) return build(commit);
  std::vector<std::string> paths = {subject.file()};
  const std::string settings = imageSettingsFile(subject.file()).string();
  if (git_.contents(commit, settings)) paths.push_back(settings);
  return worktree_->checkOut(commit, paths);
}

Result<history::Row> CommitRuns::run(const Subject& subject, const history::CommitInfo& commit, const std::string& blob,
                                     const ProfileObserver& observer, engine::RunControl& control) {
  if (auto failed = provide(subject, commit.id, blob)) return *failed;
  const Result<ProfileRequest> request = source_.request(subject, worktree_->folder() / subject.path);
  if (!request) return request.error();
  const Result<report::Report> report = profileModel(*request, observer, control);
  if (control.cancelled) return Error{Stage::kCancelled, "cancelled"};
  history::Row row = measuredRow(subject, *request, report);
  setCommit(row, commit);
  row.blob = blob;
  return row;
}

std::string CommitRuns::keyOf(const Subject& subject, const std::string& blob) const {
  if (blob.empty()) return {};
  const Result<ProfileRequest> request = source_.request(subject, git_.root() / subject.path);
  return request ? settingsKey(*request) : std::string();
}

} // namespace arenascope::service
