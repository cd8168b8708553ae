// The board in ImageMachine::Run: memory, registers, exceptions, and continuing after each stop.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "emulator/cpu/address_map.h"
#include "emulator/harness/request.h"
#include "emulator/image/image_run.h"

namespace arenascope::image {

namespace {

constexpr std::uint32_t kPage = 4096;
constexpr std::uint64_t kRamBytes = std::uint64_t{2} << 20; // more than any part that TFLM runs on
// Memory is added on demand: RAM at other addresses, and outside the chip.
constexpr std::uint32_t kHarnessArena = 0xA0000000; // outside any region of RAM
constexpr std::uint64_t kAddedBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kAddedOutside = std::uint64_t{16} << 20;
constexpr std::size_t kMostRegions = 64;

constexpr std::uint32_t kTightlyCoupledBytes = 0x00080000; // at most, at address 0: for instructions, of a Cortex-M7
constexpr std::uint32_t kAliasedFlash = 0x08000000;
constexpr std::uint32_t kLargestLoader = 1U << 20; // bytes before an image that does not start at address 0

constexpr std::uint32_t kTickControl = 0xE000E010;
constexpr std::uint32_t kTickReload = 0xE000E014;
constexpr std::uint32_t kPendingControl = 0xE000ED04; // ICSR
constexpr std::uint32_t kVectorTable = 0xE000ED08;
constexpr std::uint32_t kResetControl = 0xE000ED0C;
constexpr std::uint32_t kTickRuns = 3; // enabled, with an exception
constexpr std::uint32_t kSetPendSupervisor = 1U << 28;
constexpr std::uint32_t kResetRequest = 1U << 2;
constexpr std::uint64_t kShortestTick = 1000;     // cycles, so that code runs in between
constexpr std::uint32_t kMostIdles = 100'000;     // waits for an interrupt in a row
constexpr std::uint64_t kCyclesOfSleep = 125'000; // that pass in one of them on a timer's clock: a millisecond or so

// Numbers passed to Unicorn's interrupt hook.
constexpr std::uint32_t kInterruptSupervisor = 2;
constexpr std::uint32_t kInterruptBreakpoint = 7;
constexpr std::uint16_t kSemihostingBreakpoint = 0xBEAB;
constexpr std::uint16_t kWaitForInterrupt = 0xBF30;
constexpr std::uint16_t kWaitForEvent = 0xBF20;
constexpr std::uint16_t kYield = 0xBF10;

// Semihosting calls (Arm IHI 0083).
constexpr std::uint32_t kWriteCharacter = 3;
constexpr std::uint32_t kWriteText = 4;
constexpr std::uint32_t kWrite = 5;
constexpr std::uint32_t kExit = 0x18;
constexpr std::uint32_t kExitExtended = 0x20;
constexpr std::size_t kLongestText = 4096;

template <typename Function>
void* hookOf(Function* function) {
  return reinterpret_cast<void*>(function);
}

} // namespace

void ImageMachine::Run::addHook(int kinds, void* callback, std::uint64_t begin, std::uint64_t end) {
  uc_hook hook = 0;
  uc_hook_add(engine_, &hook, kinds, callback, this, begin, end);
}

// bytes: whole pages. One byte less keeps Engine::map() from adding a page beyond.
bool ImageMachine::Run::mapPages(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
  return map(base, bytes - 1, protection);
}

bool ImageMachine::Run::mapFlash() {
  if (!map(owner_.image_.flashBase, owner_.image_.flash.size(), UC_PROT_READ | UC_PROT_EXEC)) return false;
  const std::span<std::uint8_t> flash = memory(owner_.image_.flashBase, owner_.image_.flash.size());
  std::copy(owner_.image_.flash.begin(), owner_.image_.flash.end(), flash.begin());
  // Flash at this address is aliased at 0 (STM32 and similar): start-up code may expect its vectors there.
  if (owner_.image_.flashBase == kAliasedFlash) {
    if (!map(0, flash.size(), UC_PROT_READ | UC_PROT_EXEC)) return false;
    std::ranges::copy(owner_.image_.flash, memory(0, flash.size()).begin());
  }
  // Occupied by a boot loader on the device; erased here.
  if (owner_.image_.flashBase == 0 || owner_.image_.flashBase > kLargestLoader) return true;
  if (!mapPages(0, owner_.image_.flashBase, UC_PROT_READ)) return false;
  std::ranges::fill(memory(0, owner_.image_.flashBase), cpu::kErasedFlash);
  return true;
}

std::uint64_t ImageMachine::Run::readRegisterAt(std::uint32_t address, unsigned bytes) {
  if (owner_.image_.rp2040 && !request_.boot.registers.contains(address))
    if (const auto value = rp2040::registerValue(address, cost().cycles + slept_)) return *value;
  return peripherals_.read(address, bytes);
}

template <std::uint32_t base>
std::uint64_t ImageMachine::Run::onRegisterRead(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes,
                                                void* user) {
  return static_cast<Run*>(user)->readRegisterAt(base + static_cast<std::uint32_t>(offset), bytes);
}

template <std::uint32_t base>
void ImageMachine::Run::onRegisterWrite(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes,
                                        std::uint64_t value, void* user) {
  Run& run = *static_cast<Run*>(user);
  const std::uint32_t address = base + static_cast<std::uint32_t>(offset);
  run.peripherals_.write(address, bytes, static_cast<std::uint32_t>(value));
  if (run.owner_.image_.rp2040) run.singleCycle_.writePower(address, static_cast<std::uint32_t>(value));
}

std::string ImageMachine::Run::mapMemory() {
  if (!mapFlash() || !mapPages(cpu::kRam, kRamBytes, UC_PROT_ALL))
    return "the emulator cannot map the image's memory (not enough memory on this computer, or flash where RAM is?)";
  for (const protocol::FirmwareImage::Segment& segment : image_.segments()) {
    // Start-up code copies these itself; only runs that begin later need them.
    const bool copied = segment.address != segment.loadAddress;
    if (owner_.image_.isFlash(segment.address) || (copied && request_.boot.entry.empty())) continue;
    std::span<std::uint8_t> target = memory(segment.address, segment.bytes.size());
    if (target.empty() && onUnmapped(engine_, UC_MEM_WRITE, segment.address, 1, 0, this))
      target = memory(segment.address, segment.bytes.size());
    if (target.empty())
      return fmt::format("the image needs {} bytes at 0x{:08X}, where there is no memory", segment.bytes.size(),
                         segment.address);
    std::copy(segment.bytes.begin(), segment.bytes.end(), target.begin());
  }
  if (owner_.image_.rp2040) mapRp2040();
  // As the boot loader leaves it.
  peripherals_.write(kVectorTable, kWord, owner_.image_.vectorTable);
  uc_mmio_map(engine_, cpu::kRegisters, cpu::kRegistersBytes, onRegisterRead<cpu::kRegisters>, this,
              onRegisterWrite<cpu::kRegisters>, this);
  uc_mmio_map(engine_, cpu::kPrivateBus, cpu::kPrivateBusBytes, onPrivateRead, this, onPrivateWrite, this);
  return {};
}

// The boot ROM is at 0, otherwise unmapped so that null pointers fault.
void ImageMachine::Run::mapRp2040() {
  if (const auto& rom = owner_.image_.rom; rom) {
    const std::vector<std::uint8_t>& bytes = rom->code().bytes;
    if (map(0, bytes.size(), UC_PROT_READ | UC_PROT_EXEC)) std::ranges::copy(bytes, memory(0, bytes.size()).begin());
  }
  uc_mmio_map(engine_, rp2040::kFlashInterface, rp2040::kFlashInterfaceBytes, onRegisterRead<rp2040::kFlashInterface>,
              this, onRegisterWrite<rp2040::kFlashInterface>, this);
  uc_mmio_map(engine_, rp2040::kSingleCycle, rp2040::kSingleCycleBytes, onSingleCycleRead, this, onSingleCycleWrite,
              this);
}

std::string ImageMachine::Run::setUp() {
  exceptions_.emplace(engine_, [this](std::uint32_t address, std::uint64_t bytes) { return memory(address, bytes); });
  if (std::string failure = mapMemory(); !failure.empty()) return failure;
  if (request_.harness)
    if (std::string failure = placeHarness(); !failure.empty()) return failure;
  const std::uint32_t stack = vector(0);
  uc_reg_write(engine_, architecture_.stackPointer, &stack);
  addHooks();
  markSymbols();
  return {};
}

std::string ImageMachine::Run::placeHarness() {
  const protocol::HarnessRun& run = *request_.harness;
  const auto place = image_.symbol("arenascope_request");
  if (!place) return "the image has no test harness in it";
  const std::uint32_t arena = kHarnessArena + run.arenaMisalignment;
  if (!map(cpu::kOutside, run.model.size(), UC_PROT_READ) ||
      !map(kHarnessArena, run.arenaMisalignment + run.arenaBytes, UC_PROT_READ | UC_PROT_WRITE))
    return "the emulator cannot map the model and its arena (not enough memory on this computer?)";
  std::ranges::copy(run.model, memory(cpu::kOutside, run.model.size()).begin());
  harness::Request request{.model = cpu::kOutside,
                           .arena = arena,
                           .arenaBytes = static_cast<std::uint32_t>(run.arenaBytes),
                           .resourceVariables = run.resourceVariables,
                           .linearPlanner = run.linearPlanner ? 1U : 0U,
                           .registering = -1,
                           .operators = {}};
  std::copy_n(run.operators.begin(), std::min<std::size_t>(run.operators.size(), harness::kMostOperators),
              std::begin(request.operators));
  std::memcpy(memory(*place, sizeof(request)).data(), &request, sizeof(request));
  return {};
}

// The constructor's first argument after the object is the root table, which the file's first word points to.
void ImageMachine::Run::replaceModel() {
  const std::span<const std::uint8_t> model = request_.otherModel;
  std::uint32_t root = 0;
  if (model.size() < sizeof(root)) return;
  if (memory(kHarnessArena, model.size()).empty() && !map(kHarnessArena, model.size(), UC_PROT_READ)) return;
  std::ranges::copy(model, memory(kHarnessArena, model.size()).begin());
  std::memcpy(&root, model.data(), sizeof(root));
  root += kHarnessArena;
  uc_reg_write(engine_, architecture_.arguments[1], &root);
}

// The operator that headers or library lack, if that is why it stopped.
void ImageMachine::Run::readHarness() {
  harness::Request request{};
  const auto bytes = guest_.at(image_.symbol("arenascope_request").value_or(0), sizeof(request));
  if (bytes.empty()) return;
  std::memcpy(&request, bytes.data(), sizeof(request));
  result_.unregistered = request.registering;
  for (std::uint32_t i = 0; i < harness::kMostOperators && result_.unregistered < 0; ++i)
    if (request.operators[i] == 2) result_.unregistered = static_cast<int>(i);
}

void ImageMachine::Run::addHooks() {
  uc_hook_add(engine_, &blockHook_, UC_HOOK_BLOCK, hookOf(&Run::onWatchedBlock), this, 1, 0);
  uc_hook_add(engine_, &writeHook_, UC_HOOK_MEM_WRITE, hookOf(&Run::onWrite), this, cpu::kFirstRam,
              cpu::kPrivateBus - 1);
  addHook(UC_HOOK_MEM_INVALID, hookOf(&Run::onUnmapped));
  // From the start: code translated without the hook would stay without it.
  if (profiler_)
    addHook(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, hookOf(&Run::onMeteredAccess), cpu::kFirstRam, cpu::kPrivateBus - 1);
  if (request_.guard) addGuard();
  addHook(UC_HOOK_INTR, hookOf(&Run::onInterrupt));
  if (ram_.hasWaitStates()) {
    addHook(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, hookOf(&EngineRun::onRamAccess), cpu::kRam, cpu::kRegisters - 1);
    if (request_.harness)
      addHook(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, hookOf(&EngineRun::onRamAccess), kHarnessArena,
              cpu::kPrivateBus - 1);
  }
  if (flash_.waitStates > 0)
    addHook(UC_HOOK_MEM_READ, hookOf(&EngineRun::onFlashRead), owner_.image_.flashBase,
            owner_.image_.flashBase + owner_.image_.flash.size() - 1);
  if (flash_.waitStates > 0 && request_.harness)
    addHook(UC_HOOK_MEM_READ, hookOf(&EngineRun::onFlashRead), cpu::kOutside,
            cpu::kOutside + request_.harness->model.size() - 1);
}

// From the vector table that the image starts with, or has set since.
std::uint32_t ImageMachine::Run::vector(std::uint32_t number) const {
  const std::uint32_t chosen = peripherals_.stored(kVectorTable);
  return guest_.word((chosen != 0 ? chosen : owner_.image_.vectorTable) + 4 * number).value_or(0);
}

bool ImageMachine::Run::onUnmapped(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int /*size*/,
                                   std::int64_t /*value*/, void* user) {
  Run& run = *static_cast<Run*>(user);
  run.unmapped_ = static_cast<std::uint32_t>(address);
  if (type != UC_MEM_READ_UNMAPPED && type != UC_MEM_WRITE_UNMAPPED) return false;
  const bool outside = address >= cpu::kOutside && address < cpu::kPrivateBus;
  const bool tightlyCoupled = address < kTightlyCoupledBytes && run.owner_.image_.core == "cortex-m7";
  if (!outside && !tightlyCoupled && (address < cpu::kFirstRam || address >= cpu::kRegisters)) return false;
  if (run.memory_.regions().size() >= kMostRegions) return false;
  // Maps as much around it as is free.
  for (std::uint64_t bytes = outside ? kAddedOutside : kAddedBytes; bytes >= kPage; bytes /= 4) {
    const std::uint64_t base = address / bytes * bytes;
    if (run.mapPages(static_cast<std::uint32_t>(base), bytes, UC_PROT_ALL)) return true;
  }
  return false;
}

std::uint64_t ImageMachine::Run::onSingleCycleRead(uc_engine* /*engine*/, std::uint64_t offset, unsigned /*bytes*/,
                                                   void* user) {
  return static_cast<Run*>(user)->singleCycle_.read(static_cast<std::uint32_t>(offset) & ~3U);
}

void ImageMachine::Run::onSingleCycleWrite(uc_engine* /*engine*/, std::uint64_t offset, unsigned /*bytes*/,
                                           std::uint64_t value, void* user) {
  static_cast<Run*>(user)->singleCycle_.write(static_cast<std::uint32_t>(offset) & ~3U,
                                              static_cast<std::uint32_t>(value));
}

std::uint64_t ImageMachine::Run::onPrivateRead(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes,
                                               void* user) {
  return static_cast<Run*>(user)->peripherals_.read(cpu::kPrivateBus + static_cast<std::uint32_t>(offset), bytes);
}

void ImageMachine::Run::onPrivateWrite(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes, std::uint64_t value,
                                       void* user) {
  Run& run = *static_cast<Run*>(user);
  const std::uint32_t address = cpu::kPrivateBus + static_cast<std::uint32_t>(offset);
  if (address == kPendingControl) {
    run.pendingSwitch_ = run.pendingSwitch_ || (value & kSetPendSupervisor) != 0;
    return;
  }
  run.peripherals_.write(address, bytes, static_cast<std::uint32_t>(value));
  run.tickRuns_ = (run.peripherals_.stored(kTickControl) & kTickRuns) == kTickRuns;
  if (address == kResetControl && (value & kResetRequest) != 0) run.stop("the firmware resets the processor");
}

void ImageMachine::Run::onInterrupt(uc_engine* /*engine*/, std::uint32_t number, void* user) {
  Run& run = *static_cast<Run*>(user);
  const std::uint32_t at = run.readRegister(run.architecture_.programCounter);
  if (Exceptions::isReturn(at)) return run.pause(Pause::kExceptionReturn, at | 1U);
  if (number == kInterruptSupervisor) {
    run.pauseNumber_ = kSupervisorCall;
    return run.pause(Pause::kException, at);
  }
  const std::uint16_t instruction = run.guest_.half(at);
  if (number == kInterruptBreakpoint && instruction == kSemihostingBreakpoint)
    return run.pause(Pause::kSemihosting, at);
  run.stop(fmt::format("the processor faulted (exception {} of the engine) at {}, called from {}", number,
                       run.describe(at), run.describe(run.readRegister(run.architecture_.returnAddress))));
}

// True: an exception precedes the block.
bool ImageMachine::Run::takesException(std::uint32_t address) {
  if ((!tickRuns_ && !pendingSwitch_) || exceptions_->inHandler()) return false;
  if ((readRegister(UC_ARM_REG_PRIMASK) & 1U) != 0) return false;
  if (pendingSwitch_) {
    pendingSwitch_ = false;
    pauseNumber_ = kPendSupervisor;
  } else {
    const std::uint64_t now = cost().cycles;
    if (now < nextTick_) return false;
    nextTick_ = now + std::max<std::uint64_t>(kShortestTick, peripherals_.stored(kTickReload) & 0xFFFFFF);
    pauseNumber_ = kSysTick;
  }
  pause(Pause::kException, address);
  return true;
}

std::string ImageMachine::Run::textAt(std::uint32_t address) const {
  std::string text;
  for (; text.size() < kLongestText; ++address) {
    const auto byte = guest_.at(address, 1);
    if (byte.empty() || byte[0] == 0) break;
    text += static_cast<char>(byte[0]);
  }
  return text;
}

// Text as formatted by printf() with the words of a va_list. Until 2022 the text came formatted, without arguments.
std::string ImageMachine::Run::formatted(std::uint32_t format, std::uint32_t arguments) const {
  const std::string pattern = textAt(format);
  std::string text;
  const auto next = [&] { return guest_.word(std::exchange(arguments, arguments + kWord)).value_or(0); };
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      text += pattern[i];
      continue;
    }
    while (i + 1 < pattern.size() &&
           std::string_view("0123456789.-+ #lhzjt").find(pattern[i + 1]) != std::string_view::npos)
      ++i;
    if (++i == pattern.size()) break;
    switch (pattern[i]) {
    case 'd':
    case 'i': text += std::to_string(static_cast<std::int32_t>(next())); break;
    case 'u': text += std::to_string(next()); break;
    case 'x':
    case 'X': text += fmt::format("{:x}", next()); break;
    case 'p': text += fmt::format("0x{:08x}", next()); break;
    case 'c': text += static_cast<char>(next()); break;
    case 's': text += textAt(next()); break;
    case '%': text += '%'; break;
    case 'f':
    case 'g':
    case 'e': {
      arguments = (arguments + 7) & ~7U; // doubles are aligned to 8
      const std::uint64_t low = next();
      text += fmt::format("{}", std::bit_cast<double>(low | std::uint64_t{next()} << 32));
      break;
    }
    default: text += pattern[i];
    }
  }
  return text;
}

void ImageMachine::Run::semihost() {
  const std::uint32_t call = readRegister(architecture_.arguments[0]);
  const std::uint32_t argument = readRegister(architecture_.arguments[1]);
  std::uint32_t answer = 0;
  if (call == kWriteCharacter) {
    peripherals_.print(textAt(argument).substr(0, 1));
  } else if (call == kWriteText) {
    peripherals_.print(textAt(argument));
  } else if (call == kWrite) {
    const std::uint32_t from = guest_.word(argument + 4).value_or(0);
    const auto bytes = guest_.at(from, std::min<std::uint64_t>(guest_.word(argument + 8).value_or(0), kLongestText));
    peripherals_.print({bytes.begin(), bytes.end()});
  } else if (call == kExit || call == kExitExtended) {
    stop("the firmware ended");
  } else {
    answer = ~std::uint32_t{0};
  }
  uc_reg_write(engine_, architecture_.arguments[0], &answer);
}

// Returns the address at which the RP2040's other core continues. `address`: that of the present one.
std::uint32_t ImageMachine::Run::switchCore(std::uint32_t address) {
  std::uint32_t next = address | architecture_.format->pointerTag;
  uc_reg_write(engine_, architecture_.programCounter, &next);
  uc_context* allocated = nullptr;
  if (uc_context_alloc(engine_, &allocated) != UC_ERR_OK) return address;
  Context own(allocated);
  uc_context_save(engine_, own.get());
  singleCycle_.switchCore();
  usedSecondCore_ = true;
  if (const auto launch = singleCycle_.takeLaunch()) {
    // The end is in the boot ROM, which nothing else reads.
    const std::uint32_t end = guest_.word(kWord).value_or(0);
    next = launch->entry | architecture_.format->pointerTag;
    uc_reg_write(engine_, architecture_.stackPointer, &launch->stack);
    uc_reg_write(engine_, architecture_.returnAddress, &end);
    uc_reg_write(engine_, architecture_.programCounter, &next);
  } else {
    uc_context_restore(engine_, otherCore_.get());
  }
  otherCore_ = std::move(own);
  return architecture_.addressOf(readRegister(architecture_.programCounter));
}

// The processor sleeps until an event: only the tick is known here.
bool ImageMachine::Run::wake(std::uint32_t& address) {
  address = readRegister(architecture_.programCounter);
  const std::uint16_t instruction = guest_.half(address);
  if (instruction == kWaitForInterrupt || instruction == kWaitForEvent) address += sizeof(instruction);
  nextTick_ = 0;
  if (hasOtherCore()) address = switchCore(address);
  slept_ += kCyclesOfSleep;
  if (++idles_ <= kMostIdles) return true;
  stop("the firmware sleeps forever");
  return false;
}

bool ImageMachine::Run::waitsBefore(std::uint32_t address) const {
  const std::uint16_t instruction = guest_.half(address - std::uint32_t{sizeof(std::uint16_t)});
  return instruction == kWaitForEvent || instruction == kYield;
}

// True: the run continues at `address`.
bool ImageMachine::Run::goOn(uc_err error, std::uint32_t& address) {
  const Pause why = pause_;
  pause_ = Pause::kNone;
  if (!failure_.empty() || why == Pause::kDone) return false;
  address = pauseAddress_;
  switch (why) {
  case Pause::kAgain:
  case Pause::kJump: return true;
  case Pause::kException: {
    const std::uint32_t handler = vector(pauseNumber_) & ~1U;
    if (!exceptions_->inHandler() && !inOtherTask_) interruptedStack_ = readRegister(architecture_.stackPointer);
    if (!exceptions_->enter(pauseNumber_, handler, pauseAddress_)) {
      stop("an exception has no stack");
      return false;
    }
    address = handler;
    return true;
  }
  case Pause::kExceptionReturn:
    address = exceptions_->leave(pauseAddress_);
    if (address == 0) stop("an exception returns to an invalid address");
    if (!exceptions_->inHandler()) inOtherTask_ = readRegister(architecture_.stackPointer) != interruptedStack_;
    return address != 0;
  case Pause::kOtherCore:
    address = switchCore(pauseAddress_);
    if (++idles_ > kMostIdles)
      stop(fmt::format("both cores wait, at {} and {}", describe(address), describe(pauseAddress_)));
    return failure_.empty();
  case Pause::kSemihosting:
    semihost();
    address = pauseAddress_ + 2;
    return failure_.empty();
  case Pause::kDone:
  case Pause::kNone: break;
  }
  // The engine reports a wait for an event as an unknown instruction.
  const bool waits = error == UC_ERR_INSN_INVALID && waitsBefore(readRegister(architecture_.programCounter));
  if (error != UC_ERR_OK && !waits) {
    const bool none = error == UC_ERR_READ_UNMAPPED || error == UC_ERR_WRITE_UNMAPPED;
    const bool flash = error == UC_ERR_WRITE_PROT;
    stop(explainFault(error) +
         (none || flash ? fmt::format("; {} at 0x{:08X}", none ? "no memory is" : "it writes to flash", unmapped_)
                        : ""));
    return false;
  }
  return wake(address);
}

void ImageMachine::Run::runOn(std::uint32_t address, std::uint32_t until) {
  for (;;) {
    const uc_err error = uc_emu_start(engine_, address | architecture_.format->pointerTag, until, 0, 0);
    if (pause_ == Pause::kNone && error == UC_ERR_OK && readRegister(architecture_.programCounter) == until) return;
    if (!goOn(error, address)) return;
  }
}

void ImageMachine::Run::pause(Pause why, std::uint32_t address) {
  pause_ = why;
  pauseAddress_ = address;
  uc_emu_stop(engine_);
}

} // namespace arenascope::image
