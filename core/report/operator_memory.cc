#include "core/report/operator_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/interpreter/ops/operator_table.h"
#include "core/run/event_text.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::EventKind;

OperatorMemory::OperatorMemory(const model::ModelInfo& model, std::uint64_t arenaBegin, std::uint64_t arenaBytes)
    : model_(model), arenaBegin_(arenaBegin), arenaEnd_(arenaBegin + arenaBytes), tensorCount_(model.tensorCount()) {
  for (const model::SubgraphInfo& subgraph : model.subgraphs) tensors_.emplace_back(subgraph.tensors.size());
}

void OperatorMemory::onEvent(const Event& event) {
  if (event.kind == EventKind::kTensorPlaced) {
    tensors_.at(static_cast<std::size_t>(event.position.subgraph)).at(static_cast<std::size_t>(event.index)) = {
        event.address, event.bytes};
  } else if (event.kind == EventKind::kPlannedBuffer && static_cast<std::size_t>(event.index) >= tensorCount_) {
    scratch_.push_back({{event.address, event.address + event.bytes, true},
                        Category::kNone,
                        event.position.subgraph,
                        event.position.op});
  } else if (event.kind == EventKind::kAllocation && event.section == trace::Section::kTail) {
    const std::uint64_t begin = arenaEnd_ - event.offset;
    blocks_.push_back(
        {{begin, begin + event.bytes, false}, event.category, event.position.subgraph, event.position.op});
  }
}

void OperatorMemory::addTensors(int subgraph, const std::vector<TensorId>& tensors, bool writable,
                                std::vector<run::MemoryRange>& ranges) const {
  const auto s = static_cast<std::size_t>(subgraph);
  for (const TensorId index : tensors) {
    if (!index.isThere()) continue;
    const Tensor& tensor = tensors_[s][index.position()];
    const bool isVariable = model_.subgraphs[s].tensors[index.position()].isVariable;
    if (tensor.bytes > 0) ranges.push_back({tensor.begin, tensor.begin + tensor.bytes, writable || isVariable});
  }
}

bool OperatorMemory::shareTensor(int subgraph, int op, int otherOp) const {
  const auto& operators = model_.subgraphs[static_cast<std::size_t>(subgraph)].operators;
  const model::OperatorInfo& one = operators[static_cast<std::size_t>(op)];
  const model::OperatorInfo& other = operators[static_cast<std::size_t>(otherOp)];
  const auto usedByOther = [&](TensorId tensor) {
    return std::find(other.outputs.begin(), other.outputs.end(), tensor) != other.outputs.end();
  };
  return std::any_of(one.inputs.begin(), one.inputs.end(), usedByOther) ||
         std::any_of(one.outputs.begin(), one.outputs.end(), usedByOther);
}

// The interpreter's structures may be read; a kernel's data is private, except that a tensor's shape may lie in the
// data of the operator that writes it.
void OperatorMemory::addBlock(const Block& block, int subgraph, int op, std::vector<run::MemoryRange>& ranges) const {
  const model::OperatorInfo& info =
      model_.subgraphs[static_cast<std::size_t>(subgraph)].operators[static_cast<std::size_t>(op)];
  run::MemoryRange range = block.range;
  if (block.category == Category::kKernelBuffer) {
    range.writable = block.subgraph == subgraph && block.op == op;
    if (!range.writable && (block.subgraph != subgraph || block.op < 0 || !shareTensor(subgraph, op, block.op))) return;
  } else if (block.category == Category::kResourceVariables) {
    if (!ops::hasTrait(info.name, ops::kNamesResource)) return;
    range.writable = true;
  } else if (block.category == Category::kEvalTensors) {
    range.writable = ops::hasTrait(info.name, ops::kWritesOwnData);
  } else if (block.category == Category::kVariables) {
    return; // known as a tensor
  }
  ranges.push_back(range);
}

std::vector<run::MemoryRange> OperatorMemory::of(int subgraph, int op) const {
  const model::OperatorInfo& info =
      model_.subgraphs[static_cast<std::size_t>(subgraph)].operators[static_cast<std::size_t>(op)];
  std::vector<run::MemoryRange> ranges;
  addTensors(subgraph, info.inputs, false, ranges);
  addTensors(subgraph, info.outputs, true, ranges);
  for (const SubgraphId called : info.calls) {
    const model::SubgraphInfo& graph = model_.subgraphs[called.position()];
    addTensors(called, graph.inputs, true, ranges);
    addTensors(called, graph.outputs, true, ranges);
  }
  for (const Block& scratch : scratch_)
    if (scratch.subgraph == subgraph && scratch.op == op) ranges.push_back(scratch.range);
  for (const Block& block : blocks_) addBlock(block, subgraph, op, ranges);
  return ranges;
}

std::vector<OperatorMemory::Named> OperatorMemory::named(int subgraph, int op) const {
  const auto s = static_cast<std::size_t>(subgraph);
  const model::OperatorInfo& info = model_.subgraphs[s].operators[static_cast<std::size_t>(op)];
  std::vector<Named> all;
  const auto addAll = [&](const std::vector<TensorId>& tensors, const char* what) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (!tensors[i].isThere()) continue;
      const Tensor& tensor = tensors_[s][tensors[i].position()];
      if (tensor.bytes > 0)
        all.push_back(
            {{tensor.begin, tensor.begin + tensor.bytes, false},
             fmt::format("its {} {} ({})", what, i, model_.subgraphs[s].tensors[tensors[i].position()].name)});
    }
  };
  addAll(info.outputs, "output");
  addAll(info.inputs, "input");
  for (const Block& scratch : scratch_)
    if (scratch.subgraph == subgraph && scratch.op == op) all.push_back({scratch.range, "its scratch memory"});
  for (const Block& block : blocks_)
    if (block.category == Category::kKernelBuffer && block.subgraph == subgraph && block.op == op)
      all.push_back({block.range, "its data"});
  return all;
}

OperatorMemory::Neighbour OperatorMemory::beside(int subgraph, int op, std::uint64_t begin, std::uint64_t end) const {
  Neighbour nearest{.text = "away from its buffers", .distance = std::numeric_limits<std::uint64_t>::max()};
  const auto look = [&](std::uint64_t distance, const char* side, const std::string& name) {
    if (distance >= nearest.distance) return;
    const std::string away = distance == 0   ? std::string("right ")
                             : distance == 1 ? std::string("1 byte ")
                                             : std::to_string(distance) + " bytes ";
    nearest = {away + side + " " + name, distance};
  };
  const std::vector<Named> all = named(subgraph, op);
  for (const Named& own : all) {
    if (own.range.end <= begin) look(begin - own.range.end, "behind", own.name);
    // Of a buffer that may only be read.
    if (own.range.begin < end && begin < own.range.end) return {"in " + own.name, 0};
  }
  // Between two buffers, more likely the first was left at its end.
  for (const Named& own : all)
    if (own.range.begin >= end) look(own.range.begin - end, "before", own.name);
  return nearest;
}

std::string OperatorMemory::describe(std::uint64_t address) const {
  if (address < arenaBegin_ || address >= arenaEnd_) return "outside the arena";
  std::string text = "arena byte " + std::to_string(address - arenaBegin_);
  std::string owners;
  const auto add = [&](const std::string& owner) { owners += (owners.empty() ? "" : ", ") + owner; };
  for (std::size_t s = 0; s < tensors_.size(); ++s)
    for (std::size_t t = 0; t < tensors_[s].size(); ++t)
      if (address >= tensors_[s][t].begin && address - tensors_[s][t].begin < tensors_[s][t].bytes)
        add(fmt::format("tensor {} ({}){}", t, model_.subgraphs[s].tensors[t].name,
                        s > 0 ? " of subgraph " + std::to_string(s) : ""));
  for (const Block& scratch : scratch_)
    if (address >= scratch.range.begin && address < scratch.range.end)
      add("scratch memory of operator " + run::operatorPlace({scratch.subgraph, scratch.op}));
  for (const Block& block : blocks_)
    if (address >= block.range.begin && address < block.range.end && block.category != Category::kVariables)
      add(std::string(run::categoryText(block.category)) +
          (block.op >= 0 ? " of operator " + run::operatorPlace({block.subgraph, block.op}) : ""));
  return text + (owners.empty() ? ", in unallocated memory" : ", in " + owners);
}

} // namespace arenascope::report
