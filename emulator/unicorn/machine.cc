#include "emulator/unicorn/machine.h"

#include "emulator/firmware/memory_map.h"
#include "emulator/unicorn/machine_run.h"

namespace arenascope::unicorn {

struct Machine::Inside {
  Inside(const protocol::GuestFile& memory, int window) : engine(memory, window) {}

  Engine engine;
  std::optional<Run> run; // destroyed before the engine
  std::optional<Watched> watched;
  bool canGoOn = false; // the last run ended well and left nothing but translated code
  int runs = 0;
};

namespace {

// Per engine: it leaks a little memory with each region that is mapped anew, and frees it only when closed.
constexpr int kMostRuns = 1000;

} // namespace

Machine::Machine(const protocol::FirmwareImage& image, const cpu::Processor& processor,
                 const protocol::GuestFile& memory)
    : image_(image), processor_(processor), memory_(memory), model_(processor.makeModel()),
      timed_(processor.architecture->timedInstructions(image.codeRanges(), firmware::kFlashBase, firmware::kStubBase)),
      blocks_(image.code().bytes, image.code().address, *model_) {
  for (const cpu::TimedInstructions::Stub& stub : timed_->stubs()) blocks_.addStub(stub.address, stub.bytes, stub.next);
  instrumentation::FirmwareWatch::markSymbols(image, blocks_);
}

Machine::~Machine() = default;

std::optional<Machine::Watched> Machine::watchedIn(const protocol::MachineRequest& request) {
  protocol::MachineRequest others = request;
  others.guard = false;
  others.distancesOf = nullptr;
  if (request.instrumentation != protocol::Instrumentation::kBlocks || protocol::watchesMemory(others))
    return std::nullopt;
  return Watched{request.guard, request.distancesOf != nullptr};
}

protocol::MachineResult Machine::run(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                                     const protocol::IsCancelled& isCancelled) {
  const std::optional<Watched> watched = watchedIn(request);
  const bool keep = watched == Watched{};
  last_ = nullptr;
  std::unique_ptr<Inside>& inside = keep ? kept_ : once_;
  if (inside == nullptr || !inside->canGoOn || !watched || inside->watched != watched) {
    inside.reset(); // first: it uses the memory
    inside = std::make_unique<Inside>(memory_, keep ? protocol::kKeptWindow : protocol::kOnceWindow);
    inside->watched = watched;
    protocol::MachineResult failed;
    // What is observed depends on where blocks end.
    failed.failure =
        inside->engine.open(*processor_.architecture, processor_.engineModel, keep ? firmware::kPageBytes : 0);
    if (!failed.failure.empty()) return failed;
  }
  last_ = inside.get();
  inside->canGoOn = false;
  // Constructed at the address of the previous run, which hooks refer to.
  protocol::MachineResult result =
      inside->run
          .emplace(inside->engine, *processor_.architecture, image_, *timed_, blocks_, request, events, isCancelled)
          .execute();
  inside->canGoOn = result.failure.empty() && ++inside->runs < kMostRuns;
  return result;
}

std::vector<protocol::Region> Machine::regions() const {
  return last_ == nullptr ? std::vector<protocol::Region>() : last_->engine.regions();
}

std::span<std::uint8_t> Machine::memory(std::uint64_t address, std::uint64_t bytes) {
  return last_ == nullptr ? std::span<std::uint8_t>() : last_->engine.memory(address, bytes);
}

} // namespace arenascope::unicorn
