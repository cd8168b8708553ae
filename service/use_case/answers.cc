#include "service/use_case/answers.h"

#include "core/output/answers/advice_writer.h"
#include "core/output/answers/audit_writer.h"
#include "core/output/answers/calibration_writer.h"
#include "core/output/answers/compression_writer.h"
#include "core/output/answers/placement_writer.h"
#include "core/output/answers/shrink_writer.h"
#include "core/output/evidence_writer.h"
#include "service/store/evidence_files.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {

Result<Answer> adviseAnswer(const Call& call) {
  auto advice = outcomeOf(call, adviceRequest, adviseModel);
  if (!advice) return advice.error();
  Answer answer =
      answerOf<optimization::AdviceReport>(*advice, output::toText, output::toJson, {{"markdown", output::toMarkdown}});
  for (const optimization::Suggestion& suggestion : advice->suggestions) answer.models.push_back(suggestion.model);
  answer.reports = {advice->before};
  answer.failed = advice->before.error;
  if (answer.failed) {
    answer.complaints = {*answer.failed};
    return answer;
  }
  answer.complaints = overBudget(call.request, advice->before);
  if (const std::string missed = output::missedDeadline(*advice); !missed.empty())
    answer.complaints.push_back({Stage::kBudget, missed});
  if (call.request.fit && !advice->fitsAlready() && advice->fitting() == nullptr)
    answer.complaints.push_back({Stage::kBudget, output::describeFit(*advice)});
  return answer;
}

Result<Answer> shrinkAnswer(const Call& call) {
  const auto shrunk = outcomeOf(call, shrinkRequest, shrinkModel);
  if (!shrunk) return shrunk.error();
  using optimization::ShrinkReport;
  Answer answer = answerOf<ShrinkReport>(
      *shrunk, output::toText,
      call.request.timing ? [](const ShrinkReport& each) { return output::toJson(each, true); }
                          : [](const ShrinkReport& each) { return output::toJson(each, false); });
  answer.model = shrunk->after().model;
  answer.reports = shrunk->after().runs;
  if (!shrunk->meetsBudget()) answer.complaints = {{Stage::kBudget, output::describeChoice(*shrunk)}};
  return answer;
}

Result<Answer> compressAnswer(const Call& call) {
  const auto compressed = outcomeOf(call, compressRequest, compressModel);
  if (!compressed) return compressed.error();
  Answer answer = answerOf<optimization::CompressionReport>(*compressed, output::toText, output::toJson);
  answer.model = compressed->model;
  if (compressed->gains()) answer.reports = {*compressed->after};
  answer.reports.push_back(compressed->before);
  return answer;
}

Result<Answer> calibrateAnswer(const Call& call) {
  auto calibration = outcomeOf(call, calibrateRequest, calibrate);
  if (!calibration) return calibration.error();
  return answerOf<calibration::Calibration>(std::move(*calibration), output::toText, output::toJson);
}

Result<Answer> auditAnswer(const Call& call) {
  const auto audit = outcomeOf(call, auditRequest, auditLibrary);
  if (!audit) return audit.error();
  Answer answer = answerOf<diagnosis::Audit>(*audit, output::toText, output::toJson, {{"csv", output::toCsv}});
  if (call.request.failsOn("memory") && diagnosis::hasMemoryFindings(*audit))
    answer.complaints.push_back({Stage::kBudget, "kernels leave their buffers or crash"});
  if (call.request.failsOn("finding") && !audit->findings.empty())
    answer.complaints.push_back({Stage::kBudget, "there are findings"});
  return answer;
}

Result<Answer> evidenceAnswer(const Call& /*call*/) {
  const std::span<const hardware::Evidence> all = allEvidence();
  return answerOf<std::vector<hardware::Evidence>>({all.begin(), all.end()}, output::toText, output::toJson);
}

namespace {

Result<Answer> placeAnswer(const Call& call) {
  const auto placed = outcomeOf(call, placeRequest, placeModel);
  if (!placed) return placed.error();
  Answer answer = answerOf<optimization::PlacementReport>(*placed, output::toText, output::toJson);
  answer.reports = {placed->after, placed->before};
  return answer;
}

constexpr std::pair<std::string_view, AnswerUseCase*> kAnswers[] = {
    {"profile", profileAnswer},     {"advise", adviseAnswer},     {"compare", compareAnswer},
    {"boards", boardsAnswer},       {"batch", batchAnswer},       {"overhead", overheadAnswer},
    {"plan", planAnswer},           {"shrink", shrinkAnswer},     {"compress", compressAnswer},
    {"place", placeAnswer},         {"explain", explainAnswer},   {"sweep", sweepAnswer},
    {"calibrate", calibrateAnswer}, {"versions", versionsAnswer}, {"audit", auditAnswer},
    {"history", historyAnswer},     {"backfill", backfillAnswer}, {"review", reviewAnswer},
    {"evidence", evidenceAnswer}};

Result<Answer> missingAnswer(const Call& /*call*/) { return Error{Stage::kInternal, "nothing runs this use case"}; }

} // namespace

AnswerUseCase& answerFunction(const UseCase& useCase) {
  for (const auto& [name, run] : kAnswers)
    if (name == useCase.name) return *run;
  return missingAnswer;
}

Result<Answer> answer(const UseCase& useCase, const Request& request, const OnProgress& onProgress, Cancel& cancel) {
  return answerFunction(useCase)({request, onProgress, cancel});
}

} // namespace arenascope::service
