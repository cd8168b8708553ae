#include "service/use_case/answer_fields.h"

namespace arenascope::service {

namespace {

// clang-format off: a row is a line.
constexpr AnswerField kBeforeAndAfterFields[] = {
    {"before", "=split_arenas", "sizes without the plan"},
    {"after", "=split_arenas", "sizes with the plan"},
};
constexpr AnswerField kOverlappingFields[] = {
    {"op", "whole", "index of the operator"},
    {"name", "text", "kind of operator"},
    {"input", "whole", "number of the input"},
    {"output", "whole", "number of the output"},
    {"distance", "whole", "from the output's start to the input's"},
    {"shared_bytes", "whole", "bytes that both occupy"},
};
constexpr AnswerField kOverlapFields[] = {
    {"pairs", "[overlapping", "outputs that overlap inputs"},
    {"distances", "[distance", "measured distances"},
};
constexpr AnswerField kPlanFields[] = {
    {"schema", "text", "arenascope.plan.1"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "model that has been planned"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"lower_bound_bytes", "whole", "lower bound of the head for any placement"},
    {"greedy_bytes", "whole", "head as the interpreter plans it"},
    {"bytes", "whole", "head with the best plan, without overlap"},
    {"proven_optimal", "yes", "no placement needs less"},
    {"before", "=arena", "arena without the plan"},
    {"after", "=arena", "arena with the plan"},
    {"split_arenas", "=before_and_after", "sizes of two arenas instead of one"},
    {"outputs_identical", "yes", "outputs are equal bit for bit"},
    {"planner", "text", "optimal, greedy or linear"},
    {"order", "text", "keep or best"},
    {"complete", "yes", "the search has been completed"},
    {"ended_by", "text", "work or time_limit"},
    {"seconds", "number", "seconds of the search"},
    {"operator_order", "wholes", "new order of the operators, if it differs"},
    {"others", "[plan", "results for further targets and kernel sets"},
    {"overlap_bytes", "whole", "head with overlap"},
    {"overlap", "=overlap", "overlapping outputs"},
    {"result", "text", "conclusion for a person"},
    {"buffers", "[buffer", "buffers with their offsets"},
    {"shared", "yes", "the models share one arena"},
    {"models", "[plan", "results for each model that shares the arena"},
    {"capacity", "whole", "requested capacity"},
};
constexpr AnswerField kShrinkStripsFields[] = {
    {"first_op", "whole", "first operator that is computed in strips"},
    {"last_op", "whole", "last operator that is computed in strips"},
    {"strips", "whole", "number of strips"},
    {"from_end", "yes", "the last strip is computed first"},
    {"shared", "yes", "strips that are alike call one subgraph, whose operators are prepared once"},
    {"edges", "text", "subgraphs of the strips at the edges: separate, together (one for them), like-all (that of all)"},
    {"apart", "yes", "the strips are not joined: those of the next chain read them"},
};
constexpr AnswerField kPointFields[] = {
    {"arena_bytes", "whole", "minimum arena"},
    {"means", "texts", "techniques: order, plan, overlap, strips"},
    {"proven", "yes", "run, with the outputs of the unchanged model"},
    {"flash_bytes", "whole", "flash of model, kernels and interpreter"},
    {"model_bytes", "whole", "size of the model file"},
    {"code_bytes", "whole", "flash of kernels and interpreter"},
    {"new_operators", "texts", "operators to register in addition"},
    {"cycles", "whole", "cycles of one inference"},
    {"cycles_growth_percent", "number", "growth over the unchanged model"},
    {"strips", "[shrink_strips", "chains of operators in strips"},
};
constexpr AnswerField kShrinkFields[] = {
    {"schema", "text", "arenascope.shrink.1"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "unchanged model"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"budget", "whole", "requested budget"},
    {"budget_met", "yes", "the chosen point meets the budget"},
    {"points", "[point", "unchanged model, then the Pareto front: smaller arenas for more cycles"},
    {"chosen", "whole", "index of the chosen point"},
    {"outputs_identical", "yes", "outputs are equal bit for bit"},
    {"before", "=arena", "arena of the unchanged model"},
    {"after", "=arena", "arena of the chosen point"},
    {"bound", "whole", "bytes of arena that no strips, order or plan go below"},
    {"no_gain", "text", "why strips do not help"},
    {"tried", "whole", "number of versions that have been run"},
    {"promising", "whole", "number of versions that an estimate has selected"},
    {"complete", "yes", "all selected versions have been run"},
    {"ended_by", "text", "work or time_limit"},
    {"unproven", "whole", "number of versions without time for a proof"},
    {"seconds", "number", "seconds of the search"},
};
constexpr AnswerField kCompressedConstantFields[] = {
    {"tensor", "whole", "index of the tensor"},
    {"name", "text", "name of the tensor"},
    {"type", "text", "type of its values"},
    {"ops", "wholes", "operators of the unchanged model that read it"},
    {"bytes", "whole", "bytes in the unchanged model"},
    {"compressed_bytes", "whole", "bytes of its data and description"},
    {"method", "text", "table, huffman or pruned"},
    {"bits", "whole", "bits of an index, or of the longest code"},
    {"per_channel", "yes", "each channel has its own table"},
    {"cycles", "whole", "cycles of its decoding in an inference"},
};
constexpr AnswerField kLeftConstantFields[] = {
    {"name", "text", "name of the tensor"},
    {"bytes", "whole", "bytes in the model"},
    {"distinct_values", "whole", "how many values differ from each other"},
    {"compressed_bytes", "whole", "bytes that it would take when compressed"},
};
constexpr AnswerField kCompressFields[] = {
    {"schema", "text", "arenascope.compression.1"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "unchanged model"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"gains", "yes", "the compressed model needs less flash, with the code that it adds"},
    {"result", "text", "conclusion for a person"},
    {"before", "=arena", "arena of the unchanged model"},
    {"cycles_before", "whole", "cycles of the unchanged model"},
    {"after", "=arena", "arena of the compressed model"},
    {"flash_bytes", "whole", "flash of model, kernels and interpreter"},
    {"model_bytes", "whole", "size of the compressed model file"},
    {"code_bytes", "whole", "flash of kernels and interpreter"},
    {"new_operators", "texts", "operators to register in addition"},
    {"saved_bytes", "whole", "bytes of flash saved; negative if it needs more"},
    {"saved_model_bytes", "whole", "bytes by which the file is smaller"},
    {"added_code_bytes", "whole", "bytes of code that it adds"},
    {"cycles", "whole", "cycles of one inference"},
    {"cycles_growth_percent", "number", "growth over the unchanged model"},
    {"outputs_identical", "yes", "outputs are equal bit for bit"},
    {"constants", "[compressed_constant", "compressed constants, the largest saving first"},
    {"left", "[left_constant", "other constants that DECODE could stand before, the largest first"},
};
constexpr AnswerField kSuggestionFields[] = {
    {"kind", "text", "plan, order, kernels, board ..."},
    {"title", "text", "name for people"},
    {"action", "text", "instruction for a person"},
    {"reason", "text", "reason for a person"},
    {"saved_bytes", "whole", "bytes of arena saved; negative if it needs more"},
    {"proven", "yes", "the change has been run"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"arena", "=arena", "arena with the change"},
    {"flash_bytes", "whole", "flash of model, kernels and interpreter"},
    {"model_bytes", "whole", "size of the model file"},
    {"code_bytes", "whole", "flash of kernels and interpreter"},
    {"new_operators", "texts", "operators to register in addition"},
    {"cycles", "whole", "cycles of one inference"},
    {"cycles_growth_percent", "number", "growth over the unchanged model"},
    {"command", "text", "command that makes the change"},
    {"board", "text", "suggested board"},
    {"clock_mhz", "number", "suggested clock"},
    {"milliseconds", "number", "time of one inference"},
    {"split_arenas", "=split_arenas", "sizes of two arenas, each in its region"},
    {"strips", "[shrink_strips", "chains of operators in strips"},
};
constexpr AnswerField kAdviseFields[] = {
    {"schema", "text", "arenascope.advice.1"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "unchanged model"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"board", "text", "board of the run"},
    {"arena", "=arena", "arena of the unchanged model"},
    {"cycles", "whole", "cycles of one inference"},
    {"milliseconds", "number", "time of one inference"},
    {"suggestions", "[suggestion", "suggestions, best first"},
    {"nothing_to_gain", "anys", "changes that have been tried without a gain"},
    {"not_finished", "any", "changes that there was no time to try"},
    {"complete", "yes", "all changes have been tried"},
    {"fit_bytes", "whole", "bytes that the arena must fit"},
    {"fits", "yes", "the model fits, with or without a change"},
    {"fitting", "whole", "index of the smallest change that fits"},
    {"deadline_ms", "number", "requested time of an inference"},
    {"deadline_met", "yes", "the unchanged board meets it"},
};
// clang-format on

constexpr AnswerPart kSearchParts[] = {{"before_and_after", kBeforeAndAfterFields},
                                       {"overlapping", kOverlappingFields},
                                       {"overlap", kOverlapFields},
                                       {"plan", kPlanFields},
                                       {"shrink_strips", kShrinkStripsFields},
                                       {"point", kPointFields},
                                       {"shrink", kShrinkFields},
                                       {"compressed_constant", kCompressedConstantFields},
                                       {"left_constant", kLeftConstantFields},
                                       {"compress", kCompressFields},
                                       {"suggestion", kSuggestionFields},
                                       {"advise", kAdviseFields}};

} // namespace

std::span<const AnswerPart> searchAnswerParts() { return kSearchParts; }

} // namespace arenascope::service
