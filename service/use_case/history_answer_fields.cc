#include "service/use_case/answer_fields.h"

namespace arenascope::service {

namespace {

// clang-format off: a row is a line.
constexpr AnswerField kHistoryRowFields[] = {
    {"status", "text", "ok or failed"},
    {"error", "text", "what went wrong"},
    {"image", "yes", "a firmware image, not a model"},
    {"target", "text", "it ran on"},
    {"board", "text", "whose memory and clock it ran with"},
    {"kernels", "text", "the kernel set"},
    {"tflm", "text", "the interpreter's revision"},
    {"planner", "text", "the interpreter's memory planner"},
    {"compiler", "text", "of the kernels; empty if not known"},
    {"program", "text", "this program's version"},
    {"sha256", "text", "of the model"},
    {"figures", "any", "numbers by name, as in --figures"},
    {"budgets", "any", "the most that figures may be, by name"},
    {"peak", "text", "the layer with most bytes in use; empty if the peak is at none"},
    {"hazards", "texts", "known faults that the model meets"},
};
constexpr AnswerField kCauseFields[] = {
    {"kind", "text",
     "library, program, setting; buffer, scratch, tail, temporary, planner, gaps; operator; model, code"},
    {"name", "text", "what it is"},
    {"from", "text", "the library's or setting's name before"},
    {"to", "text", "its name after"},
    {"before", "whole?", "its bytes or cycles before; null if it was not there"},
    {"after", "whole?", "its bytes or cycles after; null if it is gone"},
};
constexpr AnswerField kMoveFields[] = {
    {"figure", "text", "arena, cycles, total_flash, stack; runs where one of the two failed"},
    {"before", "whole?", "its value before"},
    {"after", "whole?", "its value after"},
    {"causes", "[cause", "what explains most of it first"},
    {"text", "text", "a sentence"},
};
constexpr AnswerField kHistoryPointFields[] = {
    {"commit", "text", "its hash"},
    {"authored", "text", "when, by the author's clock"},
    {"subject", "text", "the first line of its message"},
    {"uncommitted", "yes", "measured on top of the commit, of a file that it does not have"},
    {"mainline", "yes", "on the way of first parents"},
    {"measured_at", "text", "the other commit at which the same file was measured"},
    {"compared_with", "texts", "the nearest measured commits before it"},
    {"measured", "=history_row", "its settings and figures"},
    {"moves", "[move", "figures that moved here"},
    {"new_hazards", "texts", "that the model meets from here on"},
    {"gone_hazards", "texts", "that it no longer meets"},
    {"newly_over_budget", "texts", "figures that exceed a budget from here on"},
};
constexpr AnswerField kHistorySeriesFields[] = {
    {"model", "text", "its path in the project"},
    {"points", "[history_point", "oldest first"},
};
constexpr AnswerField kDamagedLineFields[] = {
    {"line", "whole", "its number in the file, from 1"},
    {"message", "text", "why it is not a row"},
};
constexpr AnswerField kHistoryFields[] = {
    {"schema", "text", "the document's kind and version"},
    {"revision", "text", "whose commits these are"},
    {"series", "[history_series", "each model on each target, and apart by kernels where a commit has several"},
    {"rows_elsewhere", "whole", "rows of commits that are not among these"},
    {"damaged_lines", "[damaged_line", "lines of the file that are not rows"},
};
constexpr AnswerField kBackfillFields[] = {
    {"schema", "text", "the document's kind and version"},
    {"store", "text", "the history file"},
    {"commits", "whole", "that were looked at"},
    {"measured", "whole", "rows of runs"},
    {"reused", "whole", "rows of files that were measured at another commit"},
    {"present", "whole", "rows that were there already"},
    {"failed", "texts", "models that do not run, or cannot be measured"},
};
constexpr AnswerField kReviewBaseFields[] = {
    {"revision", "text", "as it was given"},
    {"commit", "text", "the last one in common with it"},
    {"subject", "text", "the first line of its message"},
};
constexpr AnswerField kReviewedFields[] = {
    {"model", "text", "its path in the project"},
    {"state", "text", "new, gone, changed, same figures, or untouched"},
    {"renamed_from", "text", "its path before"},
    {"before", "=history_row", "at the base"},
    {"now", "=history_row", "with the project's present files"},
    {"moves", "[move", "figures that moved"},
    {"new_hazards", "texts", "that the model meets now"},
    {"gone_hazards", "texts", "that it no longer meets"},
    {"over_budget", "texts", "figures that exceed a budget"},
    {"newly_over_budget", "texts", "those that did not at the base"},
};
constexpr AnswerField kReviewFields[] = {
    {"schema", "text", "the document's kind and version"},
    {"base", "=review_base", "the commit that is compared with"},
    {"commit", "text", "the project's newest; its files may have changed since"},
    {"changed", "yes", "whether there is anything to say"},
    {"models", "[reviewed", "each model and image"},
    {"problems", "texts", "models that could not be compared"},
};
// clang-format on

constexpr AnswerPart kHistoryParts[] = {{"history_row", kHistoryRowFields},
                                        {"cause", kCauseFields},
                                        {"move", kMoveFields},
                                        {"history_point", kHistoryPointFields},
                                        {"history_series", kHistorySeriesFields},
                                        {"damaged_line", kDamagedLineFields},
                                        {"history", kHistoryFields},
                                        {"backfill", kBackfillFields},
                                        {"review_base", kReviewBaseFields},
                                        {"reviewed", kReviewedFields},
                                        {"review", kReviewFields}};

} // namespace

std::span<const AnswerPart> historyAnswerParts() { return kHistoryParts; }

} // namespace arenascope::service
