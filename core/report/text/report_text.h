// Sentences about a report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Kernels and compiler of its cycles, and its board's usual library if that differs; empty without cycles.
std::string describeKernels(const Report& report);
// Known errors by kind of operator, a line per source: "instructions of our kernels (...): CONV_2D -1 to +9 %, SOFTMAX
// -6 %". Optionally of one kind only.
std::vector<std::string> describeOperatorErrors(const Report& report, const std::string& kind = {});
// Kernels that ran: "kernels like the portable ones of esp-nn 1.2.3".
std::string executedKernels(const Report& report);
// Code that was checked, and code that was not; empty if nothing was.
std::string describeWatched(const Report& report);
// The same with the number of arena accesses.
std::string describeGuard(const Report& report);
// Expected error of the cycles; empty if there are none.
std::string describeAccuracy(const Report& report);
// The same for several reports, a line per target: "cortex-m4: cycles against silicon: ...". Followed by kernels not
// compiled as in a board's usual library.
std::vector<std::string> describeAccuracies(const std::vector<Report>& reports);
// When the arena is fullest, and why, in a sentence. Empty if allocation failed.
std::string explainMinimum(const Report& report);
// The interpreter that arena figures are exact for, and possible additions on a device.
std::string describeInterpreter(const Report& report);
// Findings in a firmware image and their origin, one per row: "arena", "30,000 bytes at 0x200002D0". Empty for others.
std::vector<std::pair<std::string, std::string>> describeFirmware(const Report& report);
// Settings of the run: "cortex-m4, cmsis-nn kernels"; board and clock if chosen, the planner unless it is the default.
std::string describeSettings(const RunConfiguration& settings);
// Only the differences: "cortex-m0plus, reference kernels"; empty if there are none.
std::string describeChange(const RunConfiguration& from, const RunConfiguration& to);
// Explains an inference that ended early without an error; empty for others.
std::string explainEarlyStop(const Report& report);
// Further remarks on a successful report: work of an accelerator that was not run, and buffers that overlap by the
// model's own plan.
std::vector<std::string> notesOf(const Report& report);
// The first of them, of a model that ArenaScope has made of another: its changes, and how much its outputs mean. Every
// text has them that shows a figure of such a model.
std::vector<std::string> previewNotes(const model::ModelInfo& model);
// The same without hazards, where these are shown apart (core/report/hazards.h).
std::vector<std::string> notesBesideHazards(const Report& report);
// Proof of the minimum: "proven: it ran; 16 bytes less failed".
std::string describeProof(const Report& report);

} // namespace arenascope::report
