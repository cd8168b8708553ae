#include "service/optimize/tail_advice.h"

#include "core/model/rewrite/unused_tensors.h"
#include "core/report/tail_breakdown.h"
#include "service/optimize/planning.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::AdviceKind;
using optimization::Suggestion;

namespace {

// The saving is then exact.
void runWithoutUnused(Suggestion& suggestion, const report::Report& before, const ProfileRequest& asked,
                      const ModelFile& file, engine::RunControl& control) {
  const auto bytes = rewrite::withoutUnusedTensors(file.bytes());
  if (!bytes) return;
  const Result<ModelFile> without = ModelFile::fromBytes(*bytes, file.path(), asked.limits);
  if (!without) return;
  const Result<report::Report> after =
      profileModel(requestFor(asked, {before.target, asked.kernels}, *without, true), {}, control);
  if (!after || !after->ok() || !after->arena) return;
  suggestion.savedBytes =
      static_cast<std::int64_t>(before.arena->recommended) - static_cast<std::int64_t>(after->arena->recommended);
  suggestion.after = *after;
  suggestion.model = *bytes;
}

} // namespace

void adviseTail(optimization::AdviceReport& answer, const ProfileRequest& request, const ModelFile* file,
                engine::RunControl& control) {
  bool any = false;
  for (const report::TailSaving& saving : report::tailSavings(answer.before)) {
    if (!saving.removable) continue;
    Suggestion suggestion;
    suggestion.kind = AdviceKind::kTail;
    suggestion.title = adviceTitle(AdviceKind::kTail);
    suggestion.action = saving.action;
    suggestion.reason = saving.text;
    suggestion.savedBytes = static_cast<std::int64_t>(saving.bytes);
    if (saving.isOfUnusedTensors && file != nullptr)
      runWithoutUnused(suggestion, answer.before, request, *file, control);
    answer.suggestions.push_back(std::move(suggestion));
    any = true;
  }
  if (!any) answer.nothing.push_back({AdviceKind::kTail, "every tensor and operator with persistent memory is needed"});
}

} // namespace arenascope::service
