#include "service/use_case/history_answers.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/output/history/history_page.h"
#include "core/output/history/history_writer.h"
#include "core/output/history/review_writer.h"
#include "core/output/json_parts.h"
#include "service/use_case/request_json.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {

namespace {

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

namespace {

std::string backfilledText(const Backfilled& backfilled, bool /*colour*/) {
  std::string text = fmt::format("{} commits: {} measured, {} of the same file as one that was measured, {} known "
                                 "already; in {}\n",
                                 backfilled.commits, backfilled.measured, backfilled.reused, backfilled.present,
                                 backfilled.store.string());
  for (const std::string& failed : backfilled.failed) text += "  failed: " + failed + "\n";
  return text;
}

std::string backfilledJson(const Backfilled& backfilled) {
  return output::dumped({{"schema", "arenascope.backfill.1"},
                         {"store", backfilled.store.string()},
                         {"commits", backfilled.commits},
                         {"measured", backfilled.measured},
                         {"reused", backfilled.reused},
                         {"present", backfilled.present},
                         {"failed", backfilled.failed}});
}

// "commit 3 of 30".
std::function<void(std::size_t, std::size_t)> progressOf(const OnProgress& onProgress, const char* what) {
  if (!onProgress) return {};
  return [onProgress, what](std::size_t done, std::size_t all) {
    onProgress({fmt::format("{} {} of {}", what, done + 1, all), static_cast<double>(done) / static_cast<double>(all)});
  };
}

using history::Review;
using history::ReviewedModel;

// Reasons to fail: models that do not run now, or else what has become worse or is over a budget.
std::vector<Error> complaintsOf(const Review& review, const Request& request) {
  std::vector<Error> failed;
  for (const ReviewedModel& model : review.models)
    if (model.now && !model.now->ok()) failed.push_back({Stage::kNone, model.path + ": " + model.now->error});
  for (const std::string& problem : review.problems) failed.push_back({Stage::kNone, problem});
  if (!failed.empty()) return failed;
  std::vector<Error> reasons;
  const auto add = [&](const std::string& reason) { reasons.push_back({Stage::kBudget, reason}); };
  for (const ReviewedModel& model : review.models) {
    for (const std::string& figure : model.over)
      add(fmt::format("{} is over budget: {} {}, at most {}", model.path, history::figureOf(figure).name,
                      grouped(model.now->figure(figure).value_or(0)), grouped(model.now->budgets.at(figure))));
    if (request.failsOn("growth"))
      for (const history::Move& move : model.moves)
        if (move.before && move.after && *move.after > *move.before) add(model.path + ": " + move.text);
    if (request.failsOn("hazard"))
      for (const std::string& hazard : model.newHazards) add(model.path + ", new hazard: " + hazard);
  }
  return reasons;
}

} // namespace

Result<Answer> historyAnswer(const Call& call) {
  if (auto wrong = refuseContents(call.request)) return *wrong;
  const auto timeline = historyOf(historyRequest(call.request));
  if (!timeline) return timeline.error();
  const auto kept = std::make_shared<const history::Timeline>(*timeline);
  const std::vector<std::string> figures = call.request.figures;
  return Answer{.text = [kept, figures](bool colour) { return output::toText(*kept, figures, colour); },
                .json = [kept] { return output::toJson(*kept); },
                .files = {{"csv", [kept] { return output::toCsv(*kept); }},
                          {"html", [kept, figures] { return output::toHtml(*kept, figures); }}}};
}

Result<Answer> backfillAnswer(const Call& call) {
  const auto job = backfillRequest(call.request);
  if (!job) return job.error();
  const auto done = backfill(*job, progressOf(call.onProgress, "commit"), call.cancel.run());
  if (!done) return done.error();
  Answer answer = answerOf<Backfilled>(*done, backfilledText, backfilledJson);
  if (done->measured + done->reused + done->present == 0 && !done->failed.empty())
    answer.complaints = {{Stage::kNone, "no model of these commits could be measured"}};
  return answer;
}

Result<Answer> reviewAnswer(const Call& call) {
  const auto job = reviewRequest(call.request);
  if (!job) return job.error();
  const auto done = review(*job, progressOf(call.onProgress, "model"), call.cancel.run());
  if (!done) return done.error();
  Answer answer = answerOf<Review>(*done, [](const Review&, bool) { return std::string(); }, output::toJson,
                                   {{"svg", output::toSvg}});
  const bool silent = call.request.onlyChanges && !done->hasChanged();
  std::string markdown = silent ? "" : output::toMarkdown(*done, call.request.chartUrl);
  answer.text = [markdown](bool) { return markdown; };
  answer.files["markdown"] = [markdown = std::move(markdown)] { return markdown; };
  answer.complaints = complaintsOf(*done, call.request);
  return answer;
}

} // namespace arenascope::service
