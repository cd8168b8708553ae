#include <algorithm>

#include "core/base/number_text.h"
#include "core/optimization/shared_plan.h"
#include "core/output/answers/explanation_writer.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/answers/sweep_writer.h"
#include "core/output/answers/versions_writer.h"
#include "core/output/board_table.h"
#include "core/output/comparison_writer.h"
#include "core/output/json_parts.h"
#include "core/output/json_writer.h"
#include "core/output/overhead_writer.h"
#include "core/output/text_writer.h"
#include "core/report/comparison.h"
#include "service/history/recording.h"
#include "service/store/boards.h"
#include "service/use_case/answers.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {

namespace {

using report::Report;
using Reports = std::vector<Report>;

// Of several models: each error with its model.
void addErrors(const Reports& reports, Answer& answer) {
  for (const Report& report : reports) {
    if (!report.error) continue;
    // A model that cannot be run as it was asked is no wrong usage for the others.
    const Stage stage = report.error->stage == Stage::kUsage ? Stage::kNone : report.error->stage;
    answer.complaints.push_back({stage, report.model.path + ": " + report.error->message});
    if (!answer.failed) answer.failed = report.error;
  }
}

void add(const std::vector<Error>& complaints, Answer& answer) {
  answer.complaints.insert(answer.complaints.end(), complaints.begin(), complaints.end());
}

} // namespace

Result<Answer> profileAnswer(const Call& call) {
  const auto job = profileRequest(call.request);
  if (!job) return job.error();
  const Result<Report> report = profileModel(*job, call.observer(), call.cancel.run());
  if (call.request.record)
    if (auto failed = recordReport(*job, report, {call.request.store, budgetsOf(call.request)})) return *failed;
  if (!report) return report.error();
  Answer answer = answerOf<Report>(
      *report, output::toText,
      call.request.wholePath ? [](const Report& each) { return output::toJson(each, true); }
                             : [](const Report& each) { return output::toJson(each, false); });
  answer.reports = {*report};
  answer.failed = report->error;
  return answer;
}

Result<Answer> compareAnswer(const Call& call) {
  const auto jobs = comparedRequests(call.request);
  if (!jobs) return jobs.error();
  if (jobs->size() < 2)
    return Error{Stage::kUsage, "nothing to compare: name two models, targets, kernel sets or revisions"};
  report::Comparison comparison = report::compareReports(call.together(*jobs));
  const Reports reports = comparison.reports;
  Answer answer =
      answerOf<report::Comparison>(std::move(comparison), output::toText, output::toJson, {{"csv", output::toCsv}});
  answer.reports = reports;
  addErrors(reports, answer);
  for (const Report& report : reports)
    if (!report.error) add(overBudget(call.request, report), answer);
  return answer;
}

Result<Answer> boardsAnswer(const Call& call) {
  std::vector<Error> problems; // files of the user's that cannot be read
  std::vector<hardware::Board> known = loadBoards(problems);
  if (call.request.models.empty()) {
    Answer answer = answerOf<std::vector<hardware::Board>>(
        std::move(known), output::boardsText, [](const std::vector<hardware::Board>& boards) {
          output::Json rows = output::Json::array();
          for (const hardware::Board& board : boards) rows.push_back(output::boardJson(board, std::nullopt));
          return output::dumped({{"schema", "arenascope.boards.1"}, {"boards", std::move(rows)}});
        });
    answer.complaints = problems;
    return answer;
  }
  const auto jobs = boardRequests(call.request, known);
  if (!jobs) return jobs.error();
  Reports reports = call.together(*jobs);
  const auto failed = std::find_if(reports.begin(), reports.end(), [](const Report& each) { return each.error; });
  if (failed != reports.end()) problems.push_back(*failed->error); // the table has those of the others
  Answer answer = answerOf<Reports>(reports, output::boardsText, output::boardsJson, {{"csv", output::boardsCsv}});
  answer.reports = std::move(reports);
  answer.complaints = problems;
  return answer;
}

namespace {

// A line for a person.
std::string describe(const Report& report) {
  if (report.error) return report.model.path + ": " + report.error->message;
  const std::string cycles = report.cost ? ", " + grouped(report.cost->total.cycles) + " cycles" : "";
  return report.model.path + ": an arena of " + grouped(report.arena->minimum) + " bytes" + cycles;
}

std::string batchText(const Reports& reports, bool /*colour*/) {
  std::string text;
  for (const Report& report : reports) text += describe(report) + "\n";
  return text;
}

std::string batchJson(const Reports& reports) {
  output::Json rows = output::Json::array();
  for (const Report& report : reports) rows.push_back(output::reportJson(report, true));
  return output::dumped({{"schema", "arenascope.batch.1"}, {"reports", std::move(rows)}});
}

} // namespace

Result<Answer> batchAnswer(const Call& call) {
  std::vector<ProfileRequest> jobs;
  Reports all;
  std::vector<std::size_t> ofJob; // of the reports
  for (const std::string& model : call.request.models) {
    Request one = call.request;
    one.models = {model};
    const auto job = profileRequest(one);
    if (!job && job.error().stage == Stage::kUsage) return job.error();
    ProfileRequest failed;
    failed.model = model;
    all.push_back(job ? Report() : failedReport(failed, job.error()));
    if (!job) continue;
    ofJob.push_back(all.size() - 1);
    jobs.push_back(*job);
  }
  Reports reports = call.together(jobs);
  for (std::size_t i = 0; i < reports.size(); ++i) all[ofJob[i]] = std::move(reports[i]);
  Answer answer = answerOf<Reports>(all, batchText, batchJson);
  answer.reports = std::move(all);
  return answer;
}

Result<Answer> overheadAnswer(const Call& call) {
  const auto jobs = profileRequests(call.request);
  if (!jobs) return jobs.error();
  Reports reports = call.together(*jobs);
  Answer answer = answerOf<Reports>(reports, output::overheadText, output::overheadJson);
  addErrors(reports, answer);
  answer.reports = std::move(reports);
  return answer;
}

namespace {

// Of a run whose allocation succeeded.
std::optional<Error> errorOf(const optimization::PlanReport& report) {
  for (const Report* run : {&report.before, &report.after})
    if (run->error) return run->error;
  for (const optimization::PlannedRun& other : report.others)
    if (other.after.error) return other.after.error;
  return std::nullopt;
}

template <typename Plan>
Answer answerOfPlan(Plan plan, const Request& request) {
  return answerOf<Plan>(
      std::move(plan), output::toText,
      request.timing ? [](const Plan& each) { return output::toJson(each, true); }
                     : [](const Plan& each) { return output::toJson(each, false); });
}

void complain(const Request& request, std::uint64_t minimumArena, Answer& answer) {
  if (answer.failed)
    answer.complaints = {*answer.failed};
  else
    answer.complaints = overBudget(request, minimumArena);
}

// Models that take turns in one arena.
Result<Answer> planShared(const Call& call) {
  std::vector<optimization::PlanReport> plans;
  for (const std::string& model : call.request.models) {
    Request one = call.request;
    one.models = {model};
    auto plan = outcomeOf(Call{one, call.onProgress, call.cancel}, planRequest, planModel);
    if (!plan) return plan.error();
    plans.push_back(std::move(*plan));
  }
  const optimization::SharedPlan shared = optimization::sharedPlan(std::move(plans));
  Answer answer = answerOfPlan(shared, call.request);
  for (const optimization::PlanReport& plan : shared.models) {
    answer.reports.push_back(plan.after);
    answer.models.push_back(plan.model);
    if (!answer.failed) answer.failed = errorOf(plan);
  }
  complain(call.request, shared.after.minimum, answer);
  return answer;
}

} // namespace

Result<Answer> planAnswer(const Call& call) {
  if (call.request.shared != (call.request.models.size() > 1))
    return Error{Stage::kUsage, call.request.shared ? "shared takes two models or more" : "several models take shared"};
  if (call.request.shared) return planShared(call);
  const auto plan = outcomeOf(call, planRequest, planModel);
  if (!plan) return plan.error();
  Answer answer = answerOfPlan(*plan, call.request);
  answer.model = plan->model;
  answer.reports = {plan->after, plan->before};
  answer.failed = errorOf(*plan);
  complain(call.request, plan->after.arena ? plan->after.arena->minimum : 0, answer);
  return answer;
}

Result<Answer> explainAnswer(const Call& call) {
  const auto explained = outcomeOf(call, explainRequest, explainText, explainedRuns());
  if (!explained) return explained.error();
  Answer answer = answerOf<ExplainedText>(
      *explained,
      [](const ExplainedText& each, bool colour) { return output::toText(each.explanation, each.reports, colour); },
      [](const ExplainedText& each) { return output::toJson(each.explanation, each.reports); });
  answer.reports = explained->reports;
  answer.failed = explained->refused;
  if (explained->refused)
    answer.complaints = {*explained->refused};
  else if (!explained->explanation.understood())
    answer.complaints = {{Stage::kMessage,
                          "no message of TensorFlow Lite Micro has been recognised: paste whole lines of the "
                          "device's output, or give - and the log on standard input"}};
  return answer;
}

Result<Answer> sweepAnswer(const Call& call) {
  const auto swept = outcomeOf(call, sweepRequest, sweepModel);
  if (!swept) return swept.error();
  Answer answer = answerOf<diagnosis::Sweep>(*swept, output::toText, output::toJson);
  answer.complaints = overBudget(call.request, swept->unaligned.bytes);
  return answer;
}

Result<Answer> versionsAnswer(const Call& call) {
  auto table = outcomeOf(call, versionsRequest, versionsOf, kMostVersionRuns);
  if (!table) return table.error();
  return answerOf<report::VersionTable>(std::move(*table), output::toText, output::toJson, {{"svg", output::toSvg}});
}

} // namespace arenascope::service
