#include "service/use_case/answer_fields.h"

namespace arenascope::service {

namespace {

// clang-format off: a row is a line.
constexpr AnswerField kFitFields[] = {
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"tflm", "text", "revision of the interpreter"},
    {"planner", "text", "greedy or linear"},
    {"phase", "text", "phase of the set-up"},
    {"subgraph", "whole", "subgraph of the operator; -1: none"},
    {"op", "whole", "index of the operator; -1: none"},
    {"section", "text", "head, tail or temp"},
    {"what", "text", "memory that was missing"},
    {"arena_bytes", "whole", "smallest arena in which the message is printed"},
    {"arena_bytes_at_most", "whole", "largest arena in which the message is printed"},
    {"minimum_bytes", "whole", "smallest arena that works"},
    {"recommended_bytes", "whole", "value for kTensorArenaSize"},
};
constexpr AnswerField kMessageFields[] = {
    {"text", "text", "text of the message"},
    {"kind", "text", "kind of message"},
    {"past_wording", "yes", "wording of an earlier revision"},
    {"times", "whole", "number of occurrences"},
    {"section", "text", "head, tail or temp"},
    {"requested", "whole", "requested bytes"},
    {"available", "whole", "available bytes"},
    {"missing", "whole", "missing bytes"},
    {"number", "whole", "number in the message"},
    {"name", "text", "name in the message"},
    {"since", "text", "first month of this wording"},
    {"until", "text", "last month of this wording"},
    {"source", "text", "source file that prints it"},
    {"line", "whole", "line in that file"},
    {"meaning", "text", "meaning for a person"},
    {"detail", "texts", "details for a person"},
    {"fits", "[fit", "runs that print it"},
};
constexpr AnswerField kExplainedRunFields[] = {
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"tflm", "text", "revision of the interpreter"},
    {"planner", "text", "greedy or linear"},
    {"minimum_bytes", "whole", "smallest arena that works"},
    {"error", "text", "reason of the failure"},
};
constexpr AnswerField kExplainFields[] = {
    {"schema", "text", "arenascope.explain.1"},
    {"model", "=model", "model that the message is explained for"},
    {"understood", "yes", "a message has been recognised"},
    {"messages", "[message", "messages in their order"},
    {"runs", "[explained_run", "runs that have been compared"},
    {"unexplained", "whole", "messages that no run prints"},
    {"consequences", "whole", "messages that follow from others"},
    {"other_lines", "whole", "lines without a message"},
    {"together", "any", "runs that print all messages"},
};
constexpr AnswerField kCellFields[] = {
    {"bytes", "whole", "size of the array"},
    {"misalignment", "whole", "misalignment of its start, 0 to 15"},
    {"allocated", "yes", "AllocateTensors() succeeds"},
    {"invoked", "yes", "an inference succeeds"},
    {"tflm", "text", "result of the real interpreter in this arena"},
    {"guarded_accesses", "whole", "checked accesses of kernels"},
    {"message", "text", "message of a failure"},
    {"tflm_what", "text", "explanation for a person"},
    {"tflm_message", "text", "message of the real interpreter"},
};
constexpr AnswerField kSweepFields[] = {
    {"schema", "text", "arenascope.sweep.1"},
    {"model", "=model", "model that has been run"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"arena", "=arena", "arena of an aligned array"},
    {"unaligned_bytes", "whole", "size that is enough at any address"},
    {"worst_misalignment", "whole", "misalignment that needs most"},
    {"guard", "=guard", "result of the access checks"},
    {"cells", "[cell", "result for each size and misalignment"},
};
constexpr AnswerField kCalibratedFields[] = {
    {"name", "text", "kind of operator"},
    {"measured_cycles", "number", "cycles in the log"},
    {"cycles", "number", "computed cycles"},
    {"error_percent", "number", "computed over measured"},
};
constexpr AnswerField kFittedFields[] = {
    {"board", "text", "name of the board"},
    {"kernels", "text", "kernel set that fits best"},
    {"error_percent", "number", "computed over measured"},
    {"operators", "[calibrated", "operators with the fitted timing"},
};
constexpr AnswerField kCalibrateFields[] = {
    {"schema", "text", "arenascope.calibration.1"},
    {"model", "any", "path of the model; as in other documents where there is no answer"},
    {"board", "text", "name of the board"},
    {"kernels", "text", "kernel set"},
    {"log", "text", "name of the log"},
    {"inferences", "whole", "number of inferences in the log"},
    {"knows_time", "yes", "the log has times, not only ticks"},
    {"measured_cycles", "number", "cycles in the log"},
    {"cycles", "number", "computed cycles"},
    {"error_percent", "number", "computed over measured"},
    {"operators", "[calibrated", "operators, measured and computed"},
    {"conclusion", "text", "conclusion for a person"},
    {"arena_used_bytes", "whole", "arena_used_bytes() in the log"},
    {"tried", "anys", "explanations that have been tried, best first"},
    {"fitted", "=fitted", "board with the fitted memory timing"},
};
constexpr AnswerField kReleaseFields[] = {
    {"kernels", "text", "kernel set"},
    {"tflm", "text", "revision of the interpreter"},
    {"when", "text", "month of the release"},
    {"evidence", "text", "source of the kernels' memory"},
    {"status", "text", "ok or failed"},
    {"error", "text", "reason of the failure"},
    {"arena", "any", "sizes of the arena, in bytes"},
    {"scratch", "anys", "scratch memory by operator"},
    {"cycles", "whole", "cycles of one inference"},
    {"hazards", "[hazard", "known faults that the model triggers"},
    {"outputs_alike", "yes", "no fault changes an output"},
};
constexpr AnswerField kVersionsFields[] = {
    {"schema", "text", "arenascope.versions.1"},
    {"model", "=model", "model that has been run"},
    {"target", "text", "target of the run"},
    {"versions", "[release", "releases, with the model's figures in each"},
    {"safe", "any", "first and last safe release, and the one to pin"},
    {"pin", "any", "line that pins a release, and its file"},
};
constexpr AnswerField kAuditedOperatorFields[] = {
    {"name", "text", "of the operator"},
    {"shapes", "whole", "that were run"},
    {"refused", "whole", "shapes that the library refused, though the reference kernel computes them"},
    {"refusal", "text", "what it said to the first of these"},
    {"missing", "yes", "the library has no kernel"},
};
constexpr AnswerField kFindingFields[] = {
    {"name", "text", "of the operator"},
    {"kind", "text", "overrun, read beyond, difference or crash"},
    {"shape", "text", "tensors and options"},
    {"op", "whole", "the model's operator that it is"},
    {"misalignment", "whole", "of the arena's start, 0 to 15"},
    {"bytes", "whole", "that are not the operator's"},
    {"values", "whole", "of the outputs, that differ"},
    {"all_values", "whole", "of the outputs"},
    {"largest_difference", "number", "of a value, as stored"},
    {"what", "text", "for a person"},
};
constexpr AnswerField kAuditFields[] = {
    {"schema", "text", "arenascope.audit.1"},
    {"kernels", "text", "the library's name"},
    {"target", "text", "what it ran on"},
    {"model", "any", "path of the model whose operators were run; absent: all operators"},
    {"guard", "=guard", "what was watched"},
    {"operators", "[audited_operator", "that were tried"},
    {"untried", "texts", "operators for which no shapes are known"},
    {"findings", "[finding", "one for each shape and address of the arena"},
    {"complete", "yes", "all shapes were tried in the time there was"},
};
// clang-format on

constexpr AnswerField kPublishedFigureFields[] = {
    {"name", "text", "network or program"},
    {"model", "text", "its file without .tflite; empty: not available"},
    {"published", "number", "figure of the source"},
    {"ours", "number", "figure of this program, in the same unit"},
    {"error_percent", "number", "ours over published; positive: too much"},
};
constexpr AnswerField kOperatorErrorFields[] = {
    {"name", "text", "kind of operator"},
    {"low_percent", "number", "lowest error"},
    {"high_percent", "number", "highest error"},
};
constexpr AnswerField kPublicationFields[] = {
    {"name", "text", "name of the data's file"},
    {"kind", "text", "networks, same library, programs or instructions"},
    {"core", "text", "target"},
    {"board", "text", "name for --board; empty: none"},
    {"title", "text", "measured device or program"},
    {"library", "text", "kernels of the published figures"},
    {"compiler", "text", "their compiler"},
    {"kernels", "text", "kernel set of this program"},
    {"unit", "text", "ms, cycles or ratio"},
    {"source", "text", "source of the published figures"},
    {"figures", "[published_figure", "figures, published and ours"},
    {"operators", "[operator_error", "errors by kind of operator"},
};
constexpr AnswerField kEvidenceFields[] = {
    {"schema", "text", "arenascope.evidence.1"},
    {"evidence", "[publication", "publications and comparisons"},
};
constexpr AnswerPart kDiagnosisParts[] = {{"fit", kFitFields},
                                          {"message", kMessageFields},
                                          {"explained_run", kExplainedRunFields},
                                          {"explain", kExplainFields},
                                          {"cell", kCellFields},
                                          {"sweep", kSweepFields},
                                          {"calibrated", kCalibratedFields},
                                          {"fitted", kFittedFields},
                                          {"calibrate", kCalibrateFields},
                                          {"release", kReleaseFields},
                                          {"audited_operator", kAuditedOperatorFields},
                                          {"finding", kFindingFields},
                                          {"audit", kAuditFields},
                                          {"versions", kVersionsFields},
                                          {"published_figure", kPublishedFigureFields},
                                          {"operator_error", kOperatorErrorFields},
                                          {"publication", kPublicationFields},
                                          {"evidence", kEvidenceFields}};

} // namespace

std::span<const AnswerPart> diagnosisAnswerParts() { return kDiagnosisParts; }

} // namespace arenascope::service
