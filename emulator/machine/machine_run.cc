#include "emulator/machine/machine_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/machine/memory_map.h"

namespace arenascope::machine {

namespace {

constexpr std::uint32_t kCheckEvery = 1'000'000; // instructions between two looks at limits
constexpr std::uint64_t kDrainEvery = 1U << 28;  // cycles: before 31 bits of a block's cycles are full
constexpr std::uint8_t kGuardByte = 0xA5;

// Both halves; less than nothing wraps, and comes right in a sum with what it is saved from.
profile::Cost unpacked(PackedCost cost) {
  return {instructionsOf(cost), static_cast<std::uint64_t>(std::int64_t{cyclesOf(cost)})};
}

std::string hexAddress(std::uint32_t address) { return fmt::format("0x{:08X}", address); }

} // namespace

Machine::Run::Run(const FirmwareImage& image, int cpu, const isa::TimedInstructions& timed, BlockTable& blocks,
                  const MachineRequest& request, const MachineEvents& events, const std::atomic<bool>& cancelled)
    : fast_(blocks.fast()), blocks_(blocks), image_(image), cpu_(cpu), architecture_(image.architecture()),
      timed_(timed), request_(request), events_(events), cancelled_(cancelled), flashReads_(request.flash),
      arenaAccesses_(request.arena, arenaAddress()) {}

Machine::Run::~Run() {
  if (engine_ != nullptr) uc_close(engine_);
}

bool Machine::Run::map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
  Region region{base, HostPages(bytes)};
  if (region.pages.empty()) return false;
  const std::span<std::uint8_t> pages = region.pages.bytes();
  regions_.push_back(std::move(region));
  return uc_mem_map_ptr(engine_, base, pages.size(), protection, pages.data()) == UC_ERR_OK;
}

std::span<std::uint8_t> Machine::Run::memory(std::uint64_t address, std::uint64_t bytes) {
  for (const Region& region : regions_) {
    const std::span<std::uint8_t> pages = region.pages.bytes();
    if (address < region.base || address - region.base > pages.size()) continue;
    const std::uint64_t offset = address - region.base;
    if (bytes <= pages.size() - offset) return pages.subspan(offset, bytes);
  }
  return {};
}

std::uint64_t Machine::Run::regionBytes(std::uint32_t base) const {
  for (const Region& region : regions_)
    if (region.base == base) return region.pages.bytes().size();
  return 0;
}

std::uint32_t Machine::Run::arenaAddress() const { return kArenaBase + request_.arenaMisalignment; }

std::string Machine::Run::mapMemory() {
  std::uint64_t flashEnd = kFlashBase;
  for (const FirmwareImage::Segment& segment : image_.segments())
    if (segment.address >= kFlashBase && segment.address < kFlashBase + kFlashBytes)
      flashEnd = std::max<std::uint64_t>(flashEnd, std::uint64_t{segment.address} + segment.bytes.size());
  flashBytes_ = flashEnd - kFlashBase;
  const bool mapped =
      map(kFlashBase, flashBytes_, UC_PROT_READ | UC_PROT_EXEC) &&
      (timed_.bytes() == 0 || map(kStubBase, timed_.bytes(), UC_PROT_READ | UC_PROT_EXEC)) &&
      map(kRamBase, kRamBytes, UC_PROT_READ | UC_PROT_WRITE) &&
      map(kPrivateBusBase, kPrivateBusBytes, UC_PROT_READ | UC_PROT_WRITE) &&
      map(kArenaBase, request_.arenaMisalignment + request_.arenaBytes + kPageBytes, UC_PROT_READ | UC_PROT_WRITE) &&
      map(kModelBase, request_.model.size(), UC_PROT_READ);
  if (!mapped) return "the emulator cannot map the machine's memory (not enough memory on this computer?)";
  for (const FirmwareImage::Segment& segment : image_.segments()) {
    const std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
    if (target.empty()) return "the firmware image does not fit the machine's memory";
    std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
  }
  std::copy(request_.model.begin(), request_.model.end(), memory(kModelBase, request_.model.size()).begin());
  return {};
}

void Machine::Run::fillGuard() {
  const std::uint64_t end = std::uint64_t{arenaAddress()} + request_.arenaBytes;
  arenaGuard_ = memory(end, kPageBytes);
  std::fill(arenaGuard_.begin(), arenaGuard_.end(), kGuardByte);
}

bool Machine::Run::guardIntact() const {
  return std::all_of(arenaGuard_.begin(), arenaGuard_.end(), [](std::uint8_t byte) { return byte == kGuardByte; });
}

std::string Machine::Run::setUp() {
  if (uc_open(static_cast<uc_arch>(architecture_.engine), static_cast<uc_mode>(architecture_.mode), &engine_) !=
      UC_ERR_OK)
    return "the emulator does not start";
  if (uc_ctl_set_cpu_model(engine_, cpu_) != UC_ERR_OK) return "the emulator does not know this processor";
  if (std::string failure = mapMemory(); !failure.empty()) return failure;
  fillGuard();

  const auto mailboxAddress = image_.symbol("arenascope_mailbox");
  const auto exit = image_.symbol("arenascope_exit");
  if (!mailboxAddress || !exit) return "the firmware image is not one of ours: it has no mailbox";
  firmware::Mailbox mailbox = request_.mailbox;
  mailbox.modelAddress = kModelBase;
  mailbox.arenaAddress = arenaAddress();
  mailbox.arenaBytes = static_cast<std::uint32_t>(request_.arenaBytes);
  mailbox.outcome = firmware::Outcome::kRunning;
  std::memcpy(memory(*mailboxAddress, sizeof(mailbox)).data(), &mailbox, sizeof(mailbox));

  std::uint32_t stack = kRamBase + kRamBytes;
  uc_reg_write(engine_, architecture_.stackPointer, &stack);
  if (request_.accounting != Accounting::kNone) addHooks();
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
  if (request_.arena.waits()) {
    auto* onWaited = reinterpret_cast<void*>(&Run::onArenaAccess);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onWaited, this, arenaAddress(),
                arenaAddress() + request_.arenaBytes - 1);
  }
  if (request_.guard) {
    auto* onAccess = reinterpret_cast<void*>(&Run::onGuardedAccess);
    const std::uint64_t arenaEnd = std::uint64_t{arenaAddress()} + request_.arenaBytes + kPageBytes;
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onAccess, this, kArenaBase, arenaEnd - 1);
    const std::uint64_t modelEnd = kModelBase + regionBytes(kModelBase);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onAccess, this, kModelBase + request_.model.size(), modelEnd - 1);
  }
  // Stubs are instructions that the firmware does not have: not where every one is counted.
  if (walked)
    uc_hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(&Run::onInstruction), this, 1, 0);
  else
    timed_.write(memory(kFlashBase, flashBytes_), memory(kStubBase, timed_.bytes()));
}

MachineResult Machine::Run::execute() {
  if (result_.failure = setUp(); !result_.failure.empty()) return result_;
  const std::uint32_t exit = *image_.symbol("arenascope_exit");
  const uc_err error = uc_emu_start(engine_, image_.entry() | architecture_.pointerTag, exit, 0, 0);
  const auto mailbox = memory(*image_.symbol("arenascope_mailbox"), sizeof(firmware::Mailbox));
  firmware::Mailbox answer{};
  std::memcpy(&answer, mailbox.data(), sizeof(answer));
  result_.outcome = answer.outcome;
  result_.total = cost();
  if (request_.accounting != Accounting::kNone) result_.stack = stack_.finish();
  if (result_.failure.empty() && error != UC_ERR_OK) result_.failure = explainFault(error);
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kAborted)
    result_.failure = "the firmware stopped itself (failed assertion) called from " +
                      describe(readRegister(architecture_.returnAddress));
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kRunning)
    result_.failure =
        "the firmware stopped without an answer at " + describe(readRegister(architecture_.programCounter));
  if (result_.failure.empty() && !guardIntact()) result_.failure = "a kernel wrote past the end of the arena";
  return result_;
}

std::uint32_t Machine::Run::readRegister(int id) const {
  std::uint32_t value = 0;
  uc_reg_read(engine_, id, &value);
  return value;
}

std::string Machine::Run::describe(std::uint32_t address) const {
  const std::string function = image_.functionAt(architecture_.addressOf(address));
  return hexAddress(address) + (function.empty() ? "" : " in " + function);
}

std::string Machine::Run::explainFault(uc_err error) {
  return std::string("the processor faulted (") + uc_strerror(error) + ") at " +
         describe(readRegister(architecture_.programCounter)) + ", called from " +
         describe(readRegister(architecture_.returnAddress));
}

void Machine::Run::stop(const std::string& why) {
  if (result_.failure.empty()) result_.failure = why;
  uc_emu_stop(engine_);
}

void Machine::Run::check() {
  checked_ = cost();
  recent_ = 0;
  if (checked_.cycles - drained_ >= kDrainEvery) drainFunctions();
  if (cancelled_) stop("cancelled");
  if (checked_.instructions > request_.maxInstructions)
    stop(fmt::format("stopped after {} instructions (the limit) at {}", checked_.instructions,
                     describe(readRegister(architecture_.programCounter))));
}

profile::Cost Machine::Run::cost() const {
  profile::Cost total = checked_;
  return total += unpacked(recent_);
}

// Kept so short that the compiler saves no registers: it runs for every block, some 40 million times a second.
void Machine::Run::onBlock(uc_engine* /*engine*/, std::uint64_t address, std::uint32_t size, void* user) {
  Run& run = *static_cast<Run*>(user);
  const auto start = static_cast<std::uint32_t>(address);
  Block* block = run.fast_.find(start, size);
  if (block == nullptr) [[unlikely]]
    return onOtherBlock(run, start, size);
  run.account(*block, start);
}

inline void Machine::Run::account(Block& block, std::uint32_t address) {
  PackedCost cost = block.cost;
  if (static_cast<std::uint32_t>(next_) != address) cost += packCost(0, cyclesOf(next_) + block.entryCycles);
  next_ = block.next;
  recent_ += cost;
  block.spent += cost;
  if (static_cast<std::uint32_t>(recent_) >= kCheckEvery) [[unlikely]]
    check();
}

void Machine::Run::onOtherBlock(Run& run, std::uint32_t address, std::uint32_t bytes) {
  Block& block = run.blocks_.at(address, bytes);
  if (block.marks != 0) {
    // The way into the block belongs to what ran before.
    if (static_cast<std::uint32_t>(run.next_) != address) {
      const PackedCost way = packCost(0, cyclesOf(run.next_) + block.entryCycles);
      run.recent_ += way;
      if (!run.frames_.empty()) run.frames_.back().functions[run.frames_.back().function] += unpacked(way);
    }
    run.next_ = address;
    run.onMarked(block, address);
  }
  run.account(block, address);
}

// With what the flash makes the processor wait.
void Machine::Run::onFetchedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user) {
  onBlock(engine, address, size, user);
  const auto start = static_cast<std::uint32_t>(address);
  if (start >= kStubBase) return;
  Run& run = *static_cast<Run*>(user);
  run.running_ = &run.blocks_.at(start, size);
  if (run.request_.flash.waitStates > 0) run.wait(run.flashReads_.stallForCode(start, size));
}

void Machine::Run::onFlashRead(uc_engine* /*engine*/, uc_mem_type /*type*/, std::uint64_t address, int size,
                               std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.running_ != nullptr)
    run.wait(run.flashReads_.stallForData(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size)));
}

void Machine::Run::onArenaAccess(uc_engine* /*engine*/, uc_mem_type /*type*/, std::uint64_t address, int size,
                                 std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  if (run.running_ != nullptr)
    run.wait(run.arenaAccesses_.stall(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size)));
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

void Machine::Run::wait(std::uint32_t cycles) {
  const PackedCost more = packCost(0, static_cast<std::int32_t>(cycles));
  recent_ += more;
  running_->spent += more;
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
  const std::uint32_t cycles = timed_.cycles(address, readRegister(first), readRegister(second));
  const PackedCost more = packCost(0, static_cast<std::int32_t>(cycles));
  recent_ += more;
  block.spent += more;
}

// What ran since the last time belongs to the innermost watched call. Called before anything of 31 bits overflows.
void Machine::Run::drainFunctions() {
  drained_ = cost().cycles;
  blocks_.drain([this](std::uint32_t address, PackedCost spent) {
    if (!frames_.empty()) frames_.back().functions[image_.functionStart(address)] += unpacked(spent);
  });
}

// The emulator would execute it all the same.
void Machine::Run::stopAtMissing(const Block& block, std::uint32_t address) {
  const auto missing = blocks_.model().findMissing(memory(address, block.key), address);
  if (missing)
    stop("the processor does not have the instruction at " + describe(missing->address) + ": " + missing->what);
}

void Machine::Run::onMarked(Block& block, std::uint32_t address) {
  if ((block.marks & kMarkMissing) != 0) return stopAtMissing(block, address);
  if ((block.marks & kMarkTimed) != 0) return addTimed(block, address);
  if ((block.marks & kMarkReturn) != 0) leaveCall(address);
  if ((block.marks & kMarkTraceEvent) != 0) {
    const std::span<std::uint8_t> bytes = memory(readRegister(architecture_.arguments[0]), sizeof(trace::Event));
    trace::Event event;
    if (bytes.empty()) return stop("the firmware reported an event at a bad address");
    std::memcpy(&event, bytes.data(), sizeof(event));
    events_.onEvent(event);
  }
  if ((block.marks & kMarkStage) != 0)
    stack_.begin(image_.symbol("arenascope_create") == address ? profile::StackStage::kCreate
                                                               : profile::StackStage::kAllocate,
                 readRegister(architecture_.stackPointer));
  if ((block.marks & kMarkInvoke) != 0)
    stack_.begin(profile::StackStage::kInvoke, readRegister(architecture_.stackPointer));
  if ((block.marks & kMarkKernelCall) != 0) enterCall(kMarkKernelCall, block, address);
  if ((block.marks & kMarkInvoke) != 0) enterCall(kMarkInvoke, block, address);
}

void Machine::Run::enterCall(Mark kind, const Block& block, std::uint32_t address) {
  drainFunctions();
  Frame frame{.kind = kind,
              .returnAddress = architecture_.addressOf(readRegister(architecture_.returnAddress)),
              .stackPointer = readRegister(architecture_.stackPointer),
              .function = image_.functionStart(address),
              .position = {},
              .start = cost(),
              .functions = {},
              .allowed = nullptr};
  if (kind == kMarkKernelCall) {
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
  }
  blocks_.mark(frame.returnAddress, kMarkReturn);
  frames_.push_back(frame);
}

std::vector<profile::FunctionCost> Machine::Run::named(const std::map<std::uint32_t, profile::Cost>& functions) const {
  std::vector<profile::FunctionCost> costs;
  for (const auto& [address, cost] : functions)
    if (cost.instructions > 0 || cost.cycles > 0) costs.push_back({image_.functionAt(address), cost});
  std::stable_sort(costs.begin(), costs.end(),
                   [](const auto& a, const auto& b) { return a.cost.cycles > b.cost.cycles; });
  return costs;
}

void Machine::Run::leaveCall(std::uint32_t address) {
  if (frames_.empty() || frames_.back().returnAddress != address ||
      frames_.back().stackPointer != readRegister(architecture_.stackPointer))
    return;
  drainFunctions();
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const profile::Cost spent = cost() - frame.start;
  if (frame.kind == kMarkInvoke) {
    result_.invoke = spent;
    result_.invokeFunctions = named(frame.functions);
    return;
  }
  stack_.operatorEnded(frame.position);
  // The outermost frame is the inference itself.
  const int depth = static_cast<int>(
      std::count_if(frames_.begin(), frames_.end(), [](const Frame& outer) { return outer.kind == kMarkKernelCall; }));
  // A kernel that failed left no outputs: the interpreter's message says why.
  if (readRegister(architecture_.arguments[0]) == 0)
    events_.onOperator(frame.position, depth, spent, named(frame.functions));
}

} // namespace arenascope::machine
