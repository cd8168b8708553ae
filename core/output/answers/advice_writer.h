// Advice in sentences, as text, as Markdown and as JSON.
#pragma once

#include <string>

#include "core/optimization/advice.h"

namespace arenascope::output {

inline constexpr const char* kAdviceSchema = "arenascope.advice.1";

// Gain and cost: "saves 12,288 bytes (12.7 %), 0.0 % cycles, +312 bytes of flash".
std::string describeGain(const optimization::AdviceReport& report, const optimization::Suggestion& suggestion);
// A sentence about a missed deadline; empty if it is met or unknown.
std::string missedDeadline(const optimization::AdviceReport& report);
// The action, for a card or a list: "Run layers 2, 3 and 6 in strips", "Use another memory plan".
std::string actionOf(const optimization::Suggestion& suggestion);
// All its costs in a sentence or two: "Same outputs. +2.5 % cycles, +17,386 bytes of flash; the resolver also needs
// SPLIT_V, PAD and CONCATENATION."
std::string describeCosts(const optimization::AdviceReport& report, const optimization::Suggestion& suggestion);
// Whether a change fits the requested size, and the smallest one that does; empty without a request.
std::string describeFit(const optimization::AdviceReport& report);
// The best suggestion, or the absence of any, in a sentence.
std::string describeAdvice(const optimization::AdviceReport& report);
// arenascope.advice.1
std::string toJson(const optimization::AdviceReport& report);
// For a terminal.
std::string toText(const optimization::AdviceReport& report, bool colour);
// For a pull request.
std::string toMarkdown(const optimization::AdviceReport& report);

} // namespace arenascope::output
