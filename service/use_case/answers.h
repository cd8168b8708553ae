// Runs a use case, for front ends that pass on its whole answer as text and JSON.
#pragma once

#include <mutex>

#include "core/report/report.h"
#include "service/profile/profile_all.h"
#include "service/use_case/use_cases.h"

namespace arenascope::service {

struct Answer {
  std::string text;                                   // for a person
  std::string json;                                   // a document of the use case's schema
  std::vector<std::uint8_t> model;                    // a version that was written; empty if none was
  std::vector<report::Report> reports;                // of the use case's runs
  std::optional<Error> failed;                        // of a run; text and JSON have it, too
  std::vector<std::vector<std::uint8_t>> models = {}; // of each suggestion; empty if the model stays the same
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

// An error if there is no answer at all. onProgress is called from any thread, one call at a time.
Result<Answer> answer(const UseCase& useCase, const Request& request,
                      const std::function<void(const Progress&)>& onProgress, Cancel& cancel);

} // namespace arenascope::service
