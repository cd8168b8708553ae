#include "emulator/runners/emulated_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/base/log.h"
#include "core/interpreter/ops/operator_table.h"
#include "core/report/operator_memory.h"
#include "emulator/engine/collector.h"
#include "emulator/runners/program_identity.h"

namespace arenascope::runners {

using firmware::Outcome;

namespace {

class MachineMemory final : public engine::TargetMemory {
public:
  explicit MachineMemory(client::RemoteMachine& machine) : machine_(machine) {}
  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    return machine_.memory(address, bytes);
  }

private:
  client::RemoteMachine& machine_;
};

Stage stageAt(Outcome outcome, bool allocated) {
  if (outcome == Outcome::kCreateFailed) return Stage::kCreate;
  return allocated ? Stage::kInvoke : Stage::kAllocate;
}

std::string describeAccess(const model::ModelInfo& model, const report::OperatorMemory& memory,
                           const protocol::Access& access) {
  const auto& operators = model.subgraphs[static_cast<std::size_t>(access.position.subgraph)].operators;
  return fmt::format("operator {} ({}) {}{} bytes outside its own buffers: {}", report::operatorPlace(access.position),
                     operators[static_cast<std::size_t>(access.position.op)].name, access.write ? "writes " : "reads ",
                     access.bytes, memory.describe(access.address));
}

// Of our own kernels, those that are not as the real ones in this, or not as all real ones.
void keepApart(const model::SubgraphInfo& graph, std::vector<run::SafeDistance>& distances) {
  for (run::SafeDistance& distance : distances) {
    const ops::Operator* op = ops::findOperator(graph.operators[distance.op.position()].name);
    if (op == nullptr || !op->is(ops::kOtherOrder | ops::kCopies)) continue;
    const auto outputBytes = static_cast<std::int64_t>(graph.tensors[distance.output.position()].bytes);
    const auto inputBytes = static_cast<std::int64_t>(graph.tensors[distance.input.position()].bytes);
    constexpr std::int64_t kReadAhead = 64; // bytes: as much as a memcpy() has in registers at most
    const std::int64_t more = op->is(ops::kOtherOrder) ? outputBytes + inputBytes : kReadAhead;
    distance.below = std::max(distance.below - more, -outputBytes);
    distance.above = std::min(distance.above + more, inputBytes);
  }
}

// In flash, with what lies there of the program.
std::vector<cpu::AddressRange> codeRangesOf(const engine::PlacedPart& part, const protocol::FirmwareImage& image) {
  std::vector<cpu::AddressRange> ranges;
  if (part.allCode)
    for (const protocol::FirmwareImage::Segment& segment : image.segments())
      if (segment.address == segment.loadAddress)
        ranges.push_back({segment.address, segment.address + static_cast<std::uint32_t>(segment.bytes.size())});
  if (part.functions.empty()) return ranges;
  const std::set<std::string> names(part.functions.begin(), part.functions.end());
  for (const auto& [address, function] : image.info().functions)
    if (names.contains(function.name)) ranges.push_back({address, address + function.size});
  return ranges;
}

// Ranges of the parts, rising; where two have the same bytes, they are the later one's.
std::vector<cpu::PlacedRange> placedRanges(const std::vector<engine::PlacedPart>& parts,
                                           const protocol::FirmwareImage& image, std::uint32_t modelBase) {
  std::map<std::uint32_t, cpu::PlacedRange> ranges; // by begin
  const auto cutAt = [&](std::uint32_t address) {   // so that none reaches across
    const auto after = ranges.lower_bound(address);
    if (after == ranges.begin() || std::prev(after)->second.at.end <= address) return;
    cpu::PlacedRange upper = std::prev(after)->second;
    std::prev(after)->second.at.end = address;
    upper.at.begin = address;
    ranges.emplace(address, upper);
  };
  const auto add = [&](cpu::AddressRange at, std::uint32_t part) {
    if (at.begin >= at.end) return;
    cutAt(at.begin);
    cutAt(at.end);
    ranges.erase(ranges.lower_bound(at.begin), ranges.lower_bound(at.end));
    const auto& memory = parts[part].memory;
    ranges.emplace(at.begin,
                   cpu::PlacedRange{
                       .at = at, .memory = memory.value_or(cpu::RamTiming()), .part = part, .inRam = memory ? 1U : 0U});
  };
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    for (const cpu::AddressRange& at : codeRangesOf(parts[part], image)) add(at, part);
    for (const auto& [begin, end] : parts[part].constants) add({modelBase + begin, modelBase + end}, part);
  }
  std::vector<cpu::PlacedRange> rising;
  for (const auto& [begin, range] : ranges) rising.push_back(range);
  return rising;
}

// Has each range counted alone: functions of the same name, of which only some run, are apart. Returns their parts.
std::vector<std::uint32_t> countEach(std::vector<cpu::PlacedRange>& ranges) {
  std::vector<std::uint32_t> parts;
  for (cpu::PlacedRange& range : ranges) {
    parts.push_back(range.part);
    range.part = static_cast<std::uint32_t>(parts.size() - 1);
  }
  return parts;
}

std::vector<run::PlacedUse> usesOf(const std::vector<engine::PlacedPart>& placed,
                                   const std::vector<cpu::PlacedRange>& ranges,
                                   const std::vector<std::uint32_t>& partOf,
                                   const std::vector<std::uint64_t>& waitsOf) {
  std::vector<run::PlacedUse> uses(placed.size());
  for (const cpu::PlacedRange& range : ranges) {
    const std::uint32_t part = partOf[range.part];
    const std::uint64_t waits = range.part < waitsOf.size() ? waitsOf[range.part] : 0;
    uses[part].waits += waits;
    // A function of that name that nobody waits for in flash does not run, or costs nothing there.
    if (placed[part].functions.empty() || placed[part].memory || waits > 0)
      uses[part].bytes += range.at.end - range.at.begin;
  }
  return uses;
}

// A field that is not in it does not compile.
std::string textOf(const tflm::Variant& variant) {
  const auto& [date, espChip, espNn, shortEspConv, separateVariables, vectors, armCompiler, earlierCmsisNn] = variant;
  return fmt::format(" {} {} {} {} {} {} {} {}", date, static_cast<std::uint32_t>(espChip), espNn, shortEspConv,
                     separateVariables, vectors, armCompiler, earlierCmsisNn);
}

} // namespace

std::string EmulatedRunner::identity() const {
  const bool isItself = image_.variant == tflm::Variant{};
  return identityWith(client::identityOf(image_.firmware->kind()),
                      target_.name + " " + image_.firmware->hash() + (isItself ? "" : textOf(image_.variant)));
}

std::string EmulatedRunner::whyNoCycles() const {
  const tflm::Variant& variant = image_.variant;
  if (image_.decompresses)
    return "With decompression memory, memory and outputs are exact; cycles and flash are known without it only.";
  if (!image_.whyOtherCode.empty() && variant.date == 0 && variant.armCompiler == 0)
    return "The arena is that of " + target_.name + "; " + image_.whyOtherCode +
           ". There are no cycles and no flash figures; outputs are those of the portable kernels.";
  if (!target_.hasCycles)
    return "The arena is that of " + target_.name +
           ", in its memory layout. Its processor is not emulated, so there are no cycles and no flash figures; "
           "outputs are those of the portable kernels.";
  if (variant.armCompiler != 0)
    return "For CMSIS-NN built by Arm's compiler only the memory is known, not the code: choose cmsis-nn for cycles.";
  if (variant.date != 0)
    return "For other revisions only the memory is known, not the code: outputs are those of the current kernels, and "
           "there are no cycles, stack or flash figures.";
  return {};
}

std::string EmulatedRunner::unwatched() const {
  const tflm::Variant& variant = image_.variant;
  if (variant.armCompiler != 0) return "CMSIS-NN built by Arm's compiler";
  if (variant.date != 0) return "the kernels of another revision of TFLM";
  if (variant.espNn != 0 && variant.espChip != tflm::EspChip::kGeneric)
    return "esp-nn's code for the vector instructions of " + target_.name;
  if (variant.vectors != 0) return "CMSIS-NN's code for the vector instructions of " + target_.name;
  return {};
}

std::string EmulatedRunner::compiler() const {
  const protocol::FirmwareImage& image = image_.firmware->image();
  const auto address = image.symbol("arenascope_compiler");
  return address ? image.text(*address) : "";
}

bool EmulatedRunner::hasKernel(const std::string& name) const {
  return engine::Runner::hasKernel(name) && engine::isInRevision(image_.variant, name);
}

std::optional<report::FlashReport> EmulatedRunner::flash(const std::vector<std::string>& operators) const {
  if (!hasCycles() || image_.configurable) return std::nullopt;
  const Result<elf::FlashUsage>& usage = image_.firmware->usage();
  if (usage) return usage->reportFor(operators);
  log::warning("flash figures are missing: " + usage.error().message);
  return std::nullopt;
}

run::RunTrace EmulatedRunner::run(const engine::LoadedModel& model, const engine::RunOptions& options,
                                  engine::RunControl& control) {
  if (machine_ == nullptr) machine_ = image_.firmware->lease();
  MachineMemory memory(*machine_);
  engine::Collector collector(model, options, control, memory);
  protocol::MachineRequest request;
  request.model = model.file.bytes();
  request.arenaBytes = options.arenaBytes;
  request.decompressionBytes = options.decompressionBytes;
  request.maxInstructions = options.limits.instructions;
  request.arenaMisalignment = options.arenaMisalignment;
  request.flash = options.flash;
  request.arena = options.arena;
  request.ram = options.ram;
  request.placed = placedRanges(options.placed, image_.firmware->image(), image_.firmware->kind().modelBase);
  const std::vector<std::uint32_t> partOf = countEach(request.placed);
  request.guard = options.guard;
  const std::uint32_t arenaBase = image_.firmware->kind().arenaBase;
  report::OperatorMemory operatorMemory(model.info, arenaBase + options.arenaMisalignment, options.arenaBytes);
  if (options.distances) request.distancesOf = {std::shared_ptr<void>(), &model.info}; // which is the caller's
  request.mailbox.settings = options.interpreter;
  request.variant = image_.variant;
  collector.decompressIn(protocol::decompressionAddress(request, arenaBase));
  const protocol::MachineEvents events{
      .onEvent =
          [&](const trace::Event& event) {
            if (options.guard) operatorMemory.onEvent(event);
            collector.onEvent(event);
          },
      .onOperator =
          [&](const trace::Position& position, int depth, const run::Cost& cost,
              std::vector<run::FunctionCost> functions) {
            collector.onOperator(position, depth, cost, std::move(functions));
          },
      .allowedMemory =
          [&](const trace::Position& position) { return operatorMemory.of(position.subgraph, position.op); },
      .describeAccess =
          [&](const protocol::Access& access) { return describeAccess(model.info, operatorMemory, access); }};
  protocol::MachineResult result = machine_->run(request, model.info, events, control.cancelled);
  if (!result.failure.empty()) log::info([&] { return "emulator: " + result.failure; });
  log::debug([&] { return fmt::format("emulated {} instructions", result.total.instructions); });
  collector.trace().invoke = result.invoke;
  collector.trace().interpreterFunctions = result.invokeFunctions;
  if (hasCycles()) collector.trace().stack = result.stack;
  if (options.guard) collector.trace().guardedAccesses = result.guardedAccesses;
  collector.trace().distances = std::move(result.distances);
  keepApart(model.info.subgraphs.front(), collector.trace().distances);
  collector.trace().placed = usesOf(options.placed, request.placed, partOf, result.placedWaits);
  collector.trace().stoppedEarly = result.outcome == Outcome::kStoppedEarly;
  const bool succeeded =
      result.failure.empty() && (result.outcome == Outcome::kDone || result.outcome == Outcome::kStoppedEarly);
  const bool allocated = collector.trace().use.has_value();
  const Stage stage = result.failure.empty() ? stageAt(result.outcome, allocated) : Stage::kEmulate;
  collector.finish(succeeded, stage, result.failure);
  return collector.take();
}

} // namespace arenascope::runners
