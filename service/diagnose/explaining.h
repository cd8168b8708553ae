// Explains a device's messages: runs the model with every kernel set that can have printed them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/explanation.h"
#include "service/profile/profile_all.h"

namespace arenascope::service {

struct ExplainRequest {
  ProfileRequest profile; // its target, kernel set and planner are tried first, and exclusively if `alone`
  bool alone = false;
  std::optional<std::uint64_t> arenaBytes; // of the device, if known
  std::string text;                        // as pasted
};

struct ExplainedText {
  std::vector<report::Report> reports; // of all combinations tried
  diagnosis::Explanation explanation;
  std::optional<Error> refused; // the validator's reason: messages are explained without a model
};

// Fails if the text has no messages, or the model cannot be read or exceeds a limit.
Result<ExplainedText> explainText(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                                  BatchControl& control);
// Maximum number of runs of explainText(), for BatchControl.
std::size_t explainedRuns();

} // namespace arenascope::service
