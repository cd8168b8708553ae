#include "core/report/arena_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "core/base/number_text.h"
#include "core/report/buffer_info.h"
#include "core/report/tail_breakdown.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::Phase;

namespace {

constexpr std::size_t kShownBuffers = 3; // the others are one part

std::string writtenBy(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer) {
  const auto step = static_cast<std::size_t>(std::max(buffer.firstOp, PlannerStep(0)));
  const int row = step < rows.size() ? rows[step] : -1;
  return row < 0 ? std::string() : " of layer " + operatorPlace(report.operators[static_cast<std::size_t>(row)]);
}

std::string bufferTitle(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer) {
  const std::string writer = writtenBy(report, rows, buffer);
  switch (bufferKind(report, buffer)) {
  case BufferKind::kInput: return "Input of the model";
  case BufferKind::kOutput: return "Output of the model";
  case BufferKind::kScratch: return "Scratch memory" + writer;
  case BufferKind::kVariable: return "Variable";
  case BufferKind::kAccelerator: return "Memory of the accelerator";
  case BufferKind::kActivation: break;
  }
  return writer.empty() ? "Tensor" : "Output" + writer;
}

// Bytes at the row with the most live bytes that more than one buffer counts for lie in one of them only.
std::vector<int> largestFirst(const Report& report, std::vector<int> buffers) {
  std::stable_sort(buffers.begin(), buffers.end(), [&](int a, int b) {
    return report.buffers[static_cast<std::size_t>(a)].plannedBytes() >
           report.buffers[static_cast<std::size_t>(b)].plannedBytes();
  });
  return buffers;
}

// The head at the peak, buffer by buffer, and what is free in it.
void addBuffers(const Report& report, std::uint64_t head, std::vector<ArenaPart>& parts) {
  const std::vector<int> rows = rowsByStep(report);
  const std::vector<Family> families = bufferFamilies(report);
  std::uint64_t left = head;
  ArenaPart others{ArenaPart::Kind::kBuffers, {}, 0, -1, Family::kOther};
  std::size_t count = 0;
  std::size_t shown = 0;
  for (const int i : largestFirst(report, peakBuffers(report))) {
    const PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(i)];
    const std::uint64_t bytes = std::min(left, buffer.plannedBytes()); // buffers of an overlap plan share bytes
    if (bytes == 0) continue;
    left -= bytes;
    if (shown < kShownBuffers) {
      parts.push_back({ArenaPart::Kind::kBuffer, bufferTitle(report, rows, buffer), bytes, i,
                       families[static_cast<std::size_t>(i)]});
      ++shown;
      continue;
    }
    others.bytes += bytes;
    ++count;
  }
  others.title = count == 1 ? "One more buffer" : fmt::format("{} more buffers", count);
  if (others.bytes > 0) parts.push_back(others);
  if (left > 0) parts.push_back({ArenaPart::Kind::kGaps, "Gaps between buffers", left, -1, Family::kOther});
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

// What an operator needs at once: "its input, its output and scratch memory".
std::string needsOf(const Report& report, int row) {
  const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
  const model::OperatorInfo& about = report.model.subgraphs[op.subgraph.position()].operators[op.index.position()];
  const std::vector<int> byTensor = buffersByTensor(report);
  const auto buffersOf = [&](const auto& tensors) {
    std::set<int> found;
    for (const std::int32_t tensor : tensors)
      if (tensor >= 0)
        if (const int buffer = byTensor[planIndexOf(report.model, op.subgraph, tensor)]; buffer >= 0)
          found.insert(buffer);
    return found;
  };
  const std::set<int> inputs = buffersOf(about.inputs);
  const std::set<int> outputs = buffersOf(about.outputs);
  std::size_t scratch = 0;
  std::size_t kept = 0;
  for (const int i : peakBuffers(report)) {
    if (inputs.contains(i) || outputs.contains(i)) continue;
    ++(report.buffers[static_cast<std::size_t>(i)].scratch ? scratch : kept);
  }
  std::vector<std::string> needs;
  if (!inputs.empty()) needs.emplace_back(inputs.size() == 1 ? "its input" : "its inputs");
  if (!outputs.empty()) needs.emplace_back(outputs.size() == 1 ? "its output" : "its outputs");
  if (scratch > 0) needs.emplace_back("scratch memory");
  if (kept > 0)
    needs.push_back(kept == 1 ? "a tensor that is used elsewhere"
                              : fmt::format("{} tensors that are used elsewhere", kept));
  return joined(needs);
}

// The largest kind of persistent data, and what it is.
std::string largestInTail(const Report& report) {
  const std::vector<TailPart> parts = tailByCategory(report);
  if (parts.empty()) return {};
  return fmt::format("{} bytes of it are {}", grouped(parts.front().bytes), run::categoryText(parts.front().category));
}

} // namespace

PeakSections peakSections(const Report& report) {
  PeakSections at;
  if (!report.arena || report.analysis.snapshots.empty()) return at;
  const std::size_t peak = report.analysis.peak;
  const ArenaSnapshot& snapshot = report.analysis.snapshots[peak];
  const Event& event = report.allocations[peak];
  const bool planning =
      event.category == Category::kPlannerWorkspace && plannerWorkspace(report.allocations, report.buffers.size()) > 0;
  // The low end without the planner's memory.
  const std::uint64_t low =
      planning ? report.analysis.snapshots[peak - 1].temp : std::max(snapshot.temp, snapshot.need - snapshot.tail);
  at.planned = event.position.phase == Phase::kFinish && event.category != Category::kPlannerWorkspace &&
               event.category != Category::kPlanning;
  at.head = snapshot.head;
  at.temporary = low - snapshot.head;
  at.planner = planning ? snapshot.temp - low : 0;
  at.rounding = roundingIn(event, snapshot);
  at.tail = snapshot.need - (planning ? snapshot.temp : low) - at.rounding;
  at.need = snapshot.need;
  return at;
}

std::vector<ArenaPart> arenaParts(const Report& report) {
  std::vector<ArenaPart> parts;
  if (!report.arena) return parts;
  const PeakSections at = peakSections(report);
  const auto add = [&](ArenaPart::Kind kind, const char* title, std::uint64_t bytes) {
    if (bytes > 0) parts.push_back({kind, title, bytes, -1, Family::kOther});
  };
  if (at.planned)
    addBuffers(report, at.head, parts);
  else
    add(ArenaPart::Kind::kHead, "Requests for scratch memory", at.head);
  add(ArenaPart::Kind::kTemporary, "Temporary memory", at.temporary);
  add(ArenaPart::Kind::kPlanner, "The planner's working memory", at.planner);
  add(ArenaPart::Kind::kTail, "Tail, kept while the model lives", at.tail);
  const std::uint64_t sum = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                                            [](std::uint64_t all, const ArenaPart& part) { return all + part.bytes; });
  add(ArenaPart::Kind::kRounding,
      report.arena->recommended > report.arena->minimum ? "Headroom and rounding" : "Rounding to 16 bytes",
      report.arena->recommended - std::min(sum, report.arena->recommended));
  return parts;
}

ArenaReason whySoLarge(const Report& report) {
  if (!report.arena) return {};
  const ArenaFigures& arena = *report.arena;
  const PeakSections at = peakSections(report);
  if (at.planned && at.head > 0 && at.head >= at.tail) {
    const HeadInfo head = headInfo(report);
    const int row = report.peakOperator();
    if (row < 0) return {"The head", fmt::format(" has {} bytes.", grouped(at.head)), -1};
    const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
    const std::string layer = fmt::format("Layer {}, {},", operatorPlace(op), op.name);
    const std::string needs = needsOf(report, row);
    if (head.lost() == 0)
      return {
          layer,
          fmt::format(" needs {} at the same time. That is the head: {} bytes, with no gaps.", needs, grouped(at.head)),
          row};
    return {layer,
            fmt::format(" needs {} at the same time: {} bytes. Gaps between buffers make the head {} bytes larger.",
                        needs, grouped(head.liveBytes), grouped(head.lost())),
            row};
  }
  if (at.tail >= at.head + at.temporary + at.planner)
    return {"The tail",
            fmt::format(" is {} of it, {} bytes, and stays while the model lives: {}. The head needs only {} bytes.",
                        at.tail * 10 >= arena.recommended * 9 ? "nearly all" : "most", grouped(at.tail),
                        largestInTail(report), grouped(arena.head)),
            -1};
  const Event& event = report.allocations[report.analysis.peak];
  return {"Setting up",
          fmt::format(" needs more than running: {} bytes while {}. Afterwards {} are in use.", grouped(at.need),
                      describeStep(report, event), grouped(arena.used)),
          -1};
}

std::string arenaInImage(const Report& report) {
  if (!report.firmware || !report.arena) return {};
  const std::string name = std::filesystem::path(report.model.path).filename().string();
  const std::uint64_t given = report.firmware->arenaBytes;
  const std::uint64_t needed = report.arena->minimum;
  const std::string start = fmt::format("{} gives {} bytes, it needs {}", name.substr(0, name.find(" (model at")),
                                        grouped(given), grouped(needed));
  if (given > needed) return fmt::format("{}: {} can go.", start, grouped(given - needed));
  if (given < needed) return fmt::format("{}: {} are missing.", start, grouped(needed - given));
  return start + ".";
}

} // namespace arenascope::report
