#include "service/use_case/steps.h"

#include "core/base/number_text.h"
#include "core/base/wrapped_text.h"
#include "core/output/json_writer.h"
#include "service/use_case/answers.h"

namespace arenascope::service {

std::string Answer::plainText() const { return wrapped(text(false), kTextColumns); }

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

std::vector<report::Report> Call::together(const std::vector<ProfileRequest>& requests) const {
  BatchControl runs(requests.size());
  const Cancel::Together cancelled(cancel, runs);
  const auto results = profileAll(requests, onProgress, runs);
  std::vector<report::Report> reports;
  for (std::size_t i = 0; i < results.size(); ++i)
    reports.push_back(results[i] ? *results[i] : failedReport(requests[i], results[i].error()));
  return reports;
}

std::map<std::string, std::uint64_t> budgetsOf(const Request& request) {
  std::map<std::string, std::uint64_t> budgets;
  if (request.budget) budgets["arena"] = *request.budget;
  if (request.maxCycles) budgets["cycles"] = *request.maxCycles;
  return budgets;
}

std::vector<Error> overBudget(const Request& request, const report::Report& report) {
  const auto verdict = report::checkBudgets(report, {.limits = budgetsOf(request), .tolerances = {}, .baseline = {}});
  if (!verdict) return {{Stage::kBudget, verdict.error().message}};
  std::vector<Error> exceeded;
  for (const report::BudgetCheck& check : verdict->checks)
    if (!check.passed) exceeded.push_back({Stage::kBudget, check.why});
  return exceeded;
}

std::vector<Error> overBudget(const Request& request, std::uint64_t minimumArena) {
  if (!request.budget || minimumArena <= *request.budget) return {};
  return {{Stage::kBudget, "over budget: the minimum arena is " + grouped(minimumArena) + " bytes, the budget is " +
                               grouped(*request.budget)}};
}

std::string failedAnswer(const UseCase& useCase, const Request& request, const Error& error) {
  return output::failedJson(request.models.size() == 1 ? request.models.front() : "", error, useCase.schema);
}

} // namespace arenascope::service
