#include "emulator/runners/image_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/interpreter/ops/operator_codes.h"
#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/tflm/arena_rules.h"
#include "emulator/engine/collector.h"
#include "emulator/engine/input_pattern.h"
#include "emulator/runners/image_memory.h"
#include "emulator/runners/program_identity.h"

namespace arenascope::runners {

using trace::Event;
using trace::EventKind;

namespace {

constexpr std::uint32_t kGapBytes = 4096; // behind each buffer of a run that is watched

// Tensors by their numbers, for the collector: an address here is such a number.
class TensorMemory final : public engine::TargetMemory {
public:
  TensorMemory(client::RemoteImageMachine& machine, const model::ModelInfo& model) : machine_(machine) {
    for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
      for (std::size_t i = 0; i < model.subgraphs[s].tensors.size(); ++i) tensors_.emplace_back(s, i);
  }

  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    const auto& [subgraph, tensor] = tensors_[address];
    const std::span<std::uint8_t> memory = machine_.tensor(subgraph, tensor);
    return memory.size() == bytes ? memory : std::span<std::uint8_t>();
  }
  void place(engine::Collector& collector, const model::ModelInfo& model) const {
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
  client::RemoteImageMachine& machine_;
  std::vector<std::pair<std::size_t, std::size_t>> tensors_; // subgraph and tensor
};

// What an interpreter printed, as one line.
std::string withoutLineEnds(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  std::string line;
  for (const char c : text) line += c == '\n' ? "; " : c == '\r' ? "" : std::string(1, c);
  return line;
}

// The operator of the main graph, or of one that it calls, that runs at a time.
trace::Position operatorAt(const model::ModelInfo& model, std::int32_t time) {
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model.subgraphs[s].operators.size(); ++i)
      if (model.subgraphs[s].operators[i].time == time)
        return {.subgraph = static_cast<std::int32_t>(s),
                .op = static_cast<std::int32_t>(i),
                .phase = trace::Phase::kFinish};
  return {.subgraph = -1, .op = -1, .phase = trace::Phase::kFinish};
}

std::vector<Event> planOf(const protocol::ImageResult& result, std::uint32_t start, const model::ModelInfo& model) {
  std::vector<Event> events;
  const std::vector<protocol::PlannedRecord>& planned = result.planned;
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
    events.push_back(event);
  }
  return events;
}

std::vector<std::string> namesOf(const std::vector<std::int32_t>& builtinCodes) {
  std::vector<std::string> names;
  for (const std::int32_t code : builtinCodes)
    names.emplace_back(code == ops::kCustomCode ? "custom" : ops::nameOf(code));
  return names;
}

ImageFindings findingsOf(const protocol::ImageResult& result) {
  return {.found = result.found,
          .allocated = result.allocated,
          .exact = result.seen.exact,
          .planSeen = result.planSeen,
          .calledByHost = result.calledByHost,
          .usedSecondCore = result.usedSecondCore,
          .arenaAddress = result.arenaAddress,
          .arenaBytes = result.arenaBytes,
          .constructed = result.constructed,
          .otherArenas = result.otherArenas,
          .console = result.console,
          .unusedOperators = namesOf(result.unusedOperators),
          .polled = result.polled,
          .foreign = {},
          .lacksKernel = result.unregistered >= 0,
          .deepestStack = 0,
          .failure = result.failure};
}

std::vector<std::uint8_t> operatorsOf(const model::ModelInfo& model) {
  std::vector<std::uint8_t> needed(std::size(ops::kOperators));
  for (const std::string& name : model.operatorNames())
    if (const ops::Operator* op = ops::findOperator(name)) needed[static_cast<std::size_t>(op - ops::kOperators)] = 1;
  return needed;
}

std::vector<std::vector<std::uint8_t>> patterns(const model::SubgraphInfo& main) {
  std::vector<std::vector<std::uint8_t>> bytes;
  for (std::size_t i = 0; i < main.inputs.size(); ++i) {
    const model::TensorInfo& tensor = main.tensors[main.inputs[i].position()];
    bytes.push_back(tensor.constantBytes > 0
                        ? std::vector<std::uint8_t>()
                        : engine::inputPattern(static_cast<std::uint32_t>(i), tensor.type, tensor.bytes));
  }
  return bytes;
}

} // namespace

ImageRunner::ImageRunner(std::shared_ptr<const protocol::ImageFile> image, const engine::Target& target,
                         protocol::BootOptions boot)
    : image_(std::move(image)), target_(target), boot_(std::move(boot)) {}

ImageRunner::ImageRunner(std::shared_ptr<const protocol::ImageFile> image, const engine::Target& target,
                         std::shared_ptr<const elf::FlashUsage> usage)
    : ImageRunner(std::move(image), target, protocol::BootOptions()) {
  harness_ = true;
  usage_ = std::move(usage);
}

std::string ImageRunner::identity() const {
  return identityWith(client::identityOf(client::unicornWorker()), target_.name + " " + image_->image.hash());
}

std::optional<report::FlashReport> ImageRunner::flash(const std::vector<std::string>& operators) const {
  return usage_ == nullptr ? std::nullopt : std::optional(usage_->reportFor(operators));
}

bool ImageRunner::hasKernel(const std::string& name) const { return ops::findOperator(name) != nullptr; }

protocol::ImageRequest ImageRunner::request(const engine::LoadedModel& model, const engine::RunOptions& options) const {
  protocol::ImageRequest request;
  request.boot = boot_;
  request.invoke = options.interpreter.invoke != 0;
  request.inputs = options.inputs;
  request.others = patterns(model.info.subgraphs.front());
  request.maxInstructions = options.limits.instructions;
  request.flash = options.flash;
  request.ram = options.ram;
  if (replacesModel_) request.otherModel = model.file.bytes();
  if (harness_) {
    request.harness = protocol::HarnessRun{.model = model.file.bytes(),
                                           .arenaBytes = options.arenaBytes,
                                           .arenaMisalignment = options.arenaMisalignment,
                                           .resourceVariables = options.interpreter.resourceVariables,
                                           .linearPlanner = options.interpreter.linearPlanner != 0,
                                           .operators = operatorsOf(model.info)};
    request.inputs.resize(request.others.size());
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
      if (request.inputs[i].empty()) request.inputs[i] = request.others[i];
  } else if (options.arenaBytes != 0) {
    // The start stays aligned, wherever the end is.
    const auto end = static_cast<std::int64_t>(findings_.arenaAddress + findings_.arenaBytes);
    const std::int64_t begin =
        tflm::alignedDown(end - static_cast<std::int64_t>(options.arenaBytes), tflm::kBufferAlignment);
    request.arenaGrowth = static_cast<std::int64_t>(findings_.arenaAddress) - begin;
  }
  return request;
}

// A separate run, since reading the stack pointer at every block takes long.
std::optional<run::StackUse> ImageRunner::stackOf(protocol::ImageRequest request, const engine::RunControl& control) {
  request.measureStack = true;
  request.distances = false;
  const protocol::ImageResult measured = machine_->run(
      request, [](auto&&...) {}, control.cancelled);
  findings_.deepestStack = measured.deepestStack;
  const std::optional<run::StackUse>& stack = measured.stack;
  return stack && stack->most() > 0 ? stack : std::nullopt;
}

// Where the arena is the harness's, its buffers get gaps, so that a kernel that leaves one does not end up in another
// of its own. An application's arena stays as it is.
void ImageRunner::watch(protocol::ImageRequest request, const protocol::ImageResult& result,
                        const engine::RunControl& control, run::RunTrace& trace) {
  request.distances = false;
  const auto nothing = [](auto&&...) {};
  protocol::ImageResult inGaps;
  if (harness_) {
    request.gapBytes = kGapBytes;
    request.harness->arenaBytes += kGapBytes * (result.planned.size() + 1);
    request.invoke = false;
    inGaps = machine_->run(request, nothing, control.cancelled);
    request.invoke = true;
  }
  const protocol::ImageResult& laidOut = harness_ ? inGaps : result;
  if (control.cancelled) return;
  const auto fail = [&](const std::string& why) {
    trace.error = Error{Stage::kFirmware, "accesses cannot be checked: " + why};
    trace.invoked = false;
  };
  if (!laidOut.allocated) return fail(laidOut.failure);
  if (!laidOut.planSeen)
    return fail("the planner's input was not seen in this image, so the owner of each scratch buffer is unknown; run "
                "it without --guard");
  const auto begin = static_cast<std::uint32_t>(laidOut.arenaAddress - request.arenaGrowth);
  const ImageMemory memory(model_.info, begin, laidOut.arenaAddress + laidOut.arenaBytes, laidOut.seen.allocations,
                           planOf(laidOut, begin, model_.info), [this](std::size_t subgraph, std::size_t tensor) {
                             return machine_->tensorAddress(subgraph, tensor);
                           });
  request.guard = memory.guard();
  const protocol::ImageResult watched = machine_->run(request, nothing, control.cancelled);
  trace.guardedAccesses = watched.guardedAccesses;
  findings_.foreign = memory.describe(watched.foreign, !harness_, [this](std::uint32_t address) {
    const std::string function = image_->image.functionAt(address);
    return fmt::format("0x{:08X}{}", address, function.empty() ? "" : " in " + function);
  });
  if (findings_.foreign.empty() && !watched.invoked && !trace.error) return fail(watched.failure);
  if (findings_.foreign.empty()) return;
  const ForeignUse& first = findings_.foreign.front();
  trace.error = Error{
      .stage = Stage::kEmulate, .message = first.text, .subgraph = first.position.subgraph, .op = first.position.op};
  trace.invoked = false;
}

run::RunTrace ImageRunner::run(const engine::LoadedModel& model, const engine::RunOptions& options,
                               engine::RunControl& control) {
  if (machine_ == nullptr || model_.file.bytes().data() != model.file.bytes().data()) {
    model_ = model;
    machine_ =
        std::make_unique<client::RemoteImageMachine>(client::unicornWorker(), *image_, target_.image(), model_.info);
  }
  TensorMemory memory(*machine_, model.info);
  engine::Collector collector(model, options, control, memory);
  protocol::ImageRequest request = this->request(model, options);
  request.distances = options.distances;
  bool placed = false;
  const auto place = [&] {
    if (std::exchange(placed, true)) return;
    memory.place(collector, model.info);
    collector.readInputs();
  };
  protocol::ImageResult result = machine_->run(
      request,
      [&](const trace::Position& position, int depth, const run::Cost& cost, std::vector<run::FunctionCost> functions) {
        // Inputs are read after the first operator: they are its own until then.
        place();
        collector.onOperator(position, depth, cost, std::move(functions));
      },
      control.cancelled);
  if (result.invoked) place(); // of a model without operators
  findings_ = findingsOf(result);
  run::RunTrace& trace = collector.trace();
  trace.arenaBytes = result.arenaBytes;
  trace.distances = std::move(result.distances);
  trace.allocations = result.seen.allocations;
  trace.lost = result.seen.lost;
  trace.use = result.use;
  trace.invoke = result.invokeSeen || !result.calledByHost ? result.invoke : trace.kernels;
  trace.interpreterFunctions = result.invokeFunctions;
  const auto start = static_cast<std::uint32_t>(result.arenaAddress - request.arenaGrowth);
  trace.planned = planOf(result, start, model.info);
  const bool succeeded = result.allocated && (result.invoked || !request.invoke);
  std::string message = result.failure;
  if (harness_ && !succeeded && !result.console.empty()) message = withoutLineEnds(result.console);
  if (message.empty()) message = "the interpreter's AllocateTensors() failed";
  if (result.unregistered >= 0)
    message = fmt::format("the library has no kernel for {}", ops::kOperators[result.unregistered].name());
  if (harness_ && !result.allocated && result.unregistered < 0 && !trace.lost)
    trace.lost = Event{.kind = EventKind::kRegionLost};
  collector.finish(succeeded, result.allocated ? Stage::kInvoke : Stage::kAllocate, message);
  run::RunTrace finished = collector.take();
  if (options.guard && request.invoke && result.allocated) watch(request, result, control, finished);
  if (result.invoked && measuresStack_ && (harness_ || options.arenaBytes == 0))
    finished.stack = stackOf(request, control);
  return finished;
}

} // namespace arenascope::runners
