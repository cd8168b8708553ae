// Explains messages that a device printed: runs the model with every kernel set that may have printed them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/explanation.h"
#include "service/profile/profile_all.h"

namespace arenascope::service {

struct ExplainRequest {
  ProfileRequest profile; // target, kernel set and planner of it are tried first, and alone where `alone`
  bool alone = false;
  std::optional<std::uint64_t> arenaBytes; // of the device, where it is known
  std::string text;                        // as it was pasted
};

struct ExplainedText {
  std::vector<report::Report> reports; // of all that was tried
  diagnosis::Explanation explanation;
  std::optional<Error> refused; // the validator refuses the model: the messages are explained without one
};

// Fails where the text is no text of messages, or the model cannot be read or exceeds a limit.
Result<ExplainedText> explainText(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                                  BatchControl& control);
// How many runs explainText() makes at most, for BatchControl.
std::size_t explainedRuns();

} // namespace arenascope::service
