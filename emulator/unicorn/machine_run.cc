#include "emulator/unicorn/machine_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/firmware/memory_map.h"
#include "emulator/unicorn/code_in_flash.h"
#include "emulator/unicorn/placed_blocks.h"
#include "emulator/unicorn/watched_memory.h"

namespace arenascope::unicorn {

namespace {

constexpr const char* kNoMemory = "the emulator cannot map the machine's memory (not enough memory on this computer?)";

bool isFlash(std::uint32_t address) {
  return address >= firmware::kFlashBase && address < firmware::kFlashBase + firmware::kFlashBytes;
}

// Bytes of the flash that an image fills.
std::uint64_t flashBytesOf(const protocol::FirmwareImage& image) {
  std::uint64_t end = firmware::kFlashBase;
  for (const protocol::FirmwareImage::Segment& segment : image.segments())
    if (isFlash(segment.address))
      end = std::max<std::uint64_t>(end, std::uint64_t{segment.address} + segment.bytes.size());
  return end - firmware::kFlashBase;
}

} // namespace

Machine::Run::Run(Engine& engine, const cpu::Architecture& architecture, const protocol::FirmwareImage& image,
                  const cpu::TimedInstructions& timed, instrumentation::BlockTable& blocks,
                  const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                  const protocol::IsCancelled& isCancelled)
    : EngineRun(engine, architecture, image, blocks, request.flash,
                cpu::RamAccesses(request.ram, request.arena, instrumentation::arenaOf(request, firmware::kArenaBase)),
                cpu::PlacedMemory(request.placed), request.maxInstructions, isCancelled),
      timed_(timed), request_(request), arena_(instrumentation::arenaOf(request, firmware::kArenaBase)),
      watch_(*this, request, events, firmware::kArenaBase, firmware::kModelBase) {}

std::uint64_t Machine::Run::arenaCapacity() const {
  const std::uint64_t wanted = protocol::arenaWindow(request_);
  return watchedIn(request_) ? std::max(wanted, firmware::kArenaCapacity + firmware::kPageBytes) : wanted;
}

// Set-up that all runs of this engine share: the memory map and the code.
std::string Machine::Run::prepareEngine() {
  const std::uint64_t flashBytes = flashBytesOf(image_);
  const bool mapped = map(firmware::kFlashBase, flashBytes, UC_PROT_READ | UC_PROT_EXEC) &&
                      (timed_.bytes() == 0 || map(firmware::kStubBase, timed_.bytes(), UC_PROT_READ | UC_PROT_EXEC)) &&
                      map(firmware::kRamBase, firmware::kRamBytes, UC_PROT_READ | UC_PROT_WRITE);
  if (!mapped) return kNoMemory;
  for (const protocol::FirmwareImage::Segment& segment : image_.segments())
    if (isFlash(segment.address)) {
      const std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
      std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
    }
  // Stubs add instructions that the firmware does not have, so not when each one is counted.
  if (request_.instrumentation == protocol::Instrumentation::kBlocks)
    timed_.write(memory(firmware::kFlashBase, flashBytes), memory(firmware::kStubBase, timed_.bytes()));
  return memory_.keepRegisters() ? "" : kNoMemory;
}

// Set-up of each run.
std::string Machine::Run::fillMemory() {
  memory_.restoreRegisters();
  const bool mapped = map(firmware::kPrivateBusBase, firmware::kPrivateBusBytes, UC_PROT_READ | UC_PROT_WRITE) &&
                      map(firmware::kArenaBase, arenaCapacity(), UC_PROT_READ | UC_PROT_WRITE) &&
                      map(firmware::kModelBase, request_.model.size(), UC_PROT_READ);
  if (!mapped) return kNoMemory;
  std::ranges::fill(memory(firmware::kRamBase, firmware::kRamBytes),
                    std::uint8_t{0}); // the stack's pattern needs all of its pages
  for (const protocol::FirmwareImage::Segment& segment : image_.segments()) {
    const std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
    if (target.empty()) return "the firmware image does not fit the machine's memory";
    if (!isFlash(segment.address)) std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
  }
  std::copy(request_.model.begin(), request_.model.end(), memory(firmware::kModelBase, request_.model.size()).begin());
  return {};
}

// Beyond the page that FirmwareWatch fills: pages exist there only if they were accessed.
bool Machine::Run::isBeyondTouched() const {
  const auto end = static_cast<std::uint32_t>(firmware::kArenaBase + protocol::arenaWindow(request_));
  const std::uint32_t page = (end + firmware::kPageBytes - 1) / firmware::kPageBytes * firmware::kPageBytes;
  return memory_.isTouched(page, firmware::kArenaBase + memory_.regionBytes(firmware::kArenaBase) - page);
}

std::string Machine::Run::setUp() {
  const bool isNew = memory_.regionBytes(firmware::kFlashBase) == 0;
  if (isNew)
    if (std::string failure = prepareEngine(); !failure.empty()) return failure;
  if (std::string failure = fillMemory(); !failure.empty()) return failure;
  if (isNew && request_.instrumentation != protocol::Instrumentation::kNone) addHooks();

  const std::uint32_t stack = firmware::kRamBase + firmware::kRamBytes;
  uc_reg_write(engine_, architecture_.stackPointer, &stack);
  return watch_.begin(stack);
}

bool Machine::Run::placesBlocks() const {
  return isTuned() && request_.instrumentation == protocol::Instrumentation::kBlocks && !hasMemoryWaitStates();
}

void Machine::Run::addHooks() {
  const bool walked = request_.instrumentation == protocol::Instrumentation::kInstructions;
  auto* onBlock = walked ? &Run::onWalkedBlock : hasMemoryWaitStates() ? &Run::onFetchedBlock : &Run::onBlock;
  auto* hookOfBlocks = placesBlocks() ? reinterpret_cast<void*>(&Run::onPlacedBlock) : reinterpret_cast<void*>(onBlock);
  uc_hook hook = 0;
  uc_hook_add(engine_, &hook, UC_HOOK_BLOCK, hookOfBlocks, this, 1, 0);
  // With a board only: a hook on reads slows down every load and store.
  if (hasFlashWaitStates()) {
    auto* onRead = reinterpret_cast<void*>(&Run::onFlashRead);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onRead, this, firmware::kFlashBase,
                firmware::kFlashBase + firmware::kFlashBytes - 1);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onRead, this, firmware::kModelBase,
                firmware::kModelBase + request_.model.size() - 1);
  }
  if (ram_.hasWaitStates()) {
    auto* onRam = reinterpret_cast<void*>(&Run::onRamAccess);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onRam, this, firmware::kRamBase,
                firmware::kRamBase + firmware::kRamBytes - 1);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onRam, this, arena_.begin, arena_.end - 1);
    if (const std::uint32_t bytes = request_.decompressionBytes; bytes > 0) {
      const std::uint32_t begin = protocol::decompressionAddress(request_, firmware::kArenaBase);
      uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onRam, this, begin, begin + bytes - 1);
    }
  }
  // The ranges hold for every run of the engine; what is watched in them is that of the run.
  if (request_.distancesOf != nullptr)
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(&Run::onMeteredAccess),
                this, firmware::kArenaBase, firmware::kModelBase - 1);
  if (request_.guard) {
    auto* onAccess = reinterpret_cast<void*>(&Run::onGuardedAccess);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, onAccess, this, firmware::kArenaBase,
                firmware::kModelBase - 1);
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ, onAccess, this, firmware::kModelBase, firmware::kPrivateBusBase - 1);
  }
  if (walked) uc_hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(&Run::onInstruction), this, 1, 0);
}

protocol::MachineResult Machine::Run::execute() {
  if (std::string failure = setUp(); !failure.empty()) {
    protocol::MachineResult failed;
    failed.failure = std::move(failure);
    return failed;
  }
  const std::uint32_t exit = *image_.symbol("arenascope_exit");
  std::optional<CodeInFlash> here;
  std::optional<WatchedMemory> watched;
  std::optional<PlacedBlocks> placed;
  if (placesBlocks()) placed.emplace(blocks_);
  if (request_.instrumentation != protocol::Instrumentation::kNone) {
    here.emplace(memory_);
    const bool inFlash = hasFlashWaitStates();
    const bool inRam = ram_.hasWaitStates();
    const WatchedMemory::Base bases[] = {
        {firmware::kFlashBase, inFlash},
        {firmware::kRamBase, inRam},
        {firmware::kArenaBase, inRam || request_.guard || request_.distancesOf != nullptr},
        {firmware::kModelBase, inFlash || request_.guard}};
    if (protocol::watchesMemory(request_))
      watched.emplace(
          memory_, bases,
          [](void* user, std::uint32_t address, std::uint32_t bytes, bool write) {
            return static_cast<Run*>(user)->onAccess(address, bytes, write);
          },
          this);
  }
  const uc_err error = uc_emu_start(engine_, image_.entry() | architecture_.format->pointerTag, exit, 0, 0);
  std::string failure = failure_;
  if (failure.empty() && error != UC_ERR_OK) failure = explainFault(error);
  protocol::MachineResult result = watch_.finish(std::move(failure));
  if (result.failure.empty() && isBeyondTouched()) result.failure = instrumentation::kPastTheArena;
  return result;
}

// Around the arena, and behind the model.
bool Machine::Run::isGuarded(std::uint32_t address) const {
  return address >= firmware::kModelBase
             ? address - firmware::kModelBase >= request_.model.size()
             : address >= firmware::kArenaBase && address < arena_.end + firmware::kPageBytes;
}

// What the hooks do with an access, in their order; false if they have to stop the run.
bool Machine::Run::onAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (request_.guard && isGuarded(address) && !watch_.isAllowed(address, bytes, write)) return false;
  if (hasFlashWaitStates() && !write &&
      (isFlash(address) || (address >= firmware::kModelBase && address - firmware::kModelBase < request_.model.size())))
    readFlash(address, bytes);
  if (ram_.hasWaitStates()) {
    const std::uint32_t begin = protocol::decompressionAddress(request_, firmware::kArenaBase);
    if (isInArena(address) || (address >= firmware::kRamBase && address < firmware::kRamBase + firmware::kRamBytes) ||
        (address >= begin && address < begin + request_.decompressionBytes))
      accessRam(address, bytes, write);
  }
  if (request_.distancesOf != nullptr && isInArena(address)) watch_.onMeteredAccess(address, bytes, write);
  return true;
}

void Machine::Run::onMeteredAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                   std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  const auto begin = static_cast<std::uint32_t>(address);
  if (run.isInArena(begin)) run.watch_.onMeteredAccess(begin, static_cast<std::uint32_t>(size), type == UC_MEM_WRITE);
}

void Machine::Run::onGuardedAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                   std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  const auto begin = static_cast<std::uint32_t>(address);
  if (run.isGuarded(begin)) run.watch_.onGuardedAccess(begin, static_cast<std::uint32_t>(size), type == UC_MEM_WRITE);
}

// With every instruction counted as well.
void Machine::Run::onWalkedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user) {
  onBlock(engine, address, size, user);
  static_cast<Run*>(user)->watch_.onWalkedBlock(static_cast<std::uint32_t>(address), size);
}

void Machine::Run::onInstruction(uc_engine* /*engine*/, std::uint64_t address, std::uint32_t size, void* user) {
  static_cast<Run*>(user)->watch_.onInstruction(static_cast<std::uint32_t>(address), size);
}

void Machine::Run::addTimed(instrumentation::Block& block, std::uint32_t address) {
  const auto [first, second] = timed_.operands(address);
  spend(block, timed_.cycles(address, readRegister(first), readRegister(second)));
}

// The emulator itself would execute the instruction.
void Machine::Run::stopAtMissing(const instrumentation::Block& block, std::uint32_t address) {
  const auto missing = blocks_.model().findMissing(memory(address, block.key), address);
  if (missing)
    stop("the processor does not have the instruction at " + describe(missing->address) + ": " + missing->what);
}

bool Machine::Run::onMarked(instrumentation::Block& block, std::uint32_t address) {
  if ((block.marks & instrumentation::kMarkMissing) != 0)
    stopAtMissing(block, address);
  else if ((block.marks & instrumentation::kMarkTimed) != 0)
    addTimed(block, address);
  else
    watch_.onMarked(block, address);
  return true;
}

} // namespace arenascope::unicorn
