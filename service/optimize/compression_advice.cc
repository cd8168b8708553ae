#include "service/optimize/compression_advice.h"

#include "core/output/answers/compression_writer.h"
#include "service/optimize/compressing.h"

namespace arenascope::service {

using optimization::AdviceKind;
using optimization::Suggestion;

void adviseCompression(optimization::AdviceReport& answer, const ProfileRequest& request, const std::string& command,
                       engine::RunControl& control) {
  const auto nothing = [&](const std::string& why) { answer.nothing.push_back({AdviceKind::kFlash, why}); };
  if (answer.before.tflm != report::kCurrentTflm) return nothing("TFLM has DECODE since October 2025");
  const auto found = compressModel({.profile = request, .mostGrowth = {}}, {}, control);
  if (control.cancelled) return;
  if (!found) return nothing(found.error().message);
  if (!found->gains()) return nothing(output::describeCompression(*found));
  Suggestion suggestion;
  suggestion.kind = AdviceKind::kFlash;
  suggestion.title = adviceTitle(AdviceKind::kFlash);
  suggestion.reason = output::describeCompression(*found) + " The outputs are the same.";
  suggestion.command = command;
  suggestion.savedBytes = static_cast<std::int64_t>(answer.before.arena->recommended) -
                          static_cast<std::int64_t>(found->after->arena->recommended);
  suggestion.after = found->after;
  suggestion.model = found->model;
  answer.suggestions.push_back(std::move(suggestion));
}

} // namespace arenascope::service
