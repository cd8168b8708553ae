#include "core/report/hazards.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/report/kernel_faults.h"

namespace arenascope::report {

namespace {

const char* libraryName(FaultyLibrary library) {
  switch (library) {
  case FaultyLibrary::kEspNn: return "esp-nn";
  case FaultyLibrary::kCmsisNn: return "CMSIS-NN";
  default: return "TFLM";
  }
}

// What a report's kernels are, as faults name them.
struct Kernels {
  FaultyLibrary library = FaultyLibrary::kReference;
  std::uint32_t version = 0; // or the revision's date
  tflm::EspChip chip = tflm::EspChip::kGeneric;

  explicit Kernels(const Report& report) : version(static_cast<std::uint32_t>(tflm::dateOf(report.tflm))) {
    const tflm::EspNnVersion* espNn = tflm::espNnVersion(report.kernels);
    if (espNn != nullptr) {
      library = FaultyLibrary::kEspNn;
      version = espNn->number;
      chip = tflm::espChipAt(tflm::espChipOf(report.target), version);
    } else if (report.kernels.starts_with("cmsis-nn")) {
      library = FaultyLibrary::kCmsisNn;
    }
  }

  bool hasFault(const KnownFault& fault) const {
    return fault.library == library && fault.since <= version && version <= fault.until &&
           (library != FaultyLibrary::kEspNn || fault.chip == chip);
  }
};

std::string whatItDoes(const KnownFault& fault, const ScratchUse& scratch) {
  if (fault.kind != FaultKind::kOverrun) return fault.does;
  if (scratch.written <= scratch.asked) return "writes beyond its scratch";
  return fmt::format("writes {} bytes beyond its scratch (it asks for {} and writes {})",
                     grouped(static_cast<std::uint64_t>(scratch.written - scratch.asked)),
                     grouped(static_cast<std::uint64_t>(scratch.asked)),
                     grouped(static_cast<std::uint64_t>(scratch.written)));
}

void addKnown(const Report& report, const Kernels& kernels, SubgraphId subgraph, OperatorId position,
              std::vector<Hazard>& hazards) {
  const model::SubgraphInfo& graph = report.model.subgraphs[subgraph.position()];
  const model::OperatorInfo& op = graph.operators[position.position()];
  const std::optional<KernelLayer> layer = kernelLayer(graph, op);
  if (!layer) return;
  for (const KnownFault& fault : knownFaults()) {
    if (fault.code != layer->code || !kernels.hasFault(fault) || !fault.hits(*layer)) continue;
    Hazard hazard{.kind = fault.kind,
                  .library = libraryName(fault.library),
                  .versions = fault.versions,
                  .subgraph = subgraph,
                  .op = position,
                  .name = op.name,
                  .instead = fault.instead};
    if (fault.scratch != nullptr) hazard.scratch = fault.scratch(*layer, kernels.chip, kernels.version);
    // Nothing to say where the kernel asks for enough by chance.
    if (fault.scratch != nullptr && hazard.scratch.asked > 0 && hazard.scratch.written <= hazard.scratch.asked)
      continue;
    hazard.text = fmt::format("operator {} ({}) {} with {} {}: {}", operatorPlace(subgraph, position), op.name,
                              whatItDoes(fault, hazard.scratch), hazard.library, fault.versions, fault.instead);
    hazards.push_back(std::move(hazard));
  }
}

// The tensors of subgraphs that the planner does not see can lie on others that are in use.
void addUnseenCalls(const Report& report, SubgraphId subgraph, OperatorId position, std::vector<Hazard>& hazards) {
  const model::OperatorInfo& op = report.model.subgraphs[subgraph.position()].operators[position.position()];
  if (!op.oldCode || op.calls.empty() || tflm::dateOf(report.tflm) >= tflm::kEitherCode) return;
  Hazard hazard{.library = "TFLM",
                .versions = "before September 2026",
                .subgraph = subgraph,
                .op = position,
                .name = op.name,
                .instead = "convert the model anew, or use TFLM of September 2026"};
  // Our images see them, though their revision's source is of August.
  const bool seen = report.tflm == tflm::kRevisions[0].name;
  hazard.text =
      fmt::format("operator {} ({}) calls subgraphs that are not seen by the planner of {} {}, since the file "
                  "has its code in the older field alone: their tensors can overwrite others{}: {}",
                  operatorPlace(subgraph, position), op.name, hazard.library, hazard.versions,
                  seen ? ", and the arena has another size (--tflm 2026-07)" : "", hazard.instead);
  hazards.push_back(std::move(hazard));
}

} // namespace

std::vector<Hazard> hazardsOf(const Report& report) {
  std::vector<Hazard> hazards;
  if (report.firmware || !report.library.empty()) return hazards;
  const Kernels kernels(report);
  for (std::size_t s = 0; s < report.model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < report.model.subgraphs[s].operators.size(); ++i) {
      addKnown(report, kernels, SubgraphId(static_cast<int>(s)), OperatorId(static_cast<int>(i)), hazards);
      addUnseenCalls(report, SubgraphId(static_cast<int>(s)), OperatorId(static_cast<int>(i)), hazards);
    }
  for (std::string& text : overwrittenBlocks(report))
    hazards.push_back({.kind = FaultKind::kOverrun,
                       .library = "esp-tflite-micro",
                       .versions = "up to 1.3.3",
                       .text = std::move(text),
                       .instead = "use esp-tflite-micro 1.3.4"});
  for (std::string& text : uselessKernels(report))
    hazards.push_back({.library = "TFLM", .versions = report.tflm, .text = std::move(text)});
  return hazards;
}

std::vector<std::string> hazardLines(const Report& report) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> lines;
  const std::vector<Hazard> hazards = hazardsOf(report);
  for (const Hazard& hazard : hazards)
    if (lines.size() < kShown) lines.push_back(hazard.text);
  if (hazards.size() > kShown) lines.push_back(fmt::format("{} more like these", hazards.size() - kShown));
  return lines;
}

} // namespace arenascope::report
