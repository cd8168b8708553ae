#include "core/report/version_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/report/kernel_evidence.h"

namespace arenascope::report {

namespace {

constexpr std::string_view kEspRevision = "esp-";

std::vector<OperatorScratch> scratchOf(const Report& report) {
  std::vector<OperatorScratch> found;
  for (std::size_t s = 0; s < report.model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < report.model.subgraphs[s].operators.size(); ++i) {
      const model::OperatorInfo& op = report.model.subgraphs[s].operators[i];
      std::uint64_t bytes = 0;
      for (const PlannedBuffer& buffer : report.buffers)
        if (buffer.scratch && buffer.firstOp == op.time) bytes += buffer.bytes;
      if (bytes > 0)
        found.push_back(
            {operatorPlace(SubgraphId(static_cast<int>(s)), OperatorId(static_cast<int>(i))), op.name, bytes});
    }
  return found;
}

bool isProven(const VersionRow& row) { return row.evidence.empty() || row.evidence == "proven"; }
bool isAssumed(const VersionRow& row) { return row.evidence == "assumed"; }

} // namespace

bool VersionRow::isLike(const VersionRow& other) const {
  const auto sameScratch = [](const OperatorScratch& a, const OperatorScratch& b) { return a.bytes == b.bytes; };
  const auto sameHazard = [](const Hazard& a, const Hazard& b) { return a.text == b.text; };
  return arena == other.arena && anyAddress == other.anyAddress && cycles == other.cycles && error == other.error &&
         evidence == other.evidence &&
         std::equal(scratch.begin(), scratch.end(), other.scratch.begin(), other.scratch.end(), sameScratch) &&
         std::equal(hazards.begin(), hazards.end(), other.hazards.begin(), other.hazards.end(), sameHazard);
}

std::vector<const VersionRow*> VersionTable::line() const {
  std::vector<const VersionRow*> found;
  if (rows.empty()) return found;
  const bool severalKernels = rows.front().kernels != rows.back().kernels;
  for (const VersionRow& row : rows)
    if (!severalKernels || row.tflm == rows.back().tflm) found.push_back(&row);
  return found;
}

std::optional<SafeRange> safeRange(const VersionTable& table) {
  const std::vector<const VersionRow*> line = table.line();
  const auto isSafe = [](const VersionRow* row) { return row->isSafe(); };
  const auto last = std::find_if(line.rbegin(), line.rend(), isSafe);
  if (last == line.rend()) return std::nullopt;
  const auto before = std::find_if_not(last, line.rend(), isSafe);
  SafeRange range{.first = *(before - 1), .last = *last, .pinned = *last};
  const auto proven = std::find_if(last, before, [](const VersionRow* row) { return isProven(*row); });
  const auto known = std::find_if(last, before, [](const VersionRow* row) { return !isAssumed(*row); });
  if (proven != before)
    range.pinned = *proven;
  else if (known != before)
    range.pinned = *known;
  return range;
}

Pin pinOf(const VersionRow& row) {
  const tflm::EspNnVersion* espNn = tflm::espNnVersion(row.kernels);
  const tflm::Revision* revision = tflm::findRevision(row.tflm);
  if (espNn != nullptr && row.tflm.starts_with(kEspRevision))
    return {"idf_component.yml",
            fmt::format("dependencies:\n  espressif/esp-nn: \"=={}\"\n  espressif/esp-tflite-micro: \"=={}\"\n",
                        espNn->name, row.tflm.substr(kEspRevision.size()))};
  if (espNn != nullptr || revision == nullptr) return {};
  return {"west.yml", fmt::format("manifest:\n  projects:\n    - name: tflite-micro\n      url: "
                                  "https://github.com/tensorflow/tflite-micro\n      revision: {}\n",
                                  revision->commit)};
}

VersionRow versionRow(const Report& report) {
  VersionRow row{.kernels = report.kernels, .tflm = report.tflm};
  if (const tflm::Revision* revision = tflm::findRevision(report.tflm)) row.when = revision->when;
  row.evidence = kernelEvidence(report).kind;
  row.hazards = hazardsOf(report);
  if (report.error) row.error = report.error->message;
  if (report.error || !report.arena) return row;
  row.used = report.arena->used;
  row.arena = report.arena->minimum;
  row.scratch = scratchOf(report);
  if (report.cost) row.cycles = report.cost->total.cycles;
  return row;
}

} // namespace arenascope::report
