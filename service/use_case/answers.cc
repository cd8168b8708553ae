#include "service/use_case/answers.h"

#include <algorithm>
#include <functional>

#include "core/base/number_text.h"
#include "core/base/wrapped_text.h"
#include "core/optimization/shared_plan.h"
#include "core/output/answers/advice_writer.h"
#include "core/output/answers/audit_writer.h"
#include "core/output/answers/calibration_writer.h"
#include "core/output/answers/compression_writer.h"
#include "core/output/answers/explanation_writer.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/answers/shrink_writer.h"
#include "core/output/answers/sweep_writer.h"
#include "core/output/answers/versions_writer.h"
#include "core/output/board_table.h"
#include "core/output/comparison_writer.h"
#include "core/output/json_parts.h"
#include "core/output/json_writer.h"
#include "core/output/overhead_writer.h"
#include "core/output/text_writer.h"
#include "core/report/comparison.h"
#include "service/profile/profile_all.h"
#include "service/store/boards.h"
#include "service/use_case/history_answers.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {

namespace {

using report::Report;

// One call of a use case.
struct Call {
  const Request& request;
  const std::function<void(const Progress&)>& onProgress;
  Cancel& cancel;

  ProfileObserver observer() const { return {.onAllocation = {}, .onProgress = onProgress}; }

  // A failed model has a report with its error.
  std::vector<Report> together(const std::vector<ProfileRequest>& requests) const {
    BatchControl runs(requests.size());
    const Cancel::Together cancelled(cancel, runs);
    const auto results = profileAll(requests, onProgress, runs);
    std::vector<Report> reports;
    for (std::size_t i = 0; i < results.size(); ++i)
      reports.push_back(results[i] ? *results[i] : failedReport(requests[i], results[i].error()));
    return reports;
  }
};

std::optional<Error> firstError(const std::vector<Report>& reports) {
  for (const Report& report : reports)
    if (report.error) return report.error;
  return std::nullopt;
}

Result<Answer> profile(const Call& call) {
  const auto job = profileRequest(call.request);
  if (!job) return job.error();
  const Result<Report> report = profileModel(*job, call.observer(), call.cancel.run());
  if (call.request.record)
    if (auto failed = recordReport(*job, report, recordOptions(call.request))) return *failed;
  if (!report) return report.error();
  return Answer{
      output::toText(*report, false), output::toJson(*report, call.request.wholePath), {}, {*report}, report->error};
}

Result<Answer> advise(const Call& call) {
  const auto job = adviceRequest(call.request);
  if (!job) return job.error();
  const auto advice = adviseModel(*job, call.observer(), call.cancel.run());
  if (!advice) return advice.error();
  Answer answer{output::toText(*advice, false), output::toJson(*advice), {}, {advice->before}, advice->before.error};
  for (const optimization::Suggestion& suggestion : advice->suggestions) answer.models.push_back(suggestion.model);
  return answer;
}

Result<Answer> compare(const Call& call) {
  const auto jobs = comparedRequests(call.request);
  if (!jobs) return jobs.error();
  const report::Comparison comparison = report::compareReports(call.together(*jobs));
  return Answer{output::toText(comparison, false),
                output::toJson(comparison),
                {},
                comparison.reports,
                firstError(comparison.reports)};
}

Result<Answer> boards(const Call& call) {
  std::vector<Error> problems; // files of the user's that cannot be read: the command line says so
  const std::vector<hardware::Board> known = loadBoards(problems);
  if (call.request.models.empty()) {
    output::Json rows = output::Json::array();
    for (const hardware::Board& board : known) rows.push_back(output::boardJson(board, std::nullopt));
    return Answer{output::boardsText(known, false),
                  output::dumped({{"schema", "arenascope.boards.1"}, {"boards", std::move(rows)}}),
                  {},
                  {},
                  {}};
  }
  const auto jobs = boardRequests(call.request, known);
  if (!jobs) return jobs.error();
  const std::vector<Report> reports = call.together(*jobs);
  return Answer{output::boardsText(reports, false), output::boardsJson(reports), {}, reports, {}};
}

// A line for a person.
std::string describe(const Report& report) {
  if (report.error) return report.model.path + ": " + report.error->message;
  const std::string cycles = report.cost ? ", " + grouped(report.cost->total.cycles) + " cycles" : "";
  return report.model.path + ": an arena of " + grouped(report.arena->minimum) + " bytes" + cycles;
}

Result<Answer> batch(const Call& call) {
  std::vector<ProfileRequest> jobs;
  Answer answer;
  std::vector<std::size_t> ofJob; // of the reports
  for (const std::string& model : call.request.models) {
    Request one = call.request;
    one.models = {model};
    const auto job = profileRequest(one);
    if (!job && job.error().stage == Stage::kUsage) return job.error();
    ProfileRequest failed;
    failed.model = model;
    answer.reports.push_back(job ? Report() : failedReport(failed, job.error()));
    if (!job) continue;
    ofJob.push_back(answer.reports.size() - 1);
    jobs.push_back(*job);
  }
  std::vector<Report> reports = call.together(jobs);
  for (std::size_t i = 0; i < reports.size(); ++i) answer.reports[ofJob[i]] = std::move(reports[i]);
  output::Json rows = output::Json::array();
  for (const Report& report : answer.reports) {
    answer.text += describe(report) + "\n";
    rows.push_back(output::reportJson(report, true));
  }
  answer.json = output::dumped({{"schema", "arenascope.batch.1"}, {"reports", std::move(rows)}});
  return answer;
}

Result<Answer> overhead(const Call& call) {
  const auto jobs = profileRequests(call.request);
  if (!jobs) return jobs.error();
  const std::vector<Report> reports = call.together(*jobs);
  return Answer{output::overheadText(reports, false), output::overheadJson(reports), {}, reports, firstError(reports)};
}

std::optional<Error> errorOf(const optimization::PlanReport& report) {
  for (const Report* run : {&report.before, &report.after})
    if (run->error) return run->error;
  for (const optimization::PlannedRun& other : report.others)
    if (other.after.error) return other.after.error;
  return std::nullopt;
}

// Models that take turns in one arena.
Result<Answer> planShared(const Call& call) {
  std::vector<optimization::PlanReport> plans;
  for (const std::string& model : call.request.models) {
    Request one = call.request;
    one.models = {model};
    const auto job = planRequest(one);
    if (!job) return job.error();
    const auto plan = planModel(*job, call.observer(), call.cancel.run());
    if (!plan) return plan.error();
    plans.push_back(*plan);
  }
  const optimization::SharedPlan shared = optimization::sharedPlan(std::move(plans));
  Answer answer{output::toText(shared, false), output::toJson(shared, false), {}, {}, {}};
  for (const optimization::PlanReport& plan : shared.models) {
    answer.reports.push_back(plan.after);
    answer.models.push_back(plan.model);
    if (!answer.failed) answer.failed = errorOf(plan);
  }
  return answer;
}

Result<Answer> plan(const Call& call) {
  if (call.request.shared != (call.request.models.size() > 1))
    return Error{Stage::kUsage, call.request.shared ? "shared takes two models or more" : "several models take shared"};
  if (call.request.shared) return planShared(call);
  const auto job = planRequest(call.request);
  if (!job) return job.error();
  const auto plan = planModel(*job, call.observer(), call.cancel.run());
  if (!plan) return plan.error();
  return Answer{output::toText(*plan, false),
                output::toJson(*plan, false),
                plan->model,
                {plan->before, plan->after},
                errorOf(*plan)};
}

Result<Answer> shrink(const Call& call) {
  const auto job = shrinkRequest(call.request);
  if (!job) return job.error();
  const auto shrunk = shrinkModel(*job, call.observer(), call.cancel.run());
  if (!shrunk) return shrunk.error();
  const optimization::ShrinkPoint& after = shrunk->after();
  return Answer{output::toText(*shrunk, false), output::toJson(*shrunk, false), after.model, after.runs, {}};
}

Result<Answer> compress(const Call& call) {
  const auto job = compressRequest(call.request);
  if (!job) return job.error();
  const auto compressed = compressModel(*job, call.observer(), call.cancel.run());
  if (!compressed) return compressed.error();
  std::vector<Report> reports = {compressed->before};
  if (compressed->after) reports.push_back(*compressed->after);
  return Answer{output::toText(*compressed, false), output::toJson(*compressed), compressed->model, reports, {}};
}

Result<Answer> explain(const Call& call) {
  const auto job = explainRequest(call.request);
  if (!job) return job.error();
  BatchControl runs(explainedRuns());
  const Cancel::Together cancelled(call.cancel, runs);
  const auto explained = explainText(*job, call.onProgress, runs);
  if (!explained) return explained.error();
  return Answer{output::toText(explained->explanation, explained->reports, false),
                output::toJson(explained->explanation, explained->reports),
                {},
                explained->reports,
                explained->refused};
}

Result<Answer> sweep(const Call& call) {
  const auto job = sweepRequest(call.request);
  if (!job) return job.error();
  const auto swept = sweepModel(*job, call.observer(), call.cancel.run());
  if (!swept) return swept.error();
  return Answer{output::toText(*swept, false), output::toJson(*swept), {}, {}, {}};
}

Result<Answer> calibrate(const Call& call) {
  const auto job = calibrateRequest(call.request);
  if (!job) return job.error();
  const auto calibration = service::calibrate(*job, call.observer(), call.cancel.run());
  if (!calibration) return calibration.error();
  return Answer{output::toText(*calibration, false), output::toJson(*calibration), {}, {}, {}};
}

Result<Answer> versions(const Call& call) {
  const auto job = versionsRequest(call.request);
  if (!job) return job.error();
  BatchControl runs(kMostVersionRuns);
  const Cancel::Together cancelled(call.cancel, runs);
  const auto table = versionsOf(*job, call.onProgress, runs);
  if (!table) return table.error();
  return Answer{output::toText(*table, false), output::toJson(*table), {}, {}, {}};
}

Result<Answer> audit(const Call& call) {
  const auto job = auditRequest(call.request);
  if (!job) return job.error();
  const auto audited = auditLibrary(*job, call.observer(), call.cancel.run());
  if (!audited) return audited.error();
  return Answer{output::toText(*audited, false), output::toJson(*audited), {}, {}, {}};
}

using Run = Result<Answer> (*)(const Call&);
constexpr std::pair<std::string_view, Run> kRuns[] = {
    {"profile", profile},
    {"advise", advise},
    {"compare", compare},
    {"boards", boards},
    {"batch", batch},
    {"overhead", overhead},
    {"plan", plan},
    {"shrink", shrink},
    {"compress", compress},
    {"explain", explain},
    {"sweep", sweep},
    {"calibrate", calibrate},
    {"versions", versions},
    {"audit", audit},
    {"history", [](const Call& call) { return historyAnswer(call.request); }},
    {"backfill", [](const Call& call) { return backfillAnswer(call.request, call.onProgress, call.cancel); }},
    {"review", [](const Call& call) { return reviewAnswer(call.request, call.onProgress, call.cancel); }}};

} // namespace

void Cancel::operator()() {
  const std::lock_guard lock(mutex_);
  run_.cancelled = true;
  if (runs_ != nullptr) runs_->cancel();
}

Cancel::Together::Together(Cancel& cancel, BatchControl& runs) : cancel_(cancel) {
  const std::lock_guard lock(cancel.mutex_);
  cancel.runs_ = &runs;
  if (cancel.run_.cancelled) runs.cancel();
}

Cancel::Together::~Together() {
  const std::lock_guard lock(cancel_.mutex_);
  cancel_.runs_ = nullptr;
}

Result<Answer> answer(const UseCase& useCase, const Request& request,
                      const std::function<void(const Progress&)>& onProgress, Cancel& cancel) {
  for (const auto& [name, run] : kRuns) {
    if (name != useCase.name) continue;
    Result<Answer> found = run({request, onProgress, cancel});
    if (found) found->text = wrapped(found->text, kTextColumns);
    return found;
  }
  return Error{Stage::kInternal, std::string("nothing runs ") + useCase.name};
}

} // namespace arenascope::service
