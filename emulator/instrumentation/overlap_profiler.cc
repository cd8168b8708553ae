#include "emulator/instrumentation/overlap_profiler.h"

#include <algorithm>

namespace arenascope::instrumentation {

namespace {

constexpr std::uint64_t kPrime = 0x100000001b3; // of FNV-1a

} // namespace

void OverlapProfiler::onEvent(const trace::Event& event) {
  if (event.kind != trace::EventKind::kTensorPlaced || event.position.subgraph != 0) return;
  const auto tensor = static_cast<std::size_t>(event.index);
  if (placed_.size() <= tensor) placed_.resize(tensor + 1);
  placed_[tensor] = {event.address, event.bytes};
}

void OverlapProfiler::addTensors(const std::vector<TensorId>& tensors, std::vector<Watched>& watched) const {
  watched.clear();
  for (const TensorId tensor : tensors) {
    if (!tensor.isThere() || tensor.position() >= placed_.size()) continue;
    const model::TensorInfo& info = model_.subgraphs.front().tensors[tensor.position()];
    const Placed& placed = placed_[tensor.position()];
    if (placed.bytes == 0 || info.constantBytes != 0 || info.isVariable) continue;
    const bool known =
        std::any_of(watched.begin(), watched.end(), [&](const Watched& w) { return w.tensor == tensor; });
    if (known) continue;
    watched.push_back(
        {tensor, placed.begin, std::vector<std::uint64_t>(placed.bytes), std::vector<std::uint64_t>(placed.bytes)});
  }
}

void OverlapProfiler::begin(const trace::Position& position) {
  watching_ = false;
  if (position.subgraph != 0) return;
  op_ = OperatorId(position.op);
  const model::OperatorInfo& op = model_.subgraphs.front().operators[op_.position()];
  if (!op.calls.empty() || op.accelerated) return;
  addTensors(op.inputs, inputs_);
  addTensors(op.outputs, outputs_);
  now_ = 0;
  sequence_ = 0;
  watching_ = !inputs_.empty() && !outputs_.empty();
}

void OverlapProfiler::access(std::uint64_t address, std::uint32_t bytes, bool write) {
  const auto mark = [&](Watched& watched, std::uint64_t number) {
    if (address + bytes <= watched.begin || address >= watched.begin + watched.lastRead.size()) return;
    const std::uint64_t from = address < watched.begin ? 0 : address - watched.begin;
    const std::uint64_t end = std::min<std::uint64_t>(address + bytes - watched.begin, watched.lastRead.size());
    for (std::uint64_t at = from; at < end; ++at) {
      if (!write)
        watched.lastRead[at] = now_;
      else if (watched.firstWrite[at] == 0)
        watched.firstWrite[at] = now_;
    }
    sequence_ = (sequence_ ^ (number << 48 ^ from << 8 ^ bytes << 1 ^ (write ? 1U : 0U))) * kPrime;
  };
  ++now_;
  std::uint64_t number = 0;
  for (Watched& watched : inputs_) mark(watched, ++number);
  for (Watched& watched : outputs_) mark(watched, ++number);
}

run::SafeDistance OverlapProfiler::distanceOf(const Watched& input, const Watched& output) const {
  run::SafeDistance distance{.op = op_, .input = input.tensor, .output = output.tensor, .accesses = sequence_};
  const auto inputBytes = static_cast<std::int64_t>(input.lastRead.size());
  const auto outputBytes = static_cast<std::int64_t>(output.firstWrite.size());
  const bool writesInput =
      std::any_of(input.firstWrite.begin(), input.firstWrite.end(), [](std::uint64_t when) { return when != 0; });
  if (input.tensor == output.tensor || writesInput) {
    distance.below = -outputBytes;
    distance.above = inputBytes;
    return distance;
  }
  // The input's bytes in order of last reads, latest first, with the lowest and highest so far.
  struct Read {
    std::uint64_t when;
    std::int64_t lowest;
    std::int64_t highest;
  };
  std::vector<Read> reads;
  for (std::size_t at = 0; at < input.lastRead.size(); ++at)
    if (input.lastRead[at] != 0)
      reads.push_back({input.lastRead[at], static_cast<std::int64_t>(at), static_cast<std::int64_t>(at)});
  std::sort(reads.begin(), reads.end(), [](const Read& a, const Read& b) { return a.when > b.when; });
  for (std::size_t i = 1; i < reads.size(); ++i) {
    reads[i].lowest = std::min(reads[i].lowest, reads[i - 1].lowest);
    reads[i].highest = std::max(reads[i].highest, reads[i - 1].highest);
  }
  std::int64_t below = inputBytes; // as for an input that is never read: disjoint, or any distance
  std::int64_t above = -outputBytes;
  for (std::size_t at = 0; at < output.firstWrite.size(); ++at) {
    const std::uint64_t when = output.firstWrite[at];
    if (when == 0) continue;
    // Later reads.
    const auto behind =
        std::partition_point(reads.begin(), reads.end(), [&](const Read& read) { return read.when > when; });
    if (behind == reads.begin()) continue;
    const Read& later = *std::prev(behind);
    below = std::min(below, later.lowest - 1 - static_cast<std::int64_t>(at));
    above = std::max(above, later.highest + 1 - static_cast<std::int64_t>(at));
  }
  distance.below = std::max(below, -outputBytes);
  distance.above = std::min(above, inputBytes);
  return distance;
}

void OverlapProfiler::end() {
  if (!watching_) return;
  watching_ = false;
  for (const Watched& input : inputs_)
    for (const Watched& output : outputs_) found_.push_back(distanceOf(input, output));
}

} // namespace arenascope::instrumentation
