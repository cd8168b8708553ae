#include "core/report/text/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/report/accelerator_account.h"
#include "core/report/arena_parts.h"
#include "core/report/board_fit.h"
#include "core/report/kernel_evidence.h"
#include "core/report/kernel_faults.h"
#include "core/report/overlapping_pairs.h"

namespace arenascope::report {

namespace {

const char* structsText(tflm::Abi abi) {
  switch (abi) {
  case tflm::Abi::kHost64: return "64-bit structs";
  case tflm::Abi::kWideEnums32: return "structs laid out by RISC-V and Xtensa compilers (32-bit enums)";
  default: return "structs laid out by arm-none-eabi-gcc (short enums)";
  }
}

} // namespace

using trace::Category;
using trace::Event;
using trace::Phase;

namespace {

// "Arduino Nano 33 BLE, cortex-m4 at 64 MHz (2 wait states)"; of a flash whose wait states are not known, nothing.
std::string describeBoard(const hardware::Board& board) {
  std::string waits = board.describeRamWaitStates();
  if (!board.waitStates.empty()) waits = counted(board.flashWaitStates(), "wait state") + waits;
  if (waits.starts_with(", ")) waits.erase(0, 2);
  return board.title + (board.fitted.empty() ? "" : " (fitted)") + ", " + board.core +
         fmt::format(" at {:g} MHz", board.clockMhz) + (waits.empty() ? "" : " (" + waits + ")");
}

} // namespace

std::string describeSettings(const RunConfiguration& settings) {
  std::string text = settings.board ? describeBoard(*settings.board) : settings.target;
  text += ", " + settings.kernels + " kernels";
  if (settings.tflm != kCurrentTflm) text += ", TFLM " + settings.tflm;
  if (settings.separateVariables) text += ", resource variables in separate memory";
  if (settings.decompressionBytes > 0)
    text += ", " + countedBytes(settings.decompressionBytes) + " of decompression memory";
  return settings.planner == Planner::kGreedy ? text : text + ", " + plannerName(settings.planner) + " planner";
}

std::string describeChange(const RunConfiguration& from, const RunConfiguration& to) {
  const auto name = [](const std::optional<hardware::Board>& board) { return board ? board->title : "no board"; };
  std::vector<std::string> parts;
  if (name(from.board) != name(to.board))
    parts.push_back(name(to.board));
  else if (from.target != to.target)
    parts.push_back(to.target);
  if (from.kernels != to.kernels) parts.push_back(to.kernels + " kernels");
  if (from.tflm != to.tflm) parts.push_back("TFLM " + to.tflm);
  if (from.separateVariables != to.separateVariables)
    parts.emplace_back(to.separateVariables ? "resource variables in separate memory"
                                            : "resource variables in the arena");
  if (from.decompressionBytes != to.decompressionBytes)
    parts.push_back(to.decompressionBytes == 0 ? std::string("no decompression memory")
                                               : countedBytes(to.decompressionBytes) + " of decompression memory");
  if (from.planner != to.planner) parts.push_back(plannerName(to.planner) + std::string(" planner"));
  return joined(parts);
}

std::string describeInterpreter(const Report& report) {
  if (report.firmware) return "Exact for this image: its own interpreter ran.";
  if (!report.library.empty()) return "Exact for " + report.library + ": the library's own code ran.";
  const tflm::Revision* revision = tflm::findRevision(report.tflm);
  const KernelEvidence evidence = kernelEvidence(report);
  std::string text =
      evidence.claim + " for TFLM " +
      (revision == nullptr ? "of " + report.tflm : fmt::format("{} ({})", revision->commit, revision->when));
  if (report.kernels.starts_with("cmsis-nn"))
    text += std::string(" with CMSIS-NN ") + tflm::cmsisNnAt(tflm::dateOf(report.tflm));
  if (report.kernels == "cmsis-nn@armclang") text += " built by Arm's compiler";
  if (report.kernels.starts_with("esp-nn@")) text += " with esp-nn " + report.kernels.substr(std::strlen("esp-nn@"));
  return text + ", " + structsText(report.abi) + "; a library of another year or vendor may need another size." +
         (evidence.text.empty() ? "" : " " + evidence.text);
}

std::vector<std::pair<std::string, std::string>> describeFirmware(const Report& report) {
  if (!report.firmware) return {};
  const FirmwareReport& firmware = *report.firmware;
  std::vector<std::pair<std::string, std::string>> rows = {
      {"starts at", firmware.entry},
      {"arena", fmt::format("{} bytes at 0x{:08X}", grouped(firmware.arenaBytes), firmware.arenaAddress)},
      {"model", firmware.modelAddress == 0 ? "a separate file" : fmt::format("at 0x{:08X}", firmware.modelAddress)},
      {"allocations", firmware.allocationsFoundBy},
      {"plan", firmware.planFoundBy},
      {"operators", firmware.operatorsFoundBy},
      {"minimum", firmware.minimumFoundBy}};
  if (!firmware.unusedOperators.empty())
    rows.emplace_back("registered but not needed", joined(firmware.unusedOperators));
  if (!firmware.polledRegisters.empty()) rows.emplace_back("registers polled", joined(firmware.polledRegisters));
  for (const std::string& note : firmware.notes) rows.emplace_back("note", note);
  return rows;
}

std::string explainEarlyStop(const Report& report) {
  if (!report.stoppedEarly) return {};
  return "The inference stopped before its last operator, as streaming models do in most cycles (CIRCULAR_BUFFER): "
         "outputs and cycles are those of one such cycle.";
}

namespace {

// For a plan with overlap: the kernels it was proven for, and whether these run.
std::string describeOverlapNote(const Report& report) {
  const model::OverlapNote& note = *report.model.overlap;
  std::string strips;
  for (const model::OverlapNote::Strips& each : note.strips)
    strips += fmt::format("{}{} of the original in {} strips", strips.empty() ? "" : ", ",
                          each.first == each.last ? fmt::format("operator {}", each.first)
                                                  : fmt::format("operators {} to {}", each.first, each.last),
                          each.count);
  if (!strips.empty()) strips = "Derived by ArenaScope from another model with the same results: " + strips + ".";
  if (note.pairs.empty()) return strips;
  if (!strips.empty()) strips += " ";
  std::vector<std::string> proven;
  for (const model::OverlapNote::Kernels& each : note.kernels) proven.push_back(each.kernels + " on " + each.target);
  const std::string text = strips + fmt::format("The model's plan lets {} of its operators write over input that they "
                                                "have already read. This has been proven for {} of TFLM {}",
                                                note.pairs.size(), joined(proven), note.tflm);
  const bool same = note.provenFor(report.target, report.kernels) && report.tflm == kCurrentTflm;
  return same ? text + "." : text + ", not for the kernels of this run: results may be wrong.";
}

// For a model that was quantized here: how much its outputs mean, and the rest in float.
std::string describeQuantizationNote(const model::QuantizationNote& note) {
  std::string text =
      note.isCalibrated()
          ? fmt::format("ArenaScope has quantized this model ({}) with the ranges of {}.", note.numbers,
                        counted(static_cast<std::uint64_t>(note.inputs), "real input"))
          : fmt::format("ArenaScope has quantized this model ({}) with the ranges of random inputs: arena, cycles and "
                        "flash are those of the converter's model, but its outputs mean nothing (--calibrate takes "
                        "real inputs).",
                        note.numbers);
  for (const auto& [output, mean, most, range, agreements] : note.accuracy)
    text += fmt::format(
        " Output {} differs from the float model's by {:.4g} on average and {:.4g} at most, of a range of {:.4g}; "
        "its largest element is the same for {} of {}.",
        output, mean, most, range, agreements, note.inputs);
  std::string inFloat;
  for (const auto& [op, name, reason] : note.inFloat)
    inFloat += fmt::format("{}operator {}, {} ({})", inFloat.empty() ? "" : "; ", op, name, reason);
  return inFloat.empty() ? text : text + " In float: " + inFloat + ".";
}

// For a model whose shapes were changed here.
std::string describeArchitectureNote(const model::ArchitectureNote& note) {
  std::string changes;
  for (const std::string& change : note.changes) changes += (changes.empty() ? "" : "; ") + change;
  const std::string weights = note.randomConstants == 0
                                  ? std::string("Its weights are those of the other architecture")
                                  : fmt::format("{} of another shape {} random values",
                                                counted(static_cast<std::uint64_t>(note.randomConstants), "constant"),
                                                note.randomConstants == 1 ? "has" : "have");
  return fmt::format("An architecture preview: {}. {}: arena, cycles and flash are those of this architecture, but its "
                     "outputs mean nothing until it is trained.",
                     changes, weights);
}

} // namespace

std::vector<std::string> previewNotes(const model::ModelInfo& model) {
  std::vector<std::string> notes;
  if (model.architecture) notes.push_back(describeArchitectureNote(*model.architecture));
  if (model.quantized) notes.push_back(describeQuantizationNote(*model.quantized));
  return notes;
}

std::vector<std::string> notesOf(const Report& report) {
  std::vector<std::string> notes = previewNotes(report.model);
  if (const auto account = acceleratorAccount(report)) {
    constexpr std::size_t kNamed = 4;
    const std::vector<std::string>& operators = account->operators;
    notes.push_back("The Ethos-U's work has not been run (ethos-u, " +
                    (operators.size() <= kNamed ? "operator " + joined(operators)
                                                : std::to_string(operators.size()) + " operators") +
                    "): the arena's size includes it exactly; outputs are not the network's, and cycles and "
                    "instructions are those of the processor alone.");
    notes.push_back(describeAccount(*account));
  }
  if (std::string advice = adviseToShrink(report); !advice.empty()) notes.push_back(std::move(advice));
  if (report.model.overlap && !report.model.overlap->isEmpty()) notes.push_back(describeOverlapNote(report));
  for (const OverlappingPair& pair : overlapsIn(report, report.distances))
    if (!pair.isSafe())
      notes.push_back(describe(pair) + ", before its kernel has read them: results are wrong" +
                      (pair.measured.dependsOnData ? ", or right by chance." : "."));
  if (!report.model.planOverlap.empty())
    notes.push_back("The model's own plan (OfflineMemoryAllocation) puts " + report.model.planOverlap +
                    " on top of each other while both are in use. TFLM accepts such offsets: the model runs, and one "
                    "overwrites the other.");
  if (report.cost && !report.otherLevel.empty()) notes.push_back(report.otherLevel);
  if (!report.withoutCycles.empty()) notes.push_back(report.withoutCycles);
  for (std::string& fault : kernelFaults(report)) notes.push_back(std::move(fault));
  return notes;
}

std::vector<std::string> notesBesideHazards(const Report& report) {
  std::vector<std::string> notes = notesOf(report);
  for (const std::string& fault : kernelFaults(report)) std::erase(notes, fault);
  return notes;
}

std::string describeProof(const Report& report) {
  if (!report.arena || !report.arena->minimumProven) return "computed from the allocations, not proven";
  return report.invoked && !report.model.accelerated() ? "proven by running it; 16 bytes less is too small"
                                                       : "proven by allocating it; 16 bytes less is too small";
}

std::string executedKernels(const Report& report) {
  if (report.firmware) return "the image's own kernels";
  if (!report.library.empty()) return report.library;
  if (report.kernels.starts_with("cmsis-nn"))
    return std::string("kernels like those of CMSIS-NN ") + tflm::cmsisNnAt(tflm::kRevisions[0].date) + " of " +
           tflm::kRevisions[0].when;
  if (report.kernels.starts_with("esp-nn@"))
    return "kernels like the portable ones of esp-nn " + report.kernels.substr(std::strlen("esp-nn@"));
  return std::string("kernels like the reference ones of TFLM of ") + tflm::kRevisions[0].when;
}

std::string describeWatched(const Report& report) {
  if (report.watchedOn.empty()) return {};
  std::string text = "Checked: " + executedKernels(report) + ", compiled for " + report.watchedOn + ".";
  if (report.unwatched.empty()) return text;
  return text + " Not checked, because it does not run here: " + report.unwatched + ".";
}

std::string describeGuard(const Report& report) {
  if (!report.guardedAccesses) return {};
  return "Access check: kernels accessed the arena " + grouped(*report.guardedAccesses) +
         " times, always within their own buffers. " + describeWatched(report);
}

std::string describeKernels(const Report& report) {
  if (!report.cost) return {};
  std::string text = "cycles of " + executedKernels(report);
  if (!report.compiler.empty()) text += ", compiled by " + report.compiler;
  const bool own = report.firmware || !report.library.empty();
  if (own || !report.board || report.board->usualLibrary.name.empty()) return text;
  const hardware::UsualLibrary& usual = report.board->usualLibrary;
  text += "; the usual library is " + usual.name + " for this board, compiled by " + usual.compiler + ", " +
          usual.level + ": add it with `arenascope kernels add`";
  return text;
}

std::vector<std::string> describeOperatorErrors(const Report& report, const std::string& kind) {
  std::vector<std::string> lines;
  if (!report.cost) return lines;
  const std::vector<std::string> names = report.model.operatorNames();
  for (const hardware::OperatorAccuracy& source : report.accuracy.operators) {
    std::string text;
    for (const hardware::OperatorError& row : source.errors) {
      const bool wanted =
          kind.empty() ? std::find(names.begin(), names.end(), row.name) != names.end() : row.name == kind;
      if (wanted) text += (text.empty() ? "" : ", ") + row.name + " " + describe(row.range);
    }
    if (!text.empty()) lines.push_back(source.what + ": " + text);
  }
  return lines;
}

std::string describeAccuracy(const Report& report) { return report.cost ? report.accuracy.text : std::string(); }

std::vector<std::string> describeAccuracies(const std::vector<Report>& reports) {
  std::map<std::string, std::string> byTarget;
  for (const Report& report : reports)
    if (report.cost) byTarget.emplace(report.target, report.accuracy.ofCore);
  std::vector<std::string> lines;
  lines.reserve(byTarget.size());
  for (const auto& [target, text] : byTarget) lines.push_back(target + ": " + text);
  std::set<std::string> otherLevels;
  for (const Report& report : reports)
    if (report.cost && !report.otherLevel.empty()) otherLevels.insert(report.otherLevel);
  lines.insert(lines.end(), otherLevels.begin(), otherLevels.end());
  return lines;
}

std::string explainMinimum(const Report& report) {
  if (!report.arena || report.analysis.snapshots.empty()) return {};
  const PeakSections at = peakSections(report);
  const Event& event = report.allocations[report.analysis.peak];
  std::string sum;
  const auto add = [&](std::uint64_t bytes, const std::string& what) {
    if (bytes > 0) sum += (sum.empty() ? "" : " + ") + grouped(bytes) + " bytes of " + what;
  };
  add(at.head, at.planned ? "head (planned buffers)" : "head (scratch buffer requests)");
  add(at.temporary, "temporary memory");
  add(at.planner, fmt::format("the planner's working memory ({} buffers x {} bytes, aligned)", report.buffers.size(),
                              tflm::kPlannerRecord));
  add(at.tail, "tail (persistent)");
  add(at.rounding, fmt::format("rounding the tail up to {}", kArenaStep));
  std::string text =
      "The peak is while " + describeStep(report, event) + ": " + sum + " = " + grouped(at.need) + " bytes.";
  if (report.analysis.minimum > at.need)
    text += fmt::format(" Arena sizes are multiples of {}: {}.", kArenaStep, grouped(report.analysis.minimum));
  return text;
}

} // namespace arenascope::report
