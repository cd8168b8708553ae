#include "emulator/machine/machine_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/binary/memory_map.h"
#include "emulator/machine/code_in_flash.h"

namespace arenascope::machine {

namespace {

constexpr std::uint8_t kGuardByte = 0xA5;
constexpr const char* kNoMemory = "the emulator cannot map the machine's memory (not enough memory on this computer?)";

bool isFlash(std::uint32_t address) { return address >= kFlashBase && address < kFlashBase + kFlashBytes; }

timing::AddressRange arenaOf(const MachineRequest& request) {
  const std::uint32_t begin = kArenaBase + request.arenaMisalignment;
  return {begin, static_cast<std::uint32_t>(begin + request.arenaBytes)};
}

// Those of the flash that an image fills.
std::uint64_t flashBytesOf(const FirmwareImage& image) {
  std::uint64_t end = kFlashBase;
  for (const FirmwareImage::Segment& segment : image.segments())
    if (isFlash(segment.address))
      end = std::max<std::uint64_t>(end, std::uint64_t{segment.address} + segment.bytes.size());
  return end - kFlashBase;
}

} // namespace

Machine::Run::Run(Engine& engine, const isa::Architecture& architecture, const FirmwareImage& image,
                  const isa::TimedInstructions& timed, BlockTable& blocks, const MachineRequest& request,
                  const MachineEvents& events, const IsCancelled& isCancelled)
    : EngineRun(engine, architecture, image, blocks, request.flash,
                timing::RamAccesses(request.ram, request.arena, arenaOf(request)), request.maxInstructions,
                isCancelled),
      timed_(timed), request_(request), events_(events) {
  if (request.distancesOf != nullptr) meter_.emplace(*request.distancesOf);
}

std::uint64_t Machine::Run::arenaRoom() const {
  const std::uint64_t wanted = request_.arenaMisalignment + request_.arenaBytes + kPageBytes;
  return canKeepEngine(request_) ? std::max(wanted, kArenaRoom + kPageBytes) : wanted;
}

std::uint32_t Machine::Run::arenaAddress() const { return arenaOf(request_).begin; }

// What is the same for every run with this engine: where memory is, and the code in it.
std::string Machine::Run::prepareEngine() {
  const std::uint64_t flashBytes = flashBytesOf(image_);
  const bool mapped = map(kFlashBase, flashBytes, UC_PROT_READ | UC_PROT_EXEC) &&
                      (timed_.bytes() == 0 || map(kStubBase, timed_.bytes(), UC_PROT_READ | UC_PROT_EXEC)) &&
                      map(kRamBase, kRamBytes, UC_PROT_READ | UC_PROT_WRITE);
  if (!mapped) return kNoMemory;
  for (const FirmwareImage::Segment& segment : image_.segments())
    if (isFlash(segment.address)) {
      const std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
      std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
    }
  // Stubs are instructions that the firmware does not have: not where every one is counted.
  if (request_.accounting == Accounting::kBlocks)
    timed_.write(memory(kFlashBase, flashBytes), memory(kStubBase, timed_.bytes()));
  return memory_.keepRegisters() ? "" : kNoMemory;
}

// What each run starts with.
std::string Machine::Run::fillMemory() {
  memory_.restoreRegisters();
  const bool mapped = map(kPrivateBusBase, kPrivateBusBytes, UC_PROT_READ | UC_PROT_WRITE) &&
                      map(kArenaBase, arenaRoom(), UC_PROT_READ | UC_PROT_WRITE) &&
                      map(kModelBase, request_.model.size(), UC_PROT_READ);
  if (!mapped) return kNoMemory;
  std::ranges::fill(memory(kRamBase, kRamBytes), std::uint8_t{0}); // the stack's pattern needs all of its pages
  for (const FirmwareImage::Segment& segment : image_.segments()) {
    const std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
    if (target.empty()) return "the firmware image does not fit the machine's memory";
    if (!isFlash(segment.address)) std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
  }
  std::copy(request_.model.begin(), request_.model.end(), memory(kModelBase, request_.model.size()).begin());
  fillGuard();
  return {};
}

void Machine::Run::fillGuard() {
  const std::uint64_t end = std::uint64_t{arenaAddress()} + request_.arenaBytes;
  arenaGuard_ = memory(end, kPageBytes);
  std::fill(arenaGuard_.begin(), arenaGuard_.end(), kGuardByte);
}

// A page of a pattern, and pages that are there only once somebody has looked at them.
bool Machine::Run::guardIntact() const {
  const std::uint32_t end = static_cast<std::uint32_t>(arenaAddress() + request_.arenaBytes + kPageBytes);
  const std::uint32_t page = (end + kPageBytes - 1) / kPageBytes * kPageBytes;
  return std::ranges::all_of(arenaGuard_, [](std::uint8_t byte) { return byte == kGuardByte; }) &&
         !memory_.isTouched(page, kArenaBase + memory_.regionBytes(kArenaBase) - page);
}

std::string Machine::Run::setUp() {
  const bool isNew = memory_.regionBytes(kFlashBase) == 0;
  if (isNew)
    if (std::string failure = prepareEngine(); !failure.empty()) return failure;
  if (std::string failure = fillMemory(); !failure.empty()) return failure;
  if (isNew && request_.accounting != Accounting::kNone) addHooks();

  const auto mailboxAddress = image_.symbol("arenascope_mailbox");
  const auto exit = image_.symbol("arenascope_exit");
  if (!mailboxAddress || !exit) return "the firmware image is not one of ours: it has no mailbox";
  firmware::Mailbox mailbox = request_.mailbox;
  mailbox.modelAddress = kModelBase;
  mailbox.arenaAddress = arenaAddress();
  mailbox.arenaBytes = static_cast<std::uint32_t>(request_.arenaBytes);
  mailbox.outcome = firmware::Outcome::kRunning;
  std::memcpy(memory(*mailboxAddress, sizeof(mailbox)).data(), &mailbox, sizeof(mailbox));
  if (const auto variant = image_.symbol("arenascope_variant"))
    std::memcpy(memory(*variant, sizeof(request_.variant)).data(), &request_.variant, sizeof(request_.variant));
  else if (request_.variant != tflm::Variant{})
    return "the firmware image cannot be told to be another interpreter";

  std::uint32_t stack = kRamBase + kRamBytes;
  uc_reg_write(engine_, architecture_.stackPointer, &stack);
  if (request_.accounting != Accounting::kNone) meterStack();
  return {};
}

// The stack may grow down to the firmware's own data.
void Machine::Run::meterStack() {
  const std::uint32_t low = image_.symbol("end").value_or(kRamBase);
  stack_ = StackMeter(memory(low, kRamBase + kRamBytes - low), low);
}

void Machine::Run::addHooks() {
  const bool walked = request_.accounting == Accounting::kInstructions;
  auto* onBlock = walked ? &Run::onWalkedBlock : waitsForMemory() ? &Run::onFetchedBlock : &Run::onBlock;
  uc_hook hook = 0;
  uc_hook_add(engine_, &hook, UC_HOOK_BLOCK, reinterpret_cast<void*>(onBlock), this, 1, 0);
  // With a board only: looking at reads makes every load and store of the emulator slower.
  if (request_.flash.waitStates > 0) {
    auto* onRead = reinterpret_cast<void*>(&Run::onFlashRead);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onRead, this, kFlashBase, kFlashBase + kFlashBytes - 1);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onRead, this, kModelBase, kModelBase + request_.model.size() - 1);
  }
  if (ram_.waits()) {
    auto* onRam = reinterpret_cast<void*>(&Run::onRamAccess);
    const timing::AddressRange arena = arenaOf(request_);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onRam, this, kRamBase, kRamBase + kRamBytes - 1);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onRam, this, arena.begin, arena.end - 1);
  }
  if (meter_)
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(&Run::onMeteredAccess),
                this, arenaAddress(), arenaAddress() + request_.arenaBytes - 1);
  if (request_.guard) {
    auto* onAccess = reinterpret_cast<void*>(&Run::onGuardedAccess);
    const std::uint64_t arenaEnd = std::uint64_t{arenaAddress()} + request_.arenaBytes + kPageBytes;
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onAccess, this, kArenaBase, arenaEnd - 1);
    const std::uint64_t modelEnd = kModelBase + memory_.regionBytes(kModelBase);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onAccess, this, kModelBase + request_.model.size(), modelEnd - 1);
  }
  if (walked) uc_hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(&Run::onInstruction), this, 1, 0);
}

MachineResult Machine::Run::execute() {
  if (result_.failure = setUp(); !result_.failure.empty()) return result_;
  const std::uint32_t exit = *image_.symbol("arenascope_exit");
  std::optional<CodeInFlash> here;
  if (request_.accounting != Accounting::kNone) here.emplace(engine_);
  const uc_err error = uc_emu_start(engine_, image_.entry() | architecture_.format->pointerTag, exit, 0, 0);
  const auto mailbox = memory(*image_.symbol("arenascope_mailbox"), sizeof(firmware::Mailbox));
  firmware::Mailbox answer{};
  std::memcpy(&answer, mailbox.data(), sizeof(answer));
  result_.failure = failure_;
  result_.outcome = answer.outcome;
  result_.total = cost();
  if (meter_) result_.distances = meter_->take();
  if (request_.accounting != Accounting::kNone) result_.stack = stack_.finish();
  if (result_.failure.empty() && error != UC_ERR_OK) result_.failure = explainFault(error);
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kAborted)
    result_.failure = "the firmware stopped itself (failed assertion) called from " +
                      describe(readRegister(architecture_.returnAddress));
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kRunning)
    result_.failure =
        "the firmware stopped without an answer at " + describe(readRegister(architecture_.programCounter));
  if (result_.failure.empty() && !guardIntact()) result_.failure = "a kernel reached past the end of the arena";
  return result_;
}

void Machine::Run::onMeteredAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                   std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.meter_->isWatching()) run.meter_->access(address, static_cast<std::uint32_t>(size), type == UC_MEM_WRITE);
}

void Machine::Run::onGuardedAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                   std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.frames_.empty() || run.frames_.back().allowed == nullptr) return; // the interpreter's own
  const Frame& frame = run.frames_.back();
  const bool write = type == UC_MEM_WRITE;
  const Access access{frame.position, static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size), write};
  ++run.result_.guardedAccesses;
  if ((write ? frame.allowed->writes : frame.allowed->reads).holds(access.address, access.bytes)) return;
  run.stop(run.events_.describeAccess(access) + ", at " +
           run.describe(run.readRegister(run.architecture_.programCounter)));
}

const AllowedAccess& Machine::Run::allowedFor(const trace::Position& position) {
  const auto [found, isNew] = allowed_.try_emplace({position.subgraph, position.op});
  if (isNew) {
    const std::vector<profile::OperatorMemory::Range> ranges = events_.allowedMemory(position);
    found->second = {AddressSet(ranges, false), AddressSet(ranges, true)};
  }
  return found->second;
}

// With every instruction counted as well.
void Machine::Run::onWalkedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user) {
  onBlock(engine, address, size, user);
  Run& run = *static_cast<Run*>(user);
  run.countSkipped(run.walkedEnd_);
  run.walkedNext_ = static_cast<std::uint32_t>(address);
  run.walkedEnd_ = run.walkedNext_ + size;
}

// Instructions that an IT block skips are not reported one by one: they lie between two that are, or at a block's end.
void Machine::Run::countSkipped(std::uint32_t until) {
  if (until > walkedNext_)
    result_.countedInstructions += architecture_.countInstructions(memory(walkedNext_, until - walkedNext_));
}

void Machine::Run::onInstruction(uc_engine* /*engine*/, std::uint64_t address, std::uint32_t size, void* user) {
  Run& run = *static_cast<Run*>(user);
  const auto here = static_cast<std::uint32_t>(address);
  run.countSkipped(here);
  run.result_.countedInstructions += 1;
  run.walkedNext_ = here + size;
}

void Machine::Run::addTimed(Block& block, std::uint32_t address) {
  const auto [first, second] = timed_.operands(address);
  spend(block, timed_.cycles(address, readRegister(first), readRegister(second)));
}

// The emulator would execute it all the same.
void Machine::Run::stopAtMissing(const Block& block, std::uint32_t address) {
  const auto missing = blocks_.model().findMissing(memory(address, block.key), address);
  if (missing)
    stop("the processor does not have the instruction at " + describe(missing->address) + ": " + missing->what);
}

bool Machine::Run::onMarked(Block& block, std::uint32_t address) {
  if ((block.marks & kMarkMissing) != 0)
    stopAtMissing(block, address);
  else if ((block.marks & kMarkTimed) != 0)
    addTimed(block, address);
  else
    onWatched(block, address);
  return true;
}

void Machine::Run::onWatched(const Block& block, std::uint32_t address) {
  if ((block.marks & kMarkReturn) != 0) leaveCall(address);
  if ((block.marks & kMarkTraceEvent) != 0) {
    const std::span<std::uint8_t> bytes = memory(readRegister(architecture_.arguments[0]), sizeof(trace::Event));
    trace::Event event;
    if (bytes.empty()) return stop("the firmware reported an event at a bad address");
    std::memcpy(&event, bytes.data(), sizeof(event));
    if (meter_) meter_->onEvent(event);
    events_.onEvent(event);
  }
  if ((block.marks & kMarkStage) != 0)
    stack_.begin(image_.symbol("arenascope_create") == address ? profile::StackStage::kCreate
                                                               : profile::StackStage::kAllocate,
                 readRegister(architecture_.stackPointer));
  if ((block.marks & kMarkInvoke) != 0)
    stack_.begin(profile::StackStage::kInvoke, readRegister(architecture_.stackPointer));
  if ((block.marks & kMarkKernelCall) != 0) enterCall(Call::kKernel, block, address);
  if ((block.marks & kMarkInvoke) != 0) enterCall(Call::kInvoke, block, address);
}

void Machine::Run::enterCall(Call kind, const Block& block, std::uint32_t address) {
  drainFunctions();
  Frame frame = frameOf(kind, address);
  if (kind == Call::kKernel) {
    // The call's own few instructions are the interpreter's; its last argument leads to the position.
    const profile::Cost call = unpacked(block.cost);
    frame.start += call;
    frame.functions[frame.function] = profile::Cost() - call; // which the next drain will add
    if (!frames_.empty()) frames_.back().functions[frame.function] += call;
    frame.function =
        image_.functionStart(architecture_.addressOf(readRegister(architecture_.arguments[0]))); // the kernel
    const auto bytes = memory(readRegister(architecture_.arguments[3]), sizeof(trace::Position));
    if (bytes.empty()) return stop("the firmware called a kernel without a position");
    std::memcpy(&frame.position, bytes.data(), sizeof(frame.position));
    if (request_.guard) frame.allowed = &allowedFor(frame.position);
    if (meter_ && kernelDepth() == 0) meter_->begin(frame.position);
  }
  pushFrame(std::move(frame));
}

void Machine::Run::onReturned(Frame frame, const profile::Cost& spent) {
  if (frame.kind == Call::kInvoke) {
    result_.invoke = spent;
    result_.invokeFunctions = named(frame.functions);
    return;
  }
  stack_.operatorEnded(frame.position);
  if (meter_ && kernelDepth() == 0) meter_->end();
  // A kernel that failed left no outputs: the interpreter's message says why.
  if (readRegister(architecture_.arguments[0]) == 0)
    events_.onOperator(frame.position, kernelDepth(), spent, named(frame.functions));
}

} // namespace arenascope::machine
