#include "core/report/buffer_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::report {

namespace {

bool contains(const std::vector<TensorId>& tensors, TensorId tensor) {
  return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

} // namespace

const char* bufferKindName(BufferKind kind) {
  switch (kind) {
  case BufferKind::kInput: return "input";
  case BufferKind::kOutput: return "output";
  case BufferKind::kScratch: return "scratch";
  case BufferKind::kVariable: return "variable";
  case BufferKind::kAccelerator: return "accelerator memory";
  case BufferKind::kActivation: break;
  }
  return "activation";
}

BufferKind bufferKind(const Report& report, const PlannedBuffer& buffer) {
  if (buffer.scratch) return BufferKind::kScratch;
  const model::SubgraphInfo& main = report.model.subgraphs.front();
  const auto index = static_cast<std::size_t>(buffer.index);
  const model::TensorInfo& tensor = *report.model.tensorByPlanIndex(index);
  if (tensor.isVariable) return BufferKind::kVariable;
  if (tensor.isAcceleratorMemory) return BufferKind::kAccelerator;
  if (index >= main.tensors.size()) return BufferKind::kActivation;
  const TensorId tensorOfMain(buffer.index.value); // the main graph's tensors come first in the planner's numbering
  if (contains(main.inputs, tensorOfMain)) return BufferKind::kInput;
  return contains(main.outputs, tensorOfMain) ? BufferKind::kOutput : BufferKind::kActivation;
}

std::vector<int> rowsByStep(const Report& report) {
  PlannerStep last(0);
  for (const OperatorReport& op : report.operators) last = std::max(last, op.time);
  for (const PlannedBuffer& buffer : report.buffers) last = std::max(last, buffer.lastOp);
  std::vector<int> rows(static_cast<std::size_t>(last) + 1, -1);
  for (std::size_t row = report.operators.size(); row-- > 0;)
    if (const PlannerStep step = report.operators[row].time; step.isThere())
      rows[step.position()] = static_cast<int>(row);
  return rows;
}

ByteRange bytesOf(const PlannedBuffer& buffer) { return {buffer.offset, buffer.offset + buffer.plannedBytes()}; }

std::vector<int> historyOf(const Report& report, const ByteRange& range) {
  std::vector<int> found;
  for (std::size_t i = 0; i < report.buffers.size(); ++i)
    if (bytesOf(report.buffers[i]).overlaps(range)) found.push_back(static_cast<int>(i));
  const auto when = [&](int i) {
    const PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(i)];
    return std::tuple(buffer.firstOp, buffer.lastOp, buffer.offset);
  };
  std::stable_sort(found.begin(), found.end(), [&](int a, int b) { return when(a) < when(b); });
  return found;
}

std::vector<int> peakBuffers(const Report& report) {
  std::vector<int> found;
  const int peak = report.peakOperator();
  if (peak < 0) return found;
  for (std::size_t i = 0; i < report.buffers.size(); ++i)
    if (report.buffers[i].liveAt(report.operators[static_cast<std::size_t>(peak)].time))
      found.push_back(static_cast<int>(i));
  return found;
}

std::string stepName(const Report& report, const std::vector<int>& rows, std::int32_t step) {
  if (step < 0) return "start";
  if (step == 0) return "input";
  const int row = static_cast<std::size_t>(step) < rows.size() ? rows[static_cast<std::size_t>(step)] : -1;
  return row < 0 ? "call" : operatorPlace(report.operators[static_cast<std::size_t>(row)]);
}

Lifetime lifetimeOf(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer) {
  if (buffer.lastOp < 0) return {};
  return {stepName(report, rows, buffer.firstOp), stepName(report, rows, buffer.lastOp)};
}

HeadInfo headInfo(const Report& report) {
  HeadInfo info;
  if (!report.arena) return info;
  info.bytes = report.arena->head;
  for (std::size_t i = 0; i < report.buffers.size(); ++i)
    if (report.buffers[i].plannedBytes() > 0 && bytesOf(report.buffers[i]).end == info.bytes)
      info.topBuffers.push_back(static_cast<int>(i));
  for (const OperatorReport& op : report.operators) info.liveBytes = std::max(info.liveBytes, op.liveBytes);
  for (std::size_t row = 0; row < report.operators.size(); ++row) {
    const OperatorReport& op = report.operators[row];
    if (op.liveBytes > 0 && op.liveBytes == info.liveBytes) info.fullOperators.push_back(static_cast<int>(row));
    if (std::any_of(info.topBuffers.begin(), info.topBuffers.end(),
                    [&](int buffer) { return report.buffers[static_cast<std::size_t>(buffer)].liveAt(op.time); }))
      info.topOperators.push_back(static_cast<int>(row));
  }
  return info;
}

std::vector<ByteRange> gapsAt(const Report& report, int row) {
  const PlannerStep time = report.operators[static_cast<std::size_t>(row)].time;
  std::vector<ByteRange> taken;
  for (const PlannedBuffer& buffer : report.buffers)
    if (buffer.liveAt(time) && buffer.plannedBytes() > 0) taken.push_back(bytesOf(buffer));
  std::sort(taken.begin(), taken.end(), [](const ByteRange& a, const ByteRange& b) { return a.first < b.first; });
  std::vector<ByteRange> gaps;
  std::uint64_t end = 0;
  for (const ByteRange& range : taken) {
    if (range.first > end) gaps.push_back({end, range.first});
    end = std::max(end, range.end);
  }
  if (end < report.arena->head) gaps.push_back({end, report.arena->head});
  return gaps;
}

std::string operatorsText(const Report& report, const std::vector<int>& rows) {
  constexpr std::size_t kNamed = 3;
  std::vector<const OperatorReport*> operators; // each once, even if it runs several times
  std::set<std::pair<std::int32_t, std::int32_t>> named;
  for (const int row : rows) {
    const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
    if (named.emplace(op.subgraph, op.index).second) operators.push_back(&op);
  }
  std::string text = operators.size() == 1 ? "operator " : "operators ";
  if (operators.size() <= kNamed) {
    for (std::size_t i = 0; i < operators.size(); ++i)
      text += (i == 0                      ? ""
               : i + 1 == operators.size() ? " and "
                                           : ", ") +
              operatorPlace(*operators[i]) + " (" + operators[i]->name + ")";
    return text;
  }
  // Ranges of consecutive rows: "2 to 7, 9".
  const auto follows = [&](std::size_t i) {
    return operators[i]->subgraph == operators[i - 1]->subgraph && operators[i]->index == operators[i - 1]->index + 1;
  };
  for (std::size_t i = 0; i < operators.size();) {
    std::size_t end = i + 1;
    while (end < operators.size() && follows(end)) ++end;
    text += (i == 0 ? "" : ", ") + operatorPlace(*operators[i]);
    if (end - i > 1) text += (end - i > 2 ? " to " : ", ") + operatorPlace(*operators[end - 1]);
    i = end;
  }
  return text;
}

std::string describeHead(const Report& report) {
  const HeadInfo info = headInfo(report);
  if (info.bytes == 0 || info.topBuffers.empty() || info.fullOperators.empty()) return {};
  const PlannedBuffer& top = report.buffers[static_cast<std::size_t>(info.topBuffers.front())];
  std::string text = "The head's size, " + grouped(info.bytes) + " bytes, is set by " + shortened(top.name, 48) + " (" +
                     grouped(top.bytes) + " bytes)";
  if (info.topBuffers.size() > 1) text += fmt::format(" and {} more", info.topBuffers.size() - 1);
  text += info.topOperators.empty() ? ", which no operator uses" : " at " + operatorsText(report, info.topOperators);
  text +=
      ". The peak use is at " + operatorsText(report, info.fullOperators) + ": " + grouped(info.liveBytes) + " bytes";
  if (info.lost() == 0) return text + ", no gaps.";
  return text + "; " + grouped(info.lost()) +
         (report.planner == Planner::kLinear ? " bytes more because this planner lets no two buffers share bytes."
                                             : " bytes are gaps.");
}

std::string headCaption(const Report& report) {
  const HeadInfo info = headInfo(report);
  if (info.fullOperators.empty()) return {};
  const std::string where = " in use at " + operatorsText(report, info.fullOperators);
  if (info.lost() == 0) return "head " + grouped(info.bytes) + " bytes, all" + where;
  return "head " + grouped(info.bytes) + " bytes; at most " + grouped(info.liveBytes) + where;
}

std::size_t planIndexOf(const model::ModelInfo& model, std::int32_t subgraph, std::int32_t tensor) {
  std::size_t index = static_cast<std::size_t>(tensor);
  for (std::int32_t s = 0; s < subgraph; ++s) index += model.subgraphs[static_cast<std::size_t>(s)].tensors.size();
  return index;
}

std::vector<int> buffersByTensor(const Report& report) {
  std::vector<int> positions(report.model.tensorCount(), -1);
  for (std::size_t i = 0; i < report.buffers.size(); ++i)
    if (const PlannedBuffer& buffer = report.buffers[i]; !buffer.scratch)
      positions[static_cast<std::size_t>(buffer.index)] = static_cast<int>(i);
  return positions;
}

} // namespace arenascope::report
