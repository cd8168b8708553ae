#include "service/use_case/history_answers.h"

#include <fmt/format.h>

#include "core/output/history/history_writer.h"
#include "core/output/history/review_writer.h"
#include "core/output/json_parts.h"
#include "service/use_case/request_json.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {

namespace {

std::map<std::string, std::uint64_t> budgetsOf(const Request& request) {
  std::map<std::string, std::uint64_t> budgets;
  if (request.budget) budgets["arena"] = *request.budget;
  if (request.maxCycles) budgets["cycles"] = *request.maxCycles;
  return budgets;
}

// What the user asks for, with what the project says of this model. The user's words count where both say something of
// targets or kernels.
Result<ProfileRequest> requestOfSubject(const Request& asked, const Subject& subject,
                                        const std::filesystem::path& file) {
  Json settings = subject.settings.is_object() ? subject.settings : Json::object();
  settings["model"] = file.string();
  const Result<Request> read = readRequest(*findUseCase("profile"), kPython, settings);
  if (!read) return Error{Stage::kUsage, "the project's settings of " + subject.path + ": " + read.error().message};
  if (settings.size() == 1) { // it says nothing
    Request request = asked;
    request.models = {file.string()};
    return profileRequest(request);
  }
  Request request = *read;
  if (!asked.targets.empty() || !asked.board.empty()) {
    request.targets = asked.targets;
    request.board = asked.board;
  }
  if (!asked.kernels.empty()) request.kernels = asked.kernels;
  if (!asked.tflm.empty()) request.tflm = asked.tflm;
  request.cache = asked.cache;
  request.limits = asked.limits;
  return profileRequest(request);
}

std::optional<Error> refuseContents(const Request& request) {
  if (request.contents.empty()) return std::nullopt;
  return Error{Stage::kUsage, "models of a project are files in its Git repository: give their paths"};
}

Result<SubjectSource> sourceOf(const Request& request) {
  if (auto wrong = refuseContents(request)) return *wrong;
  SubjectSource source;
  source.place = std::filesystem::current_path();
  for (const std::string& model : request.models) source.models.emplace_back(model);
  source.budgets = budgetsOf(request);
  Request asked = request;
  asked.models.clear();
  source.request = [asked](const Subject& subject, const std::filesystem::path& file) {
    return requestOfSubject(asked, subject, file);
  };
  if (const Result<ProfileRequest> settings = profileRequest(request); !settings) return settings.error();
  return source;
}

} // namespace

HistoryRequest historyRequest(const Request& request) {
  HistoryRequest history;
  history.place = std::filesystem::current_path();
  for (const std::string& model : request.models) history.models.emplace_back(model);
  if (!request.revision.empty()) history.revision = request.revision;
  history.store = request.store;
  return history;
}

Result<BackfillRequest> backfillRequest(const Request& request) {
  Result<SubjectSource> source = sourceOf(request);
  if (!source) return source.error();
  BackfillRequest backfill;
  backfill.source = std::move(*source);
  if (!request.revision.empty()) backfill.revision = request.revision;
  backfill.commits = request.commits.value_or(kUsualBackfill);
  backfill.store = request.store;
  backfill.build = request.build;
  return backfill;
}

Result<ReviewRequest> reviewRequest(const Request& request) {
  Result<SubjectSource> source = sourceOf(request);
  if (!source) return source.error();
  return ReviewRequest{std::move(*source), request.base, request.store, request.build};
}

RecordOptions recordOptions(const Request& request) { return {request.store, budgetsOf(request)}; }

std::string toText(const Backfilled& backfilled) {
  std::string text = fmt::format("{} commits: {} measured, {} of the same file as one that was measured, {} known "
                                 "already; in {}\n",
                                 backfilled.commits, backfilled.measured, backfilled.reused, backfilled.present,
                                 backfilled.store.string());
  for (const std::string& failed : backfilled.failed) text += "  failed: " + failed + "\n";
  return text;
}

std::string toJson(const Backfilled& backfilled) {
  return output::dumped({{"schema", "arenascope.backfill.1"},
                         {"store", backfilled.store.string()},
                         {"commits", backfilled.commits},
                         {"measured", backfilled.measured},
                         {"reused", backfilled.reused},
                         {"present", backfilled.present},
                         {"failed", backfilled.failed}});
}

std::function<void(std::size_t, std::size_t)> progressOf(const std::function<void(const Progress&)>& onProgress,
                                                         const char* what) {
  if (!onProgress) return {};
  return [onProgress, what](std::size_t done, std::size_t all) {
    onProgress({fmt::format("{} {} of {}", what, done + 1, all), static_cast<double>(done) / static_cast<double>(all)});
  };
}

Result<Answer> historyAnswer(const Request& request) {
  if (auto wrong = refuseContents(request)) return *wrong;
  const auto timeline = historyOf(historyRequest(request));
  if (!timeline) return timeline.error();
  return Answer{output::toText(*timeline, request.figures, false), output::toJson(*timeline), {}, {}, {}};
}

Result<Answer> backfillAnswer(const Request& request, const std::function<void(const Progress&)>& onProgress,
                              Cancel& cancel) {
  const auto job = backfillRequest(request);
  if (!job) return job.error();
  const auto done = backfill(*job, progressOf(onProgress, "commit"), cancel.run());
  if (!done) return done.error();
  return Answer{toText(*done), toJson(*done), {}, {}, {}};
}

Result<Answer> reviewAnswer(const Request& request, const std::function<void(const Progress&)>& onProgress,
                            Cancel& cancel) {
  const auto job = reviewRequest(request);
  if (!job) return job.error();
  const auto done = review(*job, progressOf(onProgress, "model"), cancel.run());
  if (!done) return done.error();
  return Answer{output::toMarkdown(*done), output::toJson(*done), {}, {}, {}};
}

} // namespace arenascope::service
