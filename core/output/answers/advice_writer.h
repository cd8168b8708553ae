// Advice in sentences, as text, as Markdown and as JSON.
#pragma once

#include <string>

#include "core/optimization/advice.h"

namespace arenascope::output {

inline constexpr const char* kAdviceSchema = "arenascope.advice.1";

// What it gains and costs: "saves 12,288 bytes (12.7 %), 0.0 % cycles, +312 bytes of flash".
std::string describeGain(const optimization::AdviceReport& report, const optimization::Suggestion& suggestion);
// That an inference takes longer than it may, in a sentence; empty where it does not or that is not known.
std::string missedDeadline(const optimization::AdviceReport& report);
// The best that can be done, or that there is nothing, in a sentence.
std::string describeAdvice(const optimization::AdviceReport& report);
// arenascope.advice.1
std::string toJson(const optimization::AdviceReport& report);
// For a terminal.
std::string toText(const optimization::AdviceReport& report, bool colour);
// For a pull request.
std::string toMarkdown(const optimization::AdviceReport& report);

} // namespace arenascope::output
