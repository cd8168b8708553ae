#include "emulator/runners/image_memory.h"

#include <fmt/format.h>

#include "core/base/counted.h"

namespace arenascope::runners {

using trace::Event;
using trace::EventKind;

ImageMemory::ImageMemory(const model::ModelInfo& model, std::uint64_t arenaBegin, std::uint64_t arenaEnd,
                         const std::vector<Event>& allocations, const std::vector<Event>& planned,
                         const std::function<std::uint32_t(std::size_t, std::size_t)>& addressOf)
    : model_(model), memory_(model, arenaBegin, arenaEnd - arenaBegin) {
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model.subgraphs[s].tensors.size(); ++i)
      memory_.onEvent({.kind = EventKind::kTensorPlaced,
                       .position = {.subgraph = static_cast<std::int32_t>(s)},
                       .index = static_cast<std::int32_t>(i),
                       .bytes = model.subgraphs[s].tensors[i].bytes,
                       .address = addressOf(s, i)});
  for (const Event& event : planned) {
    memory_.onEvent(event);
    if (static_cast<std::size_t>(event.index) >= model.tensorCount() && event.position.op < 0)
      everyones_.push_back({event.address, event.address + event.bytes, true});
  }
  for (const Event& event : allocations) {
    memory_.onEvent(event);
    if (event.kind == EventKind::kAllocation && event.category == trace::Category::kAllocatorObjects &&
        event.section == trace::Section::kTail)
      everyones_.push_back({arenaEnd - event.offset, arenaEnd - event.offset + event.bytes, true});
  }
}

protocol::Guard ImageMemory::guard() const {
  protocol::Guard guard{.begin = memory_.arenaBegin(), .end = memory_.arenaEnd(), .operators = {}};
  for (std::size_t s = 0; s < model_.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model_.subgraphs[s].operators.size(); ++i) {
      protocol::OperatorRanges& op = guard.operators.emplace_back();
      op.subgraph = static_cast<std::int32_t>(s);
      op.op = static_cast<std::int32_t>(i);
      op.ranges = memory_.of(op.subgraph, op.op);
      op.ranges.insert(op.ranges.end(), everyones_.begin(), everyones_.end());
    }
  return guard;
}

std::vector<ForeignUse> ImageMemory::describe(const std::vector<protocol::ForeignBytes>& foreign, bool withPlace,
                                              const std::function<std::string(std::uint32_t)>& name) const {
  std::vector<ForeignUse> uses;
  std::uint64_t nearest = 0;
  for (const protocol::ForeignBytes& bytes : foreign) {
    const auto& [position, begin, end, write, at] = bytes;
    const bool isNext = !uses.empty() && uses.back().position.subgraph == position.subgraph &&
                        uses.back().position.op == position.op && uses.back().write == write;
    if (!isNext) uses.push_back({.position = position, .write = write, .where = {}, .at = {}, .text = {}});
    uses.back().bytes += end - begin;
    const report::OperatorMemory::Neighbour beside = memory_.beside(position.subgraph, position.op, begin, end);
    if (isNext && beside.distance >= nearest) continue;
    nearest = beside.distance;
    uses.back().where = beside.text + (withPlace ? ", " + memory_.describe(begin) : "");
    uses.back().at = name(at);
  }
  for (ForeignUse& use : uses) {
    const auto& operators = model_.subgraphs[static_cast<std::size_t>(use.position.subgraph)].operators;
    use.text =
        fmt::format("operator {} ({}) {} {} outside its own buffers: {}, at {}", report::operatorPlace(use.position),
                    operators[static_cast<std::size_t>(use.position.op)].name, use.write ? "writes" : "reads",
                    countedBytes(use.bytes), use.where, use.at);
  }
  return uses;
}

} // namespace arenascope::runners
