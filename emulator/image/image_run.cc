#include "emulator/image/image_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/interpreter/tflm/arena_rules.h"

namespace arenascope::image {

using instrumentation::Block;

namespace {

// Instructions after which a firmware without an interpreter is assumed never to construct one, and a firmware with a
// complete arena to wait for something.
constexpr std::uint64_t kBootInstructions = 400'000'000;
constexpr std::uint64_t kReadyInstructions = 20'000'000;
constexpr std::uint64_t kEndlessLoop = 20'000'000; // consecutive executions of one block
constexpr std::uint64_t kEndlessBranch = 1000;     // the same for a branch to itself
constexpr std::uint16_t kBranchToItself = 0xE7FE;
constexpr std::uint32_t kNowhere = 0xFFFFFFFE; // an address that is never executed
constexpr std::uint32_t kAllocationInfo = 24;  // of TFLM: bytes, offset, first, last, offline offset, needs placement
constexpr std::uint32_t kSmallestStep = tflm::kBufferAlignment;

} // namespace

ImageMachine::Run::Run(const ImageMachine& owner, unicorn::Engine& engine, const protocol::ImageRequest& request,
                       const protocol::OnOperator& onOperator, const protocol::IsCancelled& isCancelled)
    : EngineRun(engine, *owner.processor_.architecture, owner.image_.image, *owner.blocks_, request.flash,
                cpu::RamAccesses(request.ram, std::nullopt, {}), {}, request.maxInstructions, isCancelled),
      owner_(owner), request_(request), onOperator_(onOperator),
      guest_([this](std::uint32_t address, std::uint64_t bytes) { return memory(address, bytes); }),
      peripherals_(request.boot.registers, [this] { return cost().cycles; }), allocator_(guest_), others_(guest_),
      graph_(guest_, owner.info_) {
  if (request.distances) profiler_.emplace(owner.info_);
  blocks_.readElsewhere([this](std::uint32_t address, std::uint32_t bytes) { return guest_.at(address, bytes); });
}

ImageMachine::Run::~Run() { blocks_.readElsewhere({}); }

void ImageMachine::Run::note(std::uint32_t address, bool Entry::*what) {
  if (address == 0) return;
  entries_[address].*what = true;
  blocks_.mark(address, instrumentation::kMarkKernelCall);
}

void ImageMachine::Run::markSymbols() {
  for (const std::uint32_t address : image_.functionsNamed("tflite::MicroInterpreter::Invoke("))
    note(address, &Entry::interpreterInvoke);
  for (const std::uint32_t address : image_.functionsNamed("tflite::MicroInterpreter::AllocateTensors("))
    note(address, &Entry::allocateTensors);
  for (const std::uint32_t address : image_.functionsNamed("tflite::MicroInterpreter::MicroInterpreter("))
    note(address, &Entry::constructor);
  if (const auto log = image_.symbol("DebugLog")) note(*log, &Entry::debugLog);
  for (const char* name : {"arenascope_refused", "arenascope_done"})
    if (const auto end = image_.symbol(name); end && request_.harness) note(*end, &Entry::ends);
  for (const auto& [name, value] : request_.boot.skipped) {
    const auto address = image_.symbol(name);
    if (!address) continue;
    entries_[*address].skipped = value;
    blocks_.mark(*address, instrumentation::kMarkKernelCall);
  }
}

protocol::ImageResult ImageMachine::Run::execute() {
  if (result_.failure = setUp(); !result_.failure.empty()) return std::move(result_);
  std::uint32_t entry = owner_.image_.entry();
  if (!request_.boot.entry.empty()) {
    const auto chosen = image_.symbol(request_.boot.entry);
    if (!chosen) {
      result_.failure = "the image has no function " + request_.boot.entry;
      return std::move(result_);
    }
    entry = *chosen;
  }
  runOn(entry & ~1U, kNowhere);
  if (watching_ && !isCancelled_() && request_.invoke && graph_.found()) callKernels();
  finish();
  return std::move(result_);
}

// The application waits forever: calls the kernels as the interpreter would, in the order of the main graph.
void ImageMachine::Run::callKernels() {
  if (!result_.allocated) endAllocation(planRead_);
  if (!result_.allocated || (context_ == 0 && !graph_.nodes().front().empty())) return;
  const std::string waiting = std::move(failure_);
  failure_.clear();
  result_.calledByHost = true;
  fillInputs(request_.others);
  const std::uint32_t back = owner_.image_.flashBase;
  for (const Node& node : graph_.nodes().front()) {
    const std::uint32_t returns = back | architecture_.format->pointerTag;
    uc_reg_write(engine_, architecture_.returnAddress, &returns);
    uc_reg_write(engine_, architecture_.arguments[0], &context_);
    uc_reg_write(engine_, architecture_.arguments[1], &node.address);
    runOn(node.invoke, back);
    if (!failure_.empty()) break;
    leaveCall(back);
  }
  result_.invoked = failure_.empty();
  if (failure_.empty()) failure_ = waiting;
}

void ImageMachine::Run::finish() {
  if (!result_.allocated) endAllocation(false);
  if (allocator_.found()) {
    allocator_.look(place());
    result_.seen = reconstruct(allocator_.steps(), allocator_.start(), allocator_.end(), owner_.info_,
                               graph_.nodeBytes(), allocatedSteps_);
  }
  if (request_.harness) readHarness();
  result_.found = graph_.found();
  result_.planSeen = planRead_;
  result_.console = peripherals_.console();
  result_.polled = peripherals_.polled();
  result_.constructed = passed_;
  result_.usedSecondCore = usedSecondCore_;
  if (request_.measureStack) result_.stack = stackUse_;
  result_.deepestStack = deepestStack_;
  if (profiler_) result_.distances = profiler_->take();
  result_.foreign = foreign_.take();
  countFromInputs(result_.planned, owner_.info_);
  if (!result_.invoked) result_.failure = failure_;
}

Place ImageMachine::Run::place() const {
  return {.phase = phase_, .subgraph = position_.subgraph, .op = position_.op, .inside = inside_};
}

void ImageMachine::Run::onWrite(uc_engine* /*engine*/, uc_mem_type /*type*/, std::uint64_t address, int size,
                                std::int64_t value, void* user) {
  if (size != 4) return;
  Run& run = *static_cast<Run*>(user);
  if (!run.allocator_.found())
    run.allocator_.onWrite(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(value));
  run.others_.onWrite(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(value));
}

void ImageMachine::Run::onWatchedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.pause_ != Pause::kNone || !run.beforeBlock(static_cast<std::uint32_t>(address))) return;
  if (run.request_.measureStack) run.readStack(static_cast<std::uint32_t>(address), size);
  if (run.hasMemoryWaitStates())
    onFetchedBlock(engine, address, size, user);
  else
    onBlock(engine, address, size, user);
}

bool ImageMachine::Run::sectionsChanged() {
  if (std::memcmp(sections_.data(), seenSections_.data(), seenSections_.size()) == 0) return false;
  std::memcpy(seenSections_.data(), sections_.data(), seenSections_.size());
  return true;
}

bool ImageMachine::Run::beforeBlock(std::uint32_t address) {
  if (takesException(address)) return false;
  if (singleCycle_.takeWaits() && hasOtherCore()) {
    pause(Pause::kOtherCore, address);
    return false;
  }
  repeats_ = address == last_ ? repeats_ + 1 : 0;
  last_ = address;
  if (repeats_ > kEndlessBranch && !tickRuns_) {
    if (guest_.half(address) == kBranchToItself || repeats_ > kEndlessLoop)
      stop("the firmware is in an endless loop at " + describe(address));
  }
  if (!watching_) return true;
  if (!allocator_.found()) {
    if (!allocator_.find()) return true;
    if (++passed_ < request_.boot.interpreter)
      allocator_.passOver();
    else
      onFound();
    return true;
  }
  lookForOthers();
  if (sectionsChanged()) onAllocation();
  if (graph_.found() || !graph_.find()) return true;
  for (const auto& nodes : graph_.nodes())
    for (const Node& node : nodes) {
      note(node.init, &Entry::init);
      note(node.prepare, &Entry::prepare);
      note(node.invoke, &Entry::kernel);
    }
  result_.unusedOperators = graph_.unusedOperators();
  return true;
}

void ImageMachine::Run::onAllocation() {
  allocator_.look(place());
  const std::vector<AllocationStep>& steps = allocator_.steps();
  for (; seenSteps_ < steps.size(); ++seenSteps_) {
    const AllocationStep& step = steps[seenSteps_];
    if (step.before == step.after) continue;
    changed_ = cost().instructions;
    if (step.after.tail != step.before.tail) graph_.onPersistentBlock(step.after.tail, step.before.tail);
    // The planner gets all remaining memory.
    if (graph_.found() && step.after.temp > step.before.temp && step.after.tail - step.after.temp < kSmallestStep)
      readPlan();
  }
}

void ImageMachine::Run::lookForOthers() {
  if (!others_.find()) return;
  if (others_.object() != allocator_.object()) result_.otherArenas.push_back(others_.end() - others_.start());
  others_.passOver();
}

void ImageMachine::Run::onFound() {
  changed_ = cost().instructions;
  result_.arenaAddress = allocator_.start();
  result_.arenaBytes = allocator_.end() - allocator_.start();
  sections_ = memory(allocator_.object() + 2 * kWord, seenSections_.size());
  for (const std::uint32_t function : allocator_.functions()) note(function, &Entry::allocator);
  if (request_.arenaGrowth == 0) return;
  const auto start = static_cast<std::uint32_t>(allocator_.start() - request_.arenaGrowth);
  const std::uint32_t object = allocator_.object();
  for (const std::uint32_t word : {0U, 2U, 4U})
    if (word < 4 || allocator_.hasTemp())
      std::memcpy(memory(object + 4 * word, sizeof(start)).data(), &start, sizeof(start));
  allocator_.moveStart(start);
}

bool ImageMachine::Run::onMarked(Block& block, std::uint32_t address) {
  if ((block.marks & instrumentation::kMarkReturn) != 0) leaveCall(address);
  if (pause_ != Pause::kNone) return false;
  if ((block.marks & instrumentation::kMarkOperands) != 0 && !hookedBlocks_.contains(address)) {
    hookTimed(block, address);
    return false;
  }
  timedBlock_ = &block;
  const auto found = entries_.find(address);
  return found == entries_.end() || onEntry(found->second, address);
}

// Set before the block's first execution; drops what the engine has translated already.
void ImageMachine::Run::hookTimed(Block& block, std::uint32_t address) {
  hookedBlocks_.insert(address);
  for (const cpu::TimedInstruction& timed : architecture_.findTimed(memory(address, block.key), address)) {
    timed_[timed.address] = timed;
    addHook(UC_HOOK_CODE, reinterpret_cast<void*>(&Run::onTimed), timed.address, timed.address);
  }
  uc_ctl_remove_cache(engine_, address, address + block.key);
  pause(Pause::kAgain, address);
}

void ImageMachine::Run::onTimed(uc_engine* /*engine*/, std::uint64_t address, std::uint32_t /*size*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  const auto found = run.timed_.find(static_cast<std::uint32_t>(address));
  if (found == run.timed_.end() || run.timedBlock_ == nullptr) return;
  const auto& [first, second] = found->second.operands;
  run.spend(*run.timedBlock_,
            run.architecture_.timedCycles(found->second, run.readRegister(first), run.readRegister(second)));
}

bool ImageMachine::Run::onEntry(const Entry& entry, std::uint32_t address) {
  if (entry.skipped) {
    uc_reg_write(engine_, architecture_.arguments[0], &*entry.skipped);
    pause(Pause::kJump, architecture_.addressOf(readRegister(architecture_.returnAddress)));
    return false;
  }
  if (entry.allocator && watching_ && allocator_.found()) {
    AllocatorCall call{.function = address};
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      call.arguments[i] = readRegister(architecture_.arguments[i]);
    allocator_.onCall(call, place());
  }
  if (entry.init || entry.prepare) onInterpreterFunction(entry, address);
  if (entry.allocateTensors && allocator_.found() && watching_) {
    inOtherTask_ = false;
    pushFrame(frameOf(Call::kAllocate, address));
  }
  if (entry.interpreterInvoke && graph_.found() && !invokeEntered_) {
    drainFunctions();
    invokeEntered_ = true;
    inOtherTask_ = false;
    if (watching_ && graph_.nodes().front().empty()) beginInference(); // otherwise at the first operator
    if (pause_ != Pause::kNone) return false;
    pushFrame(frameOf(Call::kInvoke, address));
  }
  if (entry.kernel) onKernel(address);
  if (entry.debugLog)
    peripherals_.log(formatted(readRegister(architecture_.arguments[0]), readRegister(architecture_.arguments[1])));
  if (entry.ends) pause(Pause::kDone);
  if (entry.constructor && !request_.otherModel.empty()) replaceModel();
  return pause_ == Pause::kNone;
}

void ImageMachine::Run::onInterpreterFunction(const Entry& entry, std::uint32_t address) {
  if (!watching_) return;
  const std::uint32_t second = readRegister(architecture_.arguments[1]);
  std::optional<trace::Position> position;
  if (entry.prepare) position = graph_.at(second);
  const bool prepares = position && graph_.node(*position).prepare == address;
  if (prepares) {
    phase_ = RunPhase::kPrepare;
  } else {
    if (phase_ == RunPhase::kPrepare || !entry.init) return;
    position = graph_.next(position_, address);
    if (!position) return;
    phase_ = RunPhase::kInit;
  }
  position_ = *position;
  inside_ = true;
  context_ = readRegister(architecture_.arguments[0]);
  pushFrame(frameOf(Call::kStage, address));
}

// A function shared by several operators is identified by the node it is called with.
void ImageMachine::Run::onKernel(std::uint32_t address) {
  const std::optional<trace::Position> position = graph_.at(readRegister(architecture_.arguments[1]));
  if (!position || graph_.node(*position).invoke != address) return;
  if (watching_) beginInference();
  if (pause_ != Pause::kNone) return;
  drainFunctions();
  Frame frame = frameOf(Call::kKernel, address);
  frame.position = *position;
  frame.position.phase = trace::Phase::kInvoke;
  frame.allowed = allowedFor(*position);
  if (profiler_ && kernelDepth() == 0) profiler_->begin(frame.position);
  pushFrame(std::move(frame));
}

void ImageMachine::Run::fillInputs(const std::vector<std::vector<std::uint8_t>>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<std::uint8_t>& bytes = inputs[i];
    const auto& tensors = owner_.info_.subgraphs.front().inputs;
    if (bytes.empty() || i >= tensors.size()) continue;
    const std::size_t input = tensors[i].position();
    const std::span<std::uint8_t> target =
        memory(tensorAddress(0, input), owner_.info_.subgraphs.front().tensors[input].bytes);
    std::copy_n(bytes.begin(), std::min(bytes.size(), target.size()), target.begin());
  }
}

void ImageMachine::Run::beginInference() {
  if (!result_.allocated) endAllocation(true);
  watching_ = false;
  uc_hook_del(engine_, writeHook_);
  phase_ = RunPhase::kInvoke;
  // If the start of Invoke() was not seen, it is the code between operators.
  if (!invokeEntered_) {
    drainFunctions();
    Frame around;
    around.kind = Call::kInvoke;
    around.start = cost();
    frames_.insert(frames_.begin(), std::move(around));
  }
  if (!request_.invoke) return pause(Pause::kDone);
  fillInputs(request_.inputs);
  if (profiler_) placeForProfiler();
  // Cores alternate between blocks.
  if (request_.measureStack || owner_.image_.rp2040) return;
  uc_hook_del(engine_, blockHook_);
  auto* fast = hasMemoryWaitStates() ? &EngineRun::onFetchedBlock : &EngineRun::onBlock;
  uc_hook_add(engine_, &blockHook_, UC_HOOK_BLOCK, reinterpret_cast<void*>(fast), this, 1, 0);
}

void ImageMachine::Run::placeForProfiler() {
  const std::vector<model::TensorInfo>& tensors = owner_.info_.subgraphs.front().tensors;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    profiler_->onEvent({.kind = trace::EventKind::kTensorPlaced,
                        .position = {.subgraph = 0},
                        .index = static_cast<std::int32_t>(i),
                        .bytes = tensors[i].bytes,
                        .address = graph_.tensorAddress(0, i)});
}

void ImageMachine::Run::onMeteredAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                        std::int64_t /*value*/, void* user) {
  instrumentation::OverlapProfiler& profiler = *static_cast<Run*>(user)->profiler_;
  if (profiler.isWatching()) profiler.access(address, static_cast<std::uint32_t>(size), type == UC_MEM_WRITE);
}

// The arena now has the state that AllocateTensors() left.
void ImageMachine::Run::endAllocation(bool succeeded) {
  if (!allocator_.found()) return;
  allocator_.look(place());
  allocatedSteps_ = allocator_.steps().size();
  result_.nodeBytes = graph_.nodeBytes();
  if (!succeeded || !graph_.found()) return;
  if (!planRead_) readPlaces();
  const bool placed = std::ranges::all_of(result_.planned, [this](const protocol::PlannedRecord& record) {
    return guest_.word(record.place).value_or(0) != 0;
  });
  if (!placed) return;
  result_.allocated = true;
  const Sections& now = allocator_.now();
  result_.use = run::ArenaUse{.used = std::max(now.head, now.temp) - allocator_.start() + (allocator_.end() - now.tail),
                              .head = now.head - allocator_.start(),
                              .tail = allocator_.end() - now.tail};
  for (const protocol::PlannedRecord& record : result_.planned)
    result_.placed.push_back(guest_.word(record.place).value_or(0));
}

// The planner's input was not seen: the addresses of tensors in the head are its result.
void ImageMachine::Run::readPlaces() {
  result_.planned = lifetimesOf(owner_.info_);
  std::erase_if(result_.planned, [&, this](protocol::PlannedRecord& record) {
    const auto index = static_cast<std::size_t>(record.index);
    const auto [subgraph, tensor] = placeOf(index);
    record.place = graph_.tensorPlace(subgraph, tensor);
    const std::uint32_t address = graph_.tensorAddress(subgraph, tensor);
    return address < allocator_.start() || address >= allocator_.now().head;
  });
}

// Subgraph and tensor for a running number across all subgraphs.
std::pair<std::size_t, std::size_t> ImageMachine::Run::placeOf(std::size_t index) const {
  std::size_t subgraph = 0;
  while (index >= owner_.info_.subgraphs[subgraph].tensors.size())
    index -= owner_.info_.subgraphs[subgraph++].tensors.size();
  return {subgraph, index};
}

// The planner's input is the temporary block before its workspace.
void ImageMachine::Run::readPlan() {
  const std::vector<AllocationStep>& steps = allocator_.steps();
  const std::size_t tensors = owner_.info_.tensorCount();
  bool workspace = true;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->after.temp <= step->before.temp || std::exchange(workspace, false)) continue;
    const std::uint32_t bytes = step->after.temp - step->before.temp;
    const std::uint32_t count = bytes / kAllocationInfo;
    if (bytes % kAllocationInfo != 0 || count < tensors || bytes > (1U << 24)) continue;
    const std::uint32_t first = step->after.temp - bytes;
    if (guest_.at(first, bytes).empty()) continue;
    result_.planned.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto word = [&](std::uint32_t n) { return guest_.word(first + kAllocationInfo * i + 4 * n).value_or(0); };
      if ((word(5) & 0xFF) == 0) continue;
      result_.planned.push_back({.index = static_cast<std::int32_t>(i),
                                 .bytes = word(0),
                                 .first = static_cast<std::int32_t>(word(2)),
                                 .last = static_cast<std::int32_t>(word(3)),
                                 .offlineOffset = static_cast<std::int32_t>(word(4)),
                                 .place = word(1)});
    }
    planRead_ = true;
    if (request_.gapBytes > 0) addGaps(first, kAllocationInfo);
    return;
  }
}

void ImageMachine::Run::onReturned(Frame frame, const run::Cost& spent) {
  switch (frame.kind) {
  case Call::kStage: inside_ = false; return;
  case Call::kAllocate:
    if (watching_) endAllocation(readRegister(architecture_.arguments[0]) == 0);
    // An application that fails with its own arena may still report that.
    if (!result_.allocated && !request_.harness && request_.arenaGrowth == 0) return;
    if (!request_.invoke || !result_.allocated) pause(Pause::kDone);
    return;
  case Call::kInvoke:
    result_.invoke = spent;
    result_.invokeFunctions = named(frame.functions);
    result_.invokeSeen = true;
    result_.invoked = readRegister(architecture_.arguments[0]) == 0;
    if (!result_.invoked) stop("the interpreter's Invoke() failed");
    return pause(Pause::kDone);
  case Call::kKernel: break;
  }
  const int depth = kernelDepth();
  if (profiler_ && depth == 0) profiler_->end();
  if (readRegister(architecture_.arguments[0]) != 0) return;
  onOperator_(frame.position, depth, spent, named(frame.functions));
  if (depth > 0 || frame.position.subgraph != 0) return;
  const bool last = static_cast<std::size_t>(frame.position.op) + 1 == owner_.info_.subgraphs.front().operators.size();
  if (!last || invokeEntered_ || frames_.size() != 1) return;
  drainFunctions();
  result_.invoke = cost() - frames_.front().start;
  result_.invokeFunctions = named(frames_.front().functions);
  if (result_.calledByHost) return;
  result_.invoked = true;
  pause(Pause::kDone);
}

void ImageMachine::Run::onCheck() {
  const std::uint64_t now = cost().instructions;
  if (!watching_) return;
  if (!allocator_.found() && now > kBootInstructions)
    stop(fmt::format("the interpreter was not constructed within {} instructions; the last were at {}, called from {}",
                     now, describe(last_), describe(readRegister(architecture_.returnAddress))));
  if (allocator_.found() && now - changed_ > kReadyInstructions)
    stop("the firmware does not reach an inference, at " + describe(last_));
}

// Depth of the stack below the caller, including pushes of the starting block, since a short function may push and pop
// within one.
void ImageMachine::Run::readStack(std::uint32_t address, std::uint32_t bytes) {
  const auto call = std::ranges::find_if(frames_, [](const Frame& frame) {
    return frame.stackPointer != 0 && (frame.kind == Call::kInvoke || frame.kind == Call::kAllocate);
  });
  const std::uint32_t stack = readRegister(architecture_.stackPointer);
  if (call == frames_.end() || stack > call->stackPointer || exceptions_->inHandler() || inOtherTask_ ||
      singleCycle_.core() != 0)
    return;
  const auto stage = call->kind == Call::kInvoke ? run::StackStage::kInvoke : run::StackStage::kAllocate;
  const std::uint32_t pushed = architecture_.stackBytes(memory(address, bytes));
  const std::uint64_t depth = call->stackPointer - stack + pushed;
  if (deepestStack_ == 0 || stack - pushed < deepestStack_) deepestStack_ = stack - pushed;
  std::uint64_t& deepest = stackUse_.bytes[static_cast<std::size_t>(stage)];
  if (depth <= deepest) return;
  deepest = depth;
  if (stage == run::StackStage::kInvoke) stackUse_.deepest = frames_.back().position;
}

ImageMachine::ImageMachine(const protocol::ImageFile& image, const cpu::Processor& processor,
                           const model::ModelInfo& model, const protocol::GuestFile& memory)
    : image_(image), processor_(processor), info_(model), memory_(memory), model_(processor.makeModel()),
      blocks_(std::make_unique<instrumentation::BlockTable>(image.flash, image.flashBase, *model_)) {
  blocks_->markTimed([&processor](std::span<const std::uint8_t> code, std::uint32_t address) {
    return !processor.architecture->findTimed(code, address).empty();
  });
}

ImageMachine::~ImageMachine() = default;

protocol::ImageResult ImageMachine::run(const protocol::ImageRequest& request, const protocol::OnOperator& onOperator,
                                        const protocol::IsCancelled& isCancelled) {
  run_.reset();
  engine_.reset(); // first, since it uses the memory
  engine_ = std::make_unique<unicorn::Engine>(memory_, protocol::kKeptWindow);
  protocol::ImageResult failed;
  failed.failure = engine_->open(*processor_.architecture, processor_.engineModel);
  if (!failed.failure.empty()) return failed;
  run_ = std::make_unique<Run>(*this, *engine_, request, onOperator, isCancelled);
  return run_->execute();
}

std::span<const std::uint8_t> ImageMachine::memory(std::uint32_t address, std::uint64_t bytes) {
  return run_ == nullptr ? std::span<const std::uint8_t>() : run_->memory(address, bytes);
}

std::uint32_t ImageMachine::tensorAddress(std::size_t subgraph, std::size_t tensor) const {
  return run_ == nullptr ? 0 : run_->tensorAddress(subgraph, tensor);
}

std::vector<protocol::Region> ImageMachine::regions() const {
  return run_ == nullptr ? std::vector<protocol::Region>() : run_->regions();
}

} // namespace arenascope::image
