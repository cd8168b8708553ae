// What a report says in sentences.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Which kernels and compiler its cycles stand for, and what its board's usual library has; empty where there are none.
std::string describeKernels(const Report& report);
// What is known of how far its kinds of operators are off, a line a source: "instructions of our kernels (...): CONV_2D
// -1 to +9 %, SOFTMAX -6 %". Of one kind alone where it is named.
std::vector<std::string> describeOperatorErrors(const Report& report, const std::string& kind = {});
// Which kernels ran: "kernels like the portable ones of esp-nn 1.2.3".
std::string executedKernels(const Report& report);
// Whose code was watched, and what was not; empty where nothing was.
std::string describeWatched(const Report& report);
// The same with how often it touched the arena.
std::string describeGuard(const Report& report);
// What error to expect of the cycles; empty where there are none.
std::string describeAccuracy(const Report& report);
// The same for several, a line for each target: "cortex-m4: cycles against silicon: ...". Behind it, where kernels are
// not compiled as a board's usual library.
std::vector<std::string> describeAccuracies(const std::vector<Report>& reports);
// One sentence: at which moment the arena is fullest and why. Empty where allocation did not succeed.
std::string explainMinimum(const Report& report);
// Which interpreter the figures of the arena are exact for, and what else a device may have.
std::string describeInterpreter(const Report& report);
// What was found in a firmware image and how, a row each: "arena", "30,000 bytes at 0x200002D0". Empty without one.
std::vector<std::pair<std::string, std::string>> describeFirmware(const Report& report);
// What it ran on and with: "cortex-m4, cmsis-nn kernels"; the board and its clock where one was chosen, the planner
// where it is not the usual one.
std::string describeSettings(const RunConfiguration& settings);
// Only what is another: "cortex-m0plus, reference kernels"; empty where nothing is.
std::string describeChange(const RunConfiguration& from, const RunConfiguration& to);
// What to know about an inference that did not run to its end though nothing is wrong; empty for others.
std::string explainEarlyStop(const Report& report);
// What else to know about a report in which nothing is wrong: sentences about an accelerator's work that was not run,
// and buffers that the model's own plan puts over each other.
std::vector<std::string> notesOf(const Report& report);
// What stands behind the minimum: "proven: it ran; 16 bytes less failed".
std::string describeProof(const Report& report);

} // namespace arenascope::report
