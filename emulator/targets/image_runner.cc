#include "emulator/targets/image_runner.h"

#include <algorithm>

#include "core/tflm/arena_rules.h"
#include "emulator/targets/collector.h"
#include "emulator/targets/input_pattern.h"

namespace arenascope::session {

using trace::Event;
using trace::EventKind;

namespace {

// Tensors by their numbers, for the collector: an address here is such a number.
class TensorMemory final : public TargetMemory {
public:
  TensorMemory(image::ImageMachine& machine, const profile::ModelInfo& model) : machine_(machine) {
    for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
      for (std::size_t i = 0; i < model.subgraphs[s].tensors.size(); ++i) tensors_.emplace_back(s, i);
  }

  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    const auto& [subgraph, tensor] = tensors_[address];
    const std::span<std::uint8_t> memory = machine_.tensor(subgraph, tensor);
    return memory.size() == bytes ? memory : std::span<std::uint8_t>();
  }
  void place(Collector& collector, const profile::ModelInfo& model) const {
    for (std::size_t number = 0; number < tensors_.size(); ++number) {
      const auto& [subgraph, tensor] = tensors_[number];
      collector.onEvent({.kind = EventKind::kTensorPlaced,
                         .position = {.subgraph = static_cast<std::int32_t>(subgraph)},
                         .index = static_cast<std::int32_t>(tensor),
                         .bytes = model.subgraphs[subgraph].tensors[tensor].bytes,
                         .address = number});
    }
  }

private:
  image::ImageMachine& machine_;
  std::vector<std::pair<std::size_t, std::size_t>> tensors_; // subgraph and tensor
};

// The operator of the main graph, or of one that it calls, that runs at a time.
trace::Position operatorAt(const profile::ModelInfo& model, std::int32_t time) {
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model.subgraphs[s].operators.size(); ++i)
      if (model.subgraphs[s].operators[i].time == time)
        return {.subgraph = static_cast<std::int32_t>(s),
                .op = static_cast<std::int32_t>(i),
                .phase = trace::Phase::kFinish};
  return {.subgraph = -1, .op = -1, .phase = trace::Phase::kFinish};
}

void addPlan(profile::RunTrace& trace, const image::ImageResult& result, std::uint32_t start,
             const profile::ModelInfo& model) {
  std::vector<image::PlannedRecord> planned = result.planned;
  image::countFromInputs(planned, model);
  const auto base = static_cast<std::uint32_t>(tflm::alignedUp(std::int64_t{start}, tflm::kBufferAlignment));
  for (std::size_t i = 0; i < planned.size() && i < result.placed.size(); ++i) {
    Event event{.kind = EventKind::kPlannedBuffer,
                .position = {.phase = trace::Phase::kFinish},
                .index = planned[i].index,
                .first = planned[i].first,
                .last = planned[i].last,
                .offline = planned[i].offlineOffset,
                .bytes = planned[i].bytes,
                .offset = result.placed[i] - base,
                .address = result.placed[i]};
    if (static_cast<std::size_t>(planned[i].index) >= model.tensorCount())
      event.position = operatorAt(model, planned[i].first);
    trace.planned.push_back(event);
  }
}

} // namespace

ImageRunner::ImageRunner(const image::ImageFile& image, const LoadedModel& model, const Target& target,
                         const image::BootOptions& boot)
    : image_(image), model_(model), target_(target), boot_(boot), cycles_(target.makeModel()),
      machine_(image, target.cpu, *cycles_, model.file, model.info) {}

profile::RunTrace ImageRunner::run(const LoadedModel& model, const RunOptions& options, RunControl& control) {
  TensorMemory memory(machine_, model.info);
  Collector collector(model, options, control, memory);
  image::ImageRequest request{.boot = boot_,
                              .invoke = options.interpreter.invoke != 0,
                              .inputs = options.inputs,
                              .others = {},
                              .maxInstructions = options.limits.instructions,
                              .flash = options.flash};
  if (options.arenaBytes != 0) {
    // The start stays aligned, wherever the end is.
    const auto end = static_cast<std::int64_t>(findings_.arenaAddress + findings_.arenaBytes);
    const std::int64_t begin =
        tflm::alignedDown(end - static_cast<std::int64_t>(options.arenaBytes), tflm::kBufferAlignment);
    request.arenaGrowth = static_cast<std::int64_t>(findings_.arenaAddress) - begin;
  }
  const profile::SubgraphInfo& main = model.info.subgraphs.front();
  for (std::size_t i = 0; i < main.inputs.size(); ++i) {
    const profile::TensorInfo& tensor = main.tensors[main.inputs[i].position()];
    request.others.push_back(tensor.constantBytes > 0
                                 ? std::vector<std::uint8_t>()
                                 : inputPattern(static_cast<std::uint32_t>(i), tensor.type, tensor.bytes));
  }
  bool placed = false;
  const image::ImageResult result = machine_.run(
      request,
      [&](const trace::Position& position, int depth, const profile::Cost& cost,
          std::vector<profile::FunctionCost> functions) {
        // Inputs are read after the first operator: they are its own until then.
        if (!placed) {
          memory.place(collector, model.info);
          collector.readInputs();
          placed = true;
        }
        collector.onOperator(position, depth, cost, std::move(functions));
      },
      control.cancelled);
  findings_ = {.found = result.found,
               .allocated = result.allocated,
               .exact = result.seen.exact,
               .calledByHost = result.calledByHost,
               .invokeSeen = result.invokeSeen,
               .arenaAddress = result.arenaAddress,
               .arenaBytes = result.arenaBytes,
               .console = result.console,
               .polled = result.polled,
               .failure = result.failure};
  profile::RunTrace& trace = collector.trace();
  trace.arenaBytes = result.arenaBytes;
  trace.allocations = result.seen.allocations;
  trace.lost = result.seen.lost;
  trace.use = result.use;
  trace.invoke = result.invokeSeen || !result.calledByHost ? result.invoke : trace.kernels;
  trace.interpreterFunctions = result.invokeFunctions;
  trace.stack = result.stack;
  const auto start = static_cast<std::uint32_t>(result.arenaAddress - request.arenaGrowth);
  addPlan(trace, result, start, model.info);
  const bool succeeded = result.allocated && (result.invoked || !request.invoke);
  collector.finish(succeeded, result.allocated ? Stage::kInvoke : Stage::kAllocate, result.failure);
  return collector.take();
}

} // namespace arenascope::session
