#include "emulator/engine/collector.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/hash.h"
#include "emulator/engine/input_pattern.h"

namespace arenascope::engine {

using trace::Event;
using trace::EventKind;

namespace {

std::uint64_t keptBytes(const run::OperatorRun& run) {
  std::uint64_t bytes = sizeof(run);
  for (const run::FunctionCost& function : run.functions) bytes += sizeof(function) + function.name.size();
  for (const run::TensorBytes& output : run.outputs) bytes += sizeof(output) + output.data.size();
  return bytes;
}

} // namespace

Collector::Collector(const LoadedModel& model, const RunOptions& options, RunControl& control, TargetMemory& memory)
    : model_(model), options_(options), control_(control), memory_(memory) {
  trace_.arenaBytes = options.arenaBytes;
  for (const model::SubgraphInfo& subgraph : model.info.subgraphs) tensors_.emplace_back(subgraph.tensors.size());
  hold(model.info.bytes);
}

void Collector::hold(std::uint64_t bytes) {
  held_ += bytes;
  control_.stopBeyond(options_.limits, held_);
}

void Collector::addMessage(const Event& event) {
  const std::span<std::uint8_t> text = memory_.at(event.address, event.bytes);
  if (!messages_.empty()) messages_ += "; ";
  messages_.append(reinterpret_cast<const char*>(text.data()), text.size());
  if (!positionKnown_ || event.position.op >= 0) position_ = event.position;
  positionKnown_ = true;
}

void Collector::addDecompressed(const Event& tensor) {
  const std::uint64_t offset = tensor.address - decompressionAddress_;
  if (tensor.address >= decompressionAddress_ && offset < options_.decompressionBytes)
    trace_.decompressedBytes = std::max(trace_.decompressedBytes, offset + tensor.bytes);
}

void Collector::onEvent(const Event& event) {
  hold(sizeof(event));
  switch (event.kind) {
  case EventKind::kAllocation:
  case EventKind::kTempReset: trace_.allocations.push_back(event); break;
  case EventKind::kPlannedBuffer: trace_.planned.push_back(event); break;
  case EventKind::kTensorPlaced:
    tensors_.at(static_cast<std::size_t>(event.position.subgraph)).at(static_cast<std::size_t>(event.index)) = {
        event.address, event.bytes};
    addDecompressed(event);
    break;
  case EventKind::kRecorded:
    trace_.recorded.push_back(
        {.used = event.bytes, .requested = event.offset, .count = static_cast<std::uint64_t>(event.first)});
    break;
  case EventKind::kArenaUse:
    trace_.use = run::ArenaUse{.used = event.bytes, .head = event.offset, .tail = event.address};
    break;
  case EventKind::kInputsReady: fillInputs(); break;
  case EventKind::kMessage: addMessage(event); break;
  case EventKind::kRegionLost: trace_.lost = event; break;
  case EventKind::kPhase: break;
  }
}

std::span<std::uint8_t> Collector::tensorMemory(std::size_t subgraph, std::int32_t tensor) {
  const Placed& placed = tensors_[subgraph][static_cast<std::size_t>(tensor)];
  return placed.bytes == 0 ? std::span<std::uint8_t>() : memory_.at(placed.address, placed.bytes);
}

void Collector::fillInputs() {
  const model::SubgraphInfo& main = model_.info.subgraphs.front();
  for (std::size_t i = 0; i < main.inputs.size(); ++i) {
    const std::span<std::uint8_t> memory = tensorMemory(0, main.inputs[i]);
    const model::TensorInfo& tensor = main.tensors[static_cast<std::size_t>(main.inputs[i])];
    const bool given = i < options_.inputs.size() && !options_.inputs[i].empty();
    std::vector<std::uint8_t> bytes =
        given ? options_.inputs[i] : inputPattern(static_cast<std::uint32_t>(i), tensor.type, memory.size());
    hold(memory.size());
    bytes.resize(memory.size());
    // A constant input belongs to the model and stays as it is.
    if (tensor.constantBytes == 0) std::copy(bytes.begin(), bytes.end(), memory.begin());
    trace_.inputs.push_back(std::move(bytes));
  }
}

void Collector::readInputs() {
  for (const std::int32_t tensor : model_.info.subgraphs.front().inputs) {
    const std::span<std::uint8_t> memory = tensorMemory(0, tensor);
    trace_.inputs.emplace_back(memory.begin(), memory.end());
  }
}

void Collector::readOutputs() {
  for (const std::int32_t tensor : model_.info.subgraphs.front().outputs) {
    const std::span<std::uint8_t> memory = tensorMemory(0, tensor);
    hold(memory.size());
    trace_.outputs.emplace_back(memory.begin(), memory.end());
  }
}

void Collector::onOperator(const trace::Position& position, int depth, const run::Cost& cost,
                           std::vector<run::FunctionCost> functions) {
  const auto subgraph = static_cast<std::size_t>(position.subgraph);
  run::OperatorRun run{.subgraph = SubgraphId(position.subgraph),
                       .op = OperatorId(position.op),
                       .depth = depth,
                       .cost = cost,
                       .functions = std::move(functions),
                       .outputs = {}};
  const model::OperatorInfo& op =
      model_.info.subgraphs.at(subgraph).operators.at(static_cast<std::size_t>(position.op));
  for (const TensorId tensor : op.outputs) {
    const std::span<std::uint8_t> memory = tensorMemory(subgraph, tensor);
    run.outputs.push_back({.tensor = tensor, .bytes = memory.size(), .hash = fnv1a64(memory), .data = {}});
    if (options_.keepOutputs) run.outputs.back().data.assign(memory.begin(), memory.end());
  }
  hold(keptBytes(run));
  trace_.operators.push_back(std::move(run));
  if (trace_.operators.size() > options_.limits.operatorRuns)
    control_.stop("the model ran too many operators: " +
                  arenascope::limitAdvice(&arenascope::Limits::operatorRuns, options_.limits));
  if (depth == 0) trace_.kernels += cost;
  if (depth == 0 && control_.progress) control_.progress(static_cast<std::size_t>(position.op) + 1);
}

void Collector::finish(bool succeeded, Stage stage, const std::string& message) {
  if (succeeded) {
    trace_.invoked = options_.interpreter.invoke != 0;
    if (options_.interpreter.invoke != 0) readOutputs();
    return;
  }
  Error error{stage, message};
  if (!messages_.empty()) {
    error.message = messages_ + (message.empty() ? "" : "; " + message);
    error.subgraph = position_.subgraph;
    error.op = position_.op;
    if (stage == Stage::kAllocate) error.stage = stageOf(run::phaseName(position_.phase));
  }
  if (error.op >= 0) {
    const auto& operators = model_.info.subgraphs.at(static_cast<std::size_t>(error.subgraph)).operators;
    error.message = fmt::format("operator {} ({}): {}", error.op, operators.at(static_cast<std::size_t>(error.op)).name,
                                error.message);
  }
  trace_.error = std::move(error);
}

} // namespace arenascope::engine
