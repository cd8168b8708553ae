#include "core/profile/buffer_facts.h"

#include <algorithm>
#include <tuple>

namespace arenascope::profile {

namespace {

bool contains(const std::vector<std::int32_t>& tensors, std::int32_t tensor) {
  return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

} // namespace

const char* bufferKindName(BufferKind kind) {
  switch (kind) {
  case BufferKind::kInput: return "input";
  case BufferKind::kOutput: return "output";
  case BufferKind::kScratch: return "scratch";
  case BufferKind::kVariable: return "variable";
  case BufferKind::kActivation: break;
  }
  return "activation";
}

BufferKind bufferKind(const Report& report, const PlannedBuffer& buffer) {
  if (buffer.scratch) return BufferKind::kScratch;
  const SubgraphInfo& main = report.model.subgraphs.front();
  const auto index = static_cast<std::size_t>(buffer.index);
  if (report.model.tensorByPlanIndex(index)->isVariable) return BufferKind::kVariable;
  if (index >= main.tensors.size()) return BufferKind::kActivation;
  if (contains(main.inputs, buffer.index)) return BufferKind::kInput;
  return contains(main.outputs, buffer.index) ? BufferKind::kOutput : BufferKind::kActivation;
}

std::vector<int> rowsByStep(const Report& report) {
  std::int32_t last = 0;
  for (const OperatorReport& op : report.operators) last = std::max(last, op.time);
  for (const PlannedBuffer& buffer : report.buffers) last = std::max(last, buffer.lastOp);
  std::vector<int> rows(static_cast<std::size_t>(last) + 1, -1);
  for (std::size_t row = report.operators.size(); row-- > 0;)
    if (const std::int32_t step = report.operators[row].time; step >= 0)
      rows[static_cast<std::size_t>(step)] = static_cast<int>(row);
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

std::size_t planIndexOf(const ModelInfo& model, std::int32_t subgraph, std::int32_t tensor) {
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

} // namespace arenascope::profile
