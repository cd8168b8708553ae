// The steps of every use case: its request becomes a job (resolve.h), which runs with progress and cancel; the outcome
// becomes an answer for the front ends.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

#include "core/report/budget_check.h"
#include "service/profile/profile_all.h"
#include "service/use_case/request.h"

namespace arenascope::service {

using MakeText = std::function<std::string()>;

// Texts are made when they are asked for.
struct Answer {
  std::function<std::string(bool colour)> text;       // for a person
  MakeText json;                                      // a document of the use case's schema
  std::vector<std::uint8_t> model = {};               // a version that was written; empty if none was
  std::vector<report::Report> reports = {};           // of the use case's runs, that of `model` first
  std::optional<Error> failed = {};                   // of a run; text and JSON have it, too
  std::vector<std::vector<std::uint8_t>> models = {}; // of each suggestion; empty if the model stays the same
  std::map<std::string, MakeText> files = {};         // other documents, by format: "csv", "svg", "markdown"
  // For a person who asked for it to succeed: runs that failed, and exceeded limits (stage "budget").
  std::vector<Error> complaints = {};
  std::shared_ptr<const void> outcome = {}; // of the type that the use case's job has

  // Without colour, in lines of a page.
  std::string plainText() const;
};

// Cancels a use case from any thread, whether it is one run or many.
class Cancel {
public:
  void operator()();
  bool asked() const { return run_.cancelled; }
  engine::RunControl& run() { return run_; }

  // Many runs, until this is destroyed.
  class Together {
  public:
    Together(Cancel& cancel, BatchControl& runs);
    ~Together();
    Together(const Together&) = delete;
    Together& operator=(const Together&) = delete;

  private:
    Cancel& cancel_;
  };

private:
  engine::RunControl run_;
  std::mutex mutex_;
  BatchControl* runs_ = nullptr;
};

using OnProgress = std::function<void(const Progress&)>;

// One call of a use case. onProgress is called from any thread, one call at a time; it may be empty.
struct Call {
  const Request& request;
  const OnProgress& onProgress;
  Cancel& cancel;

  ProfileObserver observer() const { return {.onAllocation = {}, .onProgress = onProgress}; }
  // On all processor cores. A failed model has a report with its error.
  std::vector<report::Report> together(const std::vector<ProfileRequest>& requests) const;
};

// The request's budgets, by figure, and the limits that a report or a minimum arena exceeds, of stage "budget".
std::map<std::string, std::uint64_t> budgetsOf(const Request& request);
std::vector<Error> overBudget(const Request& request, const report::Report& report);
std::vector<Error> overBudget(const Request& request, std::uint64_t minimumArena);

template <typename Outcome>
using ToText = std::string (*)(const std::type_identity_t<Outcome>&, bool colour);
template <typename Outcome>
using ToDocument = std::string (*)(const std::type_identity_t<Outcome>&);

// The answer that an outcome is; the rest of it is the caller's.
template <typename Outcome>
Answer answerOf(Outcome outcome, ToText<Outcome> text, ToDocument<Outcome> json,
                const std::map<std::string, ToDocument<Outcome>>& files = {}) {
  const auto kept = std::make_shared<const Outcome>(std::move(outcome));
  Answer answer{.text = [kept, text](bool colour) { return text(*kept, colour); },
                .json = [kept, json] { return json(*kept); }};
  for (const auto& [format, make] : files) answer.files[format] = [kept, make = make] { return make(*kept); };
  answer.outcome = kept;
  return answer;
}

template <typename Outcome>
const Outcome& outcomeOf(const Answer& answer) {
  return *static_cast<const Outcome*>(answer.outcome.get());
}

// A job from words.
template <typename Job>
using Resolve = Result<Job> (*)(const Request&);
template <typename Job, typename Outcome>
using Run = Result<Outcome> (*)(const Job&, const ProfileObserver&, engine::RunControl&);

template <typename Job, typename Outcome>
Result<Outcome> outcomeOf(const Call& call, Resolve<Job> resolve, Run<Job, Outcome> run) {
  const Result<Job> job = resolve(call.request);
  if (!job) return job.error();
  return run(*job, call.observer(), call.cancel.run());
}

// A job of several runs, at most `most`.
template <typename Job, typename Outcome>
Result<Outcome> outcomeOf(const Call& call, Resolve<Job> resolve,
                          Result<Outcome> (*run)(const Job&, const OnProgress&, BatchControl&), std::size_t most) {
  const Result<Job> job = resolve(call.request);
  if (!job) return job.error();
  BatchControl runs(most);
  const Cancel::Together cancelled(call.cancel, runs);
  return run(*job, call.onProgress, runs);
}

} // namespace arenascope::service
