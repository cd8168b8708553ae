#include "emulator/session/explaining.h"

#include <algorithm>

#include "emulator/session/guarded.h"
#include "emulator/session/runner_factory.h"

namespace arenascope::session {

using diagnosis::ExplainedMessage;
using diagnosis::MessageKind;
using profile::Report;

namespace {

// Targets whose memory differs: with the processor's vector instructions, without them, and with 64-bit pointers.
constexpr const char* kTriedTargets[] = {"cortex-m4", "cortex-m0plus", "host"};
constexpr std::size_t kKernelSets = 2;

std::vector<ProfileRequest> variantsOf(const ExplainRequest& request, profile::Planner planner) {
  std::vector<ProfileRequest> variants;
  const auto add = [&](const std::string& target, const std::string& kernels) {
    const bool known = std::any_of(variants.begin(), variants.end(), [&](const ProfileRequest& variant) {
      return variant.target == target && variant.kernels == kernels;
    });
    if (known) return;
    ProfileRequest variant = request.profile;
    variant.target = target;
    variant.kernels = kernels;
    variant.planner = planner;
    variants.push_back(std::move(variant));
  };
  const auto addTarget = [&](const std::string& name) {
    const Target* target = findTarget(name);
    if (target == nullptr) return add(name, request.profile.kernels); // its run says which targets there are
    for (const std::string& kernels : ownKernelSets(*target))
      if (!request.alone || request.profile.kernels.empty() || kernels == request.profile.kernels) add(name, kernels);
  };
  addTarget(request.profile.target);
  if (!request.alone)
    for (const char* target : kTriedTargets) addTarget(target);
  return variants;
}

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

Result<ExplainedText> runAll(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                             BatchControl& control) {
  const Result<diagnosis::ParsedText> parsed = diagnosis::parseMessages(request.text);
  if (!parsed) return parsed.error();
  ExplainRequest loaded = request;
  const Result<profile::ModelFile> file = profile::ModelFile::load(request.profile.model, request.profile.limits);
  if (!file) return file.error();
  loaded.profile.file = *file;
  loaded.profile.invoke = std::any_of(parsed->messages.begin(), parsed->messages.end(),
                                      [](const diagnosis::TflmMessage& message) { return message.running; });
  ExplainedText explained;
  // Hardly anybody keeps all tensors: only where nothing else fits.
  for (const profile::Planner planner : profile::kPlanners) {
    for (Result<Report>& report : profileAll(variantsOf(loaded, planner), onProgress, control)) {
      if (!report) return report.error();
      explained.reports.push_back(std::move(*report));
    }
    diagnosis::Explanation explanation = diagnosis::explain(*parsed, explained.reports);
    const bool open = isUnexplained(explanation);
    if (planner == profile::Planner::kGreedy || !open) explained.explanation = std::move(explanation);
    if (!open) break;
    if (planner == profile::Planner::kLinear) // of no use to anybody
      std::erase_if(explained.reports, [](const Report& r) { return r.planner == profile::Planner::kLinear; });
  }
  return explained;
}

} // namespace

std::size_t explainedRuns() { return (std::size(kTriedTargets) + 1) * kKernelSets; }

Result<ExplainedText> explainText(const ExplainRequest& request, const std::function<void(const Progress&)>& onProgress,
                                  BatchControl& control) {
  return guarded(request.profile.model, [&] { return runAll(request, onProgress, control); });
}

} // namespace arenascope::session
