#include "core/report/kernel_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/interpreter/tflm/revisions.h"

namespace arenascope::report {

using tflm::Evidence;

namespace {

// Whether an operator's kernel asks esp-nn how much scratch memory it needs.
bool asksForScratch(const Report& report) {
  const auto asks = [](const model::OperatorInfo& op) {
    return op.builtinCode == tflm::op::kConv2d || op.builtinCode == tflm::op::kDepthwiseConv2d ||
           op.builtinCode == tflm::op::kSoftmax;
  };
  return std::any_of(report.model.subgraphs.begin(), report.model.subgraphs.end(), [&](const auto& graph) {
    return std::any_of(graph.operators.begin(), graph.operators.end(), asks);
  });
}

void describe(KernelEvidence& evidence, const std::string& version, Evidence kind) {
  switch (kind) {
  case Evidence::kProven:
    evidence.kind = "proven";
    evidence.text = fmt::format("Scratch sizes of esp-nn {} equal those that its compiled functions return.", version);
    break;
  case Evidence::kRead:
    evidence.kind = "read in its source";
    evidence.text = fmt::format(
        "Scratch sizes of esp-nn {} have been read in its source, but not compared with the released library.",
        version);
    break;
  case Evidence::kUpperBound:
    evidence.kind = "upper bound";
    evidence.text = fmt::format("The scratch memory rules of esp-nn {} are not known: the most demanding of its time "
                                "are used, so the arena is large enough.",
                                version);
    break;
  case Evidence::kAssumed:
    evidence.kind = "assumed";
    evidence.text = fmt::format(
        "Scratch sizes of esp-nn {} have not been examined: those of the previous version are used.", version);
    break;
  }
}

std::string claimOf(Evidence kind) {
  switch (kind) {
  case Evidence::kRead: return "As read in the source";
  case Evidence::kUpperBound: return "Upper bound";
  case Evidence::kAssumed: return "Assumed";
  default: return "Exact";
  }
}

} // namespace

KernelEvidence kernelEvidence(const Report& report) {
  KernelEvidence evidence;
  const tflm::EspNnVersion* version = tflm::espNnVersion(report.kernels);
  if (version == nullptr || report.firmware) return evidence;
  const Evidence kind = version->of(tflm::espChipAt(tflm::espChipOf(report.target), version->number));
  describe(evidence, version->name, kind);
  if (asksForScratch(report))
    evidence.claim = claimOf(kind);
  else if (kind != Evidence::kProven)
    evidence.text += " No operator of this model asks for such memory, so its arena is exact.";
  for (auto newer = tflm::kEspNnVersions.rbegin(); newer != tflm::kEspNnVersions.rend(); ++newer)
    if (newer->number > version->number) evidence.newer.emplace_back(newer->name);
  if (evidence.newer.empty()) return evidence;
  evidence.text += fmt::format(" Newer versions exist, up to {}, and a project that does not pin esp-nn gets them.",
                               evidence.newer.back());
  return evidence;
}

} // namespace arenascope::report
