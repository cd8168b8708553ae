#include "service/diagnose/explaining.h"

#include <algorithm>

#include "core/interpreter/tflm/revisions.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "service/control/to_result.h"
#include "service/profile/image_engine.h"
#include "service/profile/prepared_run.h"
#include "service/profile/requested_target.h"

namespace arenascope::service {

using diagnosis::ExplainedMessage;
using diagnosis::MessageKind;
using report::Report;

namespace {

// Combinations that differ in memory and are in use.
struct Tried {
  const char* target;
  const char* kernels; // empty: all built-in ones
  const char* tflm;
};
constexpr Tried kTried[] = {
    {"cortex-m4", "", report::kCurrentTflm},     // with the processor's vector instructions,
    {"cortex-m0plus", "", report::kCurrentTflm}, // without them,
    {"cortex-m55", "", report::kCurrentTflm},    // with wider ones,
    {"cortex-m4", "cmsis-nn@armclang", report::kCurrentTflm},
    {"esp32s3", "", "esp-1.3.3"},             // with scratch memory of each version,
    {"esp32p4", "esp-nn@1.2.2", "esp-1.3.3"}, //
    {"esp32p4", "esp-nn@1.2.3", "esp-1.3.3"}, //
    {"esp32p4", "esp-nn@1.3.2", "esp-1.3.3"}, //
    {"esp32p4", "esp-nn@1.4.1", "esp-1.3.3"}, //
    {"esp32", "esp-nn", "esp-1.3.3"},         // and 32-bit enums,
    {"host", "", report::kCurrentTflm},       // and with 64-bit pointers
};
// An Espressif chip whose stack is measured, for messages about a stack or a fault.
constexpr Tried kTriedForStack = {"esp32c3", "esp-nn", report::kCurrentTflm};
constexpr std::size_t kMostRuns = 48; // for one planner: kernel sets, variables in both places, and revisions

class Variants {
public:
  Variants(const ExplainRequest& request, report::Planner planner, int namedVariables)
      : request_(request), planner_(planner), namedVariables_(namedVariables) {}

  std::vector<ProfileRequest> all() {
    const ProfileRequest& own = request_.profile;
    if (!own.kernels.empty()) addTarget(own.target, own.kernels, own.tflm); // the user's choice comes first
    if (!request_.alone || own.kernels.empty()) addTarget(own.target, "", own.tflm);
    if (request_.alone) return std::move(found_);
    for (const Tried& tried : kTried) tryOut(tried);
    if (own.invoke) tryOut(kTriedForStack);
    if (found_.empty()) found_.push_back(own); // for its error message
    return std::move(found_);
  }

  // Adds each vendor's revision, since one of them may refuse the model.
  std::vector<ProfileRequest> withRevisions() {
    std::vector<ProfileRequest> variants = all();
    const ProfileRequest first = variants.front();
    const engine::Target* target = engine::findTarget(first.target);
    if (first.tflm != report::kCurrentTflm || target == nullptr || target->isHost()) return variants;
    for (const tflm::Revision& revision : tflm::kRevisions) {
      ProfileRequest variant = first;
      variant.tflm = revision.name;
      if (variant.tflm != first.tflm && requestedVariant(*target, variant) && variants.size() < kMostRuns)
        variants.push_back(std::move(variant));
    }
    return variants;
  }

private:
  void tryOut(const Tried& tried) {
    const std::string& tflm = request_.profile.tflm;
    if (engine::findTarget(tried.target) != nullptr) // some programs lack targets
      addTarget(tried.target, tried.kernels, tflm == report::kCurrentTflm ? tried.tflm : tflm);
  }

  void addTarget(const std::string& name, const std::string& kernels, const std::string& tflm) {
    const engine::Target* target = engine::findTarget(name);
    if (target == nullptr || !kernels.empty()) return add(name, kernels, tflm, target);
    for (const std::string& set : engine::ownKernelSets(*target)) add(name, set, tflm, target);
  }

  void add(const std::string& target, const std::string& kernels, const std::string& tflm,
           const engine::Target* known) {
    const std::string full = engine::fullKernelsName(kernels);
    const bool isThere = std::any_of(found_.begin(), found_.end(), [&](const ProfileRequest& variant) {
      return variant.target == target && variant.kernels == full;
    });
    if (isThere || found_.size() == kMostRuns) return;
    ProfileRequest variant = request_.profile;
    variant.target = target;
    variant.kernels = full;
    if (target != request_.profile.target) variant.board.reset(); // it has another core
    variant.tflm = known != nullptr && !known->isHost() ? tflm : report::kCurrentTflm;
    variant.planner = planner_;
    // Revisions lack some targets and kernel sets; a combination named by the user reports that itself.
    if (!request_.alone && known != nullptr && !requestedVariant(*known, variant)) return;
    if (known == nullptr || known->isHost()) variant.separateVariables = false;
    found_.push_back(variant);
    // ESPHome allocates resource variables separately.
    if (known == nullptr || known->family != engine::Family::kEspressif || namedVariables_ == 0 ||
        request_.profile.separateVariables || request_.profile.resourceVariables)
      return;
    variant.separateVariables = true;
    found_.push_back(std::move(variant));
  }

  const ExplainRequest& request_;
  report::Planner planner_;
  int namedVariables_;
  std::vector<ProfileRequest> found_;
};

bool tellsTheArena(const ExplainedMessage& explained) {
  const MessageKind kind = explained.message.kind;
  return kind == MessageKind::kMemory || kind == MessageKind::kTooManyBuffers;
}

bool isUnexplained(const diagnosis::Explanation& explanation) {
  const auto& messages = explanation.messages;
  return std::any_of(messages.begin(), messages.end(), tellsTheArena) &&
         std::none_of(messages.begin(), messages.end(), [](const ExplainedMessage& explained) {
           return tellsTheArena(explained) && !explained.fits.empty();
         });
}

// The message is from a firmware image's own interpreter.
Result<ExplainedText> explainImage(const ExplainRequest& request, const diagnosis::ParsedText& text) {
  engine::RunControl control;
  ExplainedText explained;
  Result<Report> report = profileModel(request.profile, {}, control);
  if (!report) return report.error();
  const std::uint64_t arenaBytes = request.arenaBytes.value_or(report->firmware ? report->firmware->arenaBytes : 0);
  explained.reports.push_back(std::move(*report));
  explained.explanation = diagnosis::explain(text, explained.reports, arenaBytes);
  return explained;
}

// Explains the message as far as possible although the validator refuses the model.
Result<ExplainedText> explainRefused(const ExplainRequest& request, const diagnosis::ParsedText& text,
                                     const Error& refusal) {
  const auto lenient =
      model::ModelFile::load(request.profile.model, request.profile.limits, model::Kernels::kThirdParty);
  if (!lenient && isOfLimit(lenient.error())) return lenient.error();
  Report report;
  static_cast<report::RunConfiguration&>(report) = request.profile;
  report.model.path = request.profile.model;
  if (const engine::Target* target = engine::findTarget(report.target))
    if (const auto kernels = requestedKernels(*target, report.kernels, nullptr)) report.kernels = *kernels;
  if (lenient) report.model = model::readModelInfo(*lenient);
  report.error = refusal;
  ExplainedText explained;
  explained.refused = refusal;
  explained.reports.push_back(std::move(report));
  explained.explanation = diagnosis::explain(text, explained.reports, request.arenaBytes);
  return explained;
}

bool needsInference(const diagnosis::ParsedText& text) {
  return std::any_of(text.messages.begin(), text.messages.end(), [](const diagnosis::TflmMessage& message) {
    return message.running || (message.kind == MessageKind::kConsequence && message.ofInvoke()) ||
           message.kind == MessageKind::kStack || message.kind == MessageKind::kFault;
  });
}

Result<ExplainedText> explainRuns(const ExplainRequest& request, const diagnosis::ParsedText& parsed,
                                  const std::function<void(const Progress&)>& onProgress, BatchControl& control) {
  const int namedVariables = model::readModelInfo(*request.profile.file).resourceVariables;
  ExplainedText explained;
  // Preserving all tensors is rare: tried only if nothing else fits.
  for (const report::Planner planner : report::kPlanners) {
    Variants variants(request, planner, namedVariables);
    const std::vector<ProfileRequest> requests =
        diagnosis::isBareFailure(parsed) ? variants.withRevisions() : variants.all();
    for (Result<Report>& report : profileAll(requests, onProgress, control)) {
      // The chosen one comes first; of others some know a revision's kernels of this model, and some do not.
      const bool isOther = !explained.reports.empty();
      if (!report && isOther && report.error().stage == Stage::kTarget) continue;
      if (!report) return report.error();
      explained.reports.push_back(std::move(*report));
    }
    diagnosis::Explanation explanation = diagnosis::explain(parsed, explained.reports, request.arenaBytes);
    const bool open = isUnexplained(explanation);
    if (planner == report::Planner::kGreedy || !open) explained.explanation = std::move(explanation);
    if (!open) break;
    if (planner == report::Planner::kLinear) // matched nothing
      std::erase_if(explained.reports, [](const Report& r) { return r.planner == report::Planner::kLinear; });
  }
  return explained;
}

Result<ExplainedText> runAll(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                             BatchControl& control) {
  const Result<diagnosis::ParsedText> parsed = diagnosis::parseMessages(request.text);
  if (!parsed) return parsed.error();
  ExplainRequest loaded = request;
  if (const auto image = imageOfModel(request.profile.model)) loaded.profile.model = *image;
  if (!loaded.profile.file && isFirmwareImage(loaded.profile.model)) return explainImage(loaded, *parsed);
  const Result<model::ModelFile> file = modelOf(request.profile);
  if (!file && file.error().stage == Stage::kValidate && !parsed->messages.empty())
    return explainRefused(request, *parsed, file.error());
  if (!file) return file.error();
  loaded.profile.file = *file;
  loaded.profile.invoke = needsInference(*parsed);
  return explainRuns(loaded, *parsed, onProgress, control);
}

} // namespace

std::size_t explainedRuns() { return 2 * kMostRuns; }

Result<ExplainedText> explainText(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                                  BatchControl& control) {
  return toResult(request.profile.model, [&] { return runAll(request, onProgress, control); });
}

} // namespace arenascope::service
