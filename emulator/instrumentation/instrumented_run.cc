#include "emulator/instrumentation/instrumented_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace arenascope::instrumentation {

namespace {

constexpr std::uint32_t kCheckEvery = 1'000'000; // instructions between two checks of limits
constexpr std::uint64_t kDrainEvery = 1U << 28;  // cycles: before 31 bits of a block's cycles are full

std::string hexAddress(std::uint32_t address) { return fmt::format("0x{:08X}", address); }

} // namespace

run::Cost unpacked(PackedCost cost) {
  return {instructionsOf(cost), static_cast<std::uint64_t>(std::int64_t{cyclesOf(cost)})};
}

InstrumentedRun::InstrumentedRun(const cpu::Architecture& architecture, const protocol::FirmwareImage& image,
                                 BlockTable& blocks, const cpu::FlashTiming& flash, cpu::RamAccesses ram,
                                 cpu::PlacedMemory placed, std::uint64_t maxInstructions,
                                 const protocol::IsCancelled& isCancelled)
    : fast_(blocks.fast()), blocks_(blocks), image_(image), architecture_(architecture), isCancelled_(isCancelled),
      flash_(flash), flashReads_(flash, placed.cacheBytes()), ram_(std::move(ram)), placed_(std::move(placed)),
      hasFlashWaitStates_(flash.waitStates > 0 || placed_.hasWaitStates()), maxInstructions_(maxInstructions) {
  for (const cpu::PlacedRange& range : placed_.ranges())
    if (range.inRam != 0 && range.memory.hasWaitStates())
      ram_.needCache(range.memory.cacheBytes, range.memory.lineBytes);
  blocks_.forgetReturns(); // of earlier runs
}

std::string InstrumentedRun::describe(std::uint32_t address) const {
  const std::string function = image_.functionAt(architecture_.addressOf(address));
  return hexAddress(address) + (function.empty() ? "" : " in " + function);
}

std::string InstrumentedRun::whereItIs() const {
  return describe(readRegister(architecture_.programCounter)) + ", called from " +
         describe(readRegister(architecture_.returnAddress));
}

void InstrumentedRun::stop(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  interrupt();
}

void InstrumentedRun::check() {
  checked_ = cost();
  recent_ = 0;
  if (checked_.cycles - drained_ >= kDrainEvery) drainFunctions();
  if (isCancelled_()) stop("cancelled");
  if (checked_.instructions > maxInstructions_)
    stop(fmt::format("stopped after {} instructions (the limit is {}) at {}", checked_.instructions, maxInstructions_,
                     describe(readRegister(architecture_.programCounter))));
  onCheck();
}

run::Cost InstrumentedRun::cost() const {
  run::Cost total = checked_;
  return total += unpacked(recent_);
}

// Short, so that the compiler saves no registers: it runs for every block, some 40 million times a second.
void InstrumentedRun::onBlock(uc_struct* /*engine*/, std::uint64_t address, std::uint32_t size, void* user) {
  InstrumentedRun& run = *static_cast<InstrumentedRun*>(user);
  const auto start = static_cast<std::uint32_t>(address);
  Block* block = run.fast_.find(start, size);
  if (block == nullptr) [[unlikely]]
    return onOtherBlock(run, start, size);
  run.account(*block, start);
}

void InstrumentedRun::onPlacedBlock(Block* block, std::uint64_t address, std::uint32_t size, void* user) {
  InstrumentedRun& run = *static_cast<InstrumentedRun*>(user);
  if (block->key != size) [[unlikely]]
    return onOtherBlock(run, static_cast<std::uint32_t>(address), size);
  run.account(*block, static_cast<std::uint32_t>(address));
}

inline void InstrumentedRun::account(Block& block, std::uint32_t address) {
  PackedCost cost = block.cost;
  if (static_cast<std::uint32_t>(next_) != address) cost += packCost(0, cyclesOf(next_) + block.entryCycles);
  next_ = block.next;
  recent_ += cost;
  block.spent += cost;
  if (static_cast<std::uint32_t>(recent_) >= kCheckEvery) [[unlikely]]
    check();
}

void InstrumentedRun::onOtherBlock(InstrumentedRun& run, std::uint32_t address, std::uint32_t bytes) {
  Block& block = run.blocks_.at(address, bytes);
  if (block.marks != 0) {
    // The way into the block counts for the code before it, which may be any function that the watched one called.
    if (const auto before = static_cast<std::uint32_t>(run.next_); before != address) {
      const PackedCost way = packCost(0, cyclesOf(run.next_) + block.entryCycles);
      run.recent_ += way;
      if (!run.frames_.empty()) run.frames_.back().functions[run.image_.functionStart(before - 2)] += unpacked(way);
    }
    run.next_ = address;
    if (!run.onMarked(block, address)) return;
  }
  run.account(block, address);
}

// With the flash's wait states.
void InstrumentedRun::onFetchedBlock(uc_struct* engine, std::uint64_t address, std::uint32_t size, void* user) {
  onBlock(engine, address, size, user);
  const auto start = static_cast<std::uint32_t>(address);
  InstrumentedRun& run = *static_cast<InstrumentedRun*>(user);
  Block& block = run.blocks_.at(start, size);
  if ((block.marks & kMarkTimed) != 0) return;
  run.running_ = &block;
  if (run.hasFlashWaitStates()) run.fetch(start, size);
}

void InstrumentedRun::fetch(std::uint32_t address, std::uint32_t bytes) {
  const cpu::PlacedRange* range = placed_.find(address);
  const bool inRam = range != nullptr && range->inRam != 0;
  const std::uint32_t cycles =
      inRam ? flashReads_.stallForCodeIn(range->memory, address, bytes) : flashReads_.stallForCode(address, bytes);
  if (range != nullptr) placed_.count(*range, cycles);
  wait(cycles);
}

void InstrumentedRun::readFlash(std::uint32_t address, std::uint32_t bytes) {
  if (running_ == nullptr) return;
  const cpu::PlacedRange* range = placed_.find(address);
  const bool inRam = range != nullptr && range->inRam != 0;
  const std::uint32_t cycles =
      inRam ? ram_.stallIn(range->memory, address, bytes, false) : flashReads_.stallForData(address, bytes);
  if (range != nullptr) placed_.count(*range, cycles);
  wait(cycles);
}

void InstrumentedRun::accessRam(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (running_ != nullptr) wait(ram_.stall(address, bytes, write));
}

void InstrumentedRun::wait(std::uint32_t cycles) { spend(*running_, cycles); }

void InstrumentedRun::spend(Block& block, std::uint32_t cycles) {
  const PackedCost more = packCost(0, static_cast<std::int32_t>(cycles));
  recent_ += more;
  block.spent += more;
}

// Costs since the last drain belong to the innermost watched call. Called before 31 bits overflow.
void InstrumentedRun::drainFunctions() {
  drained_ = cost().cycles;
  blocks_.drain([this](std::uint32_t address, PackedCost spent) {
    if (!frames_.empty()) frames_.back().functions[image_.functionStart(address)] += unpacked(spent);
  });
}

std::vector<run::FunctionCost> InstrumentedRun::named(const std::map<std::uint32_t, run::Cost>& functions) const {
  std::vector<run::FunctionCost> costs;
  for (const auto& [address, cost] : functions)
    if (cost.instructions > 0 || cost.cycles > 0) costs.push_back({image_.functionAt(address), cost});
  std::stable_sort(costs.begin(), costs.end(),
                   [](const auto& a, const auto& b) { return a.cost.cycles > b.cost.cycles; });
  return costs;
}

void InstrumentedRun::leaveCall(std::uint32_t address) {
  if (frames_.empty() || frames_.back().returnAddress != address ||
      frames_.back().stackPointer != readRegister(architecture_.stackPointer))
    return;
  drainFunctions();
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const run::Cost spent = cost() - frame.start;
  onReturned(std::move(frame), spent);
}

InstrumentedRun::Frame InstrumentedRun::frameOf(Call kind, std::uint32_t function) const {
  return {.kind = kind,
          .returnAddress = architecture_.addressOf(readRegister(architecture_.returnAddress)),
          .stackPointer = readRegister(architecture_.stackPointer),
          .function = image_.functionStart(function),
          .position = {},
          .start = cost(),
          .functions = {},
          .allowed = nullptr};
}

int InstrumentedRun::kernelDepth() const {
  return static_cast<int>(
      std::count_if(frames_.begin(), frames_.end(), [](const Frame& frame) { return frame.kind == Call::kKernel; }));
}

void InstrumentedRun::pushFrame(Frame frame) {
  blocks_.markReturn(frame.returnAddress);
  frames_.push_back(std::move(frame));
}

} // namespace arenascope::instrumentation
