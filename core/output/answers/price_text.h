// The cost of a model's version, in words and in JSON.
#pragma once

#include <optional>
#include <string>

#include "core/optimization/price.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

// "+17,386 bytes"; of the model only if the code is unknown.
std::string flashText(const optimization::Price& price);
// "+17,386 bytes of flash (model +8,000, code +9,386)".
std::string describePrice(const optimization::Price& price);
// "Register AddSplitV() and AddPad() as well: ..."; empty without new operators.
std::string describeNewOperators(const optimization::Price& price);

// "+3.7 %", which is never "-0.0 %".
std::string percentText(double percent);
// "+3.7 % cycles, +17,386 bytes of flash; the resolver also needs SPLIT_V, PAD."; work: "cycles" or "MACs".
std::string describeCosts(std::optional<double> growth, const char* work,
                          const std::optional<optimization::Price>& price);

// Adds "flash_bytes" (the total of model and code), "model_bytes", "code_bytes" if known, and "new_operators".
void addFlash(Json& json, const report::Report& before, const report::Report& after);

} // namespace arenascope::output
