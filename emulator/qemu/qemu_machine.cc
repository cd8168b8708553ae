#include "emulator/qemu/qemu_machine.h"

#include <algorithm>
#include <cstring>

#include "emulator/firmware/told_registers.h"
#include "emulator/qemu/board.h"

namespace arenascope::qemu {

using instrumentation::Block;
using protocol::FirmwareImage;

namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr const char* kFaultHandler = "arenascope_faulted";

bool isCode(std::uint32_t address) { return address >= kCodeBase && address - kCodeBase < kCodeBytes; }

} // namespace

class QemuMachine::Run final : public instrumentation::InstrumentedRun {
public:
  Run(QemuMachine& owner, const protocol::MachineRequest& request, const protocol::MachineEvents& events,
      const protocol::IsCancelled& isCancelled)
      : InstrumentedRun(*owner.processor_.architecture, owner.image_, owner.blocks_, request.flash,
                        cpu::RamAccesses(request.ram, request.arena, instrumentation::arenaOf(request, kArenaBase)),
                        cpu::PlacedMemory(request.placed), request.maxInstructions, isCancelled),
        owner_(owner), request_(request), arena_(instrumentation::arenaOf(request, kArenaBase)),
        watch_(*this, request, events, kArenaBase, kModelBase) {}

  std::string begin() {
    const auto address = image_.symbol("arenascope_registers");
    const auto exported = address ? memory(*address, sizeof(firmware::ToldRegisters)) : std::span<std::uint8_t>();
    if (exported.empty()) return "the firmware image is not for this engine: it does not export its registers";
    registers_ = exported.data();
    return watch_.begin(kRamBase + kRamBytes);
  }

  bool execute(std::uint32_t address, std::uint32_t bytes) {
    at_ = address;
    auto* user = static_cast<InstrumentedRun*>(this);
    hasMemoryWaitStates() ? onFetchedBlock(nullptr, address, bytes, user) : onBlock(nullptr, address, bytes, user);
    if (request_.instrumentation == protocol::Instrumentation::kInstructions) watch_.onWalkedBlock(address, bytes);
    return !interrupted_;
  }

  instrumentation::FirmwareWatch& watch() { return watch_; }

  void access(std::uint32_t address, std::uint32_t bytes, bool write) {
    const bool inArena = address >= arena_.begin && address < arena_.end;
    const bool inModel = address >= kModelBase;
    const bool inFlash = inModel || isCode(address);
    if (inFlash && !write && hasFlashWaitStates()) readFlash(address, bytes);
    if (!inFlash && ram_.hasWaitStates()) accessRam(address, bytes, write);
    if (inArena && request_.distancesOf != nullptr) watch_.onMeteredAccess(address, bytes, write);
    const bool aroundArena = address >= kArenaBase && address < kModelBase;
    const bool behindModel = inModel && address - kModelBase >= request_.model.size();
    if (request_.guard && (aroundArena || behindModel)) watch_.onGuardedAccess(address, bytes, write);
  }

  void fault() {
    at_ = exported().programCounter;
    stop("the processor faulted at " + whereItIs());
  }

  protocol::MachineResult finish() { return watch_.finish(failure_); }

  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) override {
    return owner_.memory(address, bytes);
  }

  std::uint32_t readRegister(int id) const override {
    const firmware::ToldRegisters registers = exported();
    if (id == architecture_.programCounter) return at_;
    if (id == architecture_.stackPointer) return registers.stackPointer;
    if (id == architecture_.returnAddress) return registers.returnAddress;
    const auto* found = std::ranges::find(architecture_.arguments, id);
    return found == architecture_.arguments.end() ? 0 : registers.arguments[found - architecture_.arguments.begin()];
  }

private:
  firmware::ToldRegisters exported() const {
    firmware::ToldRegisters registers{};
    std::memcpy(&registers, registers_, sizeof(registers));
    return registers;
  }

  bool onMarked(Block& block, std::uint32_t address) override {
    if ((block.marks & instrumentation::kMarkMissing) != 0) {
      const auto missing = blocks_.model().findMissing(memory(address, block.key), address);
      if (missing)
        stop("the processor does not have the instruction at " + describe(missing->address) + ": " + missing->what);
    } else {
      watch_.onMarked(block, address);
    }
    return true;
  }
  void onReturned(Frame frame, const run::Cost& spent) override { watch_.onReturned(frame, spent); }
  void interrupt() override { interrupted_ = true; }

  QemuMachine& owner_;
  const protocol::MachineRequest& request_;
  cpu::AddressRange arena_;
  instrumentation::FirmwareWatch watch_;
  const std::uint8_t* registers_ = nullptr;
  std::uint32_t at_ = 0; // the running block
  bool interrupted_ = false;
};

QemuMachine::QemuMachine(const FirmwareImage& image, const cpu::Processor& processor, const protocol::GuestFile& memory)
    : image_(image), processor_(processor), memory_(memory), model_(processor.makeModel()),
      blocks_(image.code().bytes, image.code().address, *model_), fault_(image.symbol(kFaultHandler)) {
  instrumentation::FirmwareWatch::markSymbols(image, blocks_);
  map(kCodeBase, kCodeBytes);
  map(kRamBase, kRamBytes);
  for (const FirmwareImage::Segment& segment : image.segments())
    if (const auto target = this->memory(segment.address, segment.bytes.size()); isCode(segment.address))
      std::ranges::copy(segment.bytes.begin(), segment.bytes.begin() + static_cast<std::ptrdiff_t>(target.size()),
                        target.begin());
}

QemuMachine::~QemuMachine() = default;

// Zeroed.
std::span<std::uint8_t> QemuMachine::map(std::uint32_t base, std::uint64_t bytes) {
  const std::uint64_t whole = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  std::erase_if(regions_, [&](const protocol::Region& region) {
    if (region.base == base) memory_.clear(0, region.place, region.bytes);
    return region.base == base;
  });
  if (base - kMemoryBase + whole > kMemoryBytes) return {};
  regions_.push_back({base, whole, base - kMemoryBase});
  return memory_.at(0, base - kMemoryBase, whole);
}

std::string QemuMachine::begin(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                               const protocol::IsCancelled& isCancelled) {
  std::ranges::fill(map(kRamBase, kRamBytes), std::uint8_t{0});
  const auto model = map(kModelBase, request.model.size() + 1);
  if (model.empty() || map(kArenaBase, protocol::arenaWindow(request)).empty())
    return "the board has too little memory for this model or this arena";
  std::ranges::copy(request.model, model.begin());
  for (const FirmwareImage::Segment& segment : image_.segments()) {
    const auto target = memory(segment.address, segment.bytes.size());
    if (target.empty()) return "the firmware image does not fit the machine's memory";
    if (!isCode(segment.address)) std::ranges::copy(segment.bytes, target.begin());
  }
  run_ = std::make_unique<Run>(*this, request, events, isCancelled);
  std::string failure = run_->begin();
  if (!failure.empty()) run_.reset();
  return failure;
}

bool QemuMachine::onBlock(std::uint32_t address, std::uint32_t bytes) {
  if (address != fault_) return run_->execute(address, bytes);
  run_->fault();
  return false;
}

void QemuMachine::onInstruction(std::uint32_t address, std::uint32_t bytes) {
  run_->watch().onInstruction(address, bytes);
}

void QemuMachine::onAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
  run_->access(address, bytes, write);
}

protocol::MachineResult QemuMachine::finish() {
  protocol::MachineResult result = run_->finish();
  run_.reset();
  return result;
}

} // namespace arenascope::qemu
