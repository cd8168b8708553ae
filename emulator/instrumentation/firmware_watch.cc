#include "emulator/instrumentation/firmware_watch.h"

#include <algorithm>
#include <cstring>

namespace arenascope::instrumentation {

namespace {

constexpr std::uint8_t kGuardByte = 0xA5;

using Call = InstrumentedRun::Call;
using Frame = InstrumentedRun::Frame;

// Address at which a watched function is recognized: firmware that exports its registers has a second one, reached
// after that (emulator/firmware/told_registers.cc).
std::optional<std::uint32_t> watchedAt(const protocol::FirmwareImage& image, const std::string& function) {
  const auto configured = image.symbol(function + "_told");
  return configured ? configured : image.symbol(function);
}

} // namespace

cpu::AddressRange arenaOf(const protocol::MachineRequest& request, std::uint32_t arenaBase) {
  const std::uint32_t begin = arenaBase + request.arenaMisalignment;
  return {begin, static_cast<std::uint32_t>(begin + request.arenaBytes)};
}

FirmwareWatch::FirmwareWatch(InstrumentedRun& run, const protocol::MachineRequest& request,
                             const protocol::MachineEvents& events, std::uint32_t arenaBase, std::uint32_t modelBase)
    : run_(run), request_(request), events_(events), arenaBase_(arenaBase), modelBase_(modelBase) {
  if (request.distancesOf != nullptr) profiler_.emplace(*request.distancesOf);
}

void FirmwareWatch::markSymbols(const protocol::FirmwareImage& image, BlockTable& blocks) {
  const std::pair<const char*, Mark> watched[] = {{"arenascope_trace_event", kMarkTraceEvent},
                                                  {"arenascope_call_kernel", kMarkKernelCall},
                                                  {"arenascope_create", kMarkStage},
                                                  {"arenascope_allocate", kMarkStage},
                                                  {"arenascope_invoke", kMarkInvoke}};
  for (const auto& [name, mark] : watched)
    if (const auto address = watchedAt(image, name)) blocks.mark(*address, mark);
}

std::string FirmwareWatch::begin(std::uint32_t stackTop) {
  const cpu::AddressRange arena = arenaOf(request_, arenaBase_);
  arenaGuard_ = run_.memory(arena.end, protocol::kGuardBytes);
  std::ranges::fill(arenaGuard_, kGuardByte);
  const protocol::FirmwareImage& image = run_.image();
  const auto mailboxAddress = image.symbol("arenascope_mailbox");
  if (!mailboxAddress || !image.symbol("arenascope_exit"))
    return "the firmware image is not one of ArenaScope's: it has no mailbox";
  firmware::Mailbox mailbox = request_.mailbox;
  mailbox.modelAddress = modelBase_;
  mailbox.modelBytes = static_cast<std::uint32_t>(request_.model.size());
  mailbox.arenaAddress = arena.begin;
  mailbox.arenaBytes = static_cast<std::uint32_t>(request_.arenaBytes);
  mailbox.outcome = firmware::Outcome::kRunning;
  std::memcpy(run_.memory(*mailboxAddress, sizeof(mailbox)).data(), &mailbox, sizeof(mailbox));
  if (const auto variant = image.symbol("arenascope_variant"))
    std::memcpy(run_.memory(*variant, sizeof(request_.variant)).data(), &request_.variant, sizeof(request_.variant));
  else if (request_.variant != tflm::Variant{})
    return "the firmware image is not configurable as another interpreter";
  if (const auto memory = image.symbol("arenascope_decompression")) {
    const firmware::DecompressionMemory decompression{.address = protocol::decompressionAddress(request_, arenaBase_),
                                                      .bytes = request_.decompressionBytes};
    std::memcpy(run_.memory(*memory, sizeof(decompression)).data(), &decompression, sizeof(decompression));
  } else if (request_.decompressionBytes > 0) {
    return "the firmware image has no decompression memory";
  }
  if (request_.instrumentation != protocol::Instrumentation::kNone) profileStack(stackTop);
  return {};
}

// The stack may grow down to the firmware's own data.
void FirmwareWatch::profileStack(std::uint32_t stackTop) {
  const std::uint32_t low = run_.image().symbol("end").value_or(stackTop);
  stack_ = StackProfiler(run_.memory(low, stackTop - low), low);
}

protocol::MachineResult FirmwareWatch::finish(std::string failure) {
  const auto mailbox = run_.memory(*run_.image().symbol("arenascope_mailbox"), sizeof(firmware::Mailbox));
  firmware::Mailbox answer{};
  std::memcpy(&answer, mailbox.data(), sizeof(answer));
  result_.failure = std::move(failure);
  result_.outcome = answer.outcome;
  result_.total = run_.cost();
  if (profiler_) result_.distances = profiler_->take();
  if (request_.instrumentation != protocol::Instrumentation::kNone) result_.stack = stack_.finish();
  const cpu::Architecture& registers = run_.architecture();
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kAborted)
    result_.failure = "the firmware stopped itself (failed assertion) called from " +
                      run_.describe(run_.readRegister(registers.returnAddress));
  if (result_.failure.empty() && answer.outcome == firmware::Outcome::kRunning)
    result_.failure =
        "the firmware stopped without an answer at " + run_.describe(run_.readRegister(registers.programCounter));
  if (result_.failure.empty() &&
      !std::ranges::all_of(arenaGuard_, [](std::uint8_t byte) { return byte == kGuardByte; }))
    result_.failure = kPastTheArena;
  return std::move(result_);
}

void FirmwareWatch::onWalkedBlock(std::uint32_t address, std::uint32_t bytes) {
  countSkipped(walkedEnd_);
  walkedNext_ = address;
  walkedEnd_ = address + bytes;
}

void FirmwareWatch::onInstruction(std::uint32_t address, std::uint32_t bytes) {
  countSkipped(address);
  result_.countedInstructions += 1;
  walkedNext_ = address + bytes;
}

// Skipped instructions of an IT block are not reported: they lie between two that are, or at a block's end.
void FirmwareWatch::countSkipped(std::uint32_t until) {
  if (until > walkedNext_)
    result_.countedInstructions += run_.architecture().countInstructions(run_.memory(walkedNext_, until - walkedNext_));
}

void FirmwareWatch::onMeteredAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (profiler_->isWatching()) profiler_->access(address, bytes, write);
}

bool FirmwareWatch::isAllowed(std::uint32_t address, std::uint32_t bytes, bool write) {
  const std::vector<Frame>& frames = run_.frames();
  if (frames.empty() || frames.back().allowed == nullptr) return true; // the interpreter's own
  const AllowedAccess& allowed = *frames.back().allowed;
  if (!(write ? allowed.writes : allowed.reads).holds(address, bytes)) return false;
  ++result_.guardedAccesses;
  return true;
}

void FirmwareWatch::onGuardedAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (isAllowed(address, bytes, write)) return;
  ++result_.guardedAccesses;
  run_.stop(events_.describeAccess({run_.frames().back().position, address, bytes, write}) + ", at " +
            run_.describe(run_.readRegister(run_.architecture().programCounter)));
}

const AllowedAccess& FirmwareWatch::allowedFor(const trace::Position& position) {
  const auto [found, isNew] = allowed_.try_emplace({position.subgraph, position.op});
  if (isNew) {
    const std::vector<run::MemoryRange> ranges = events_.allowedMemory(position);
    found->second = {AddressSet(ranges, false), AddressSet(ranges, true)};
  }
  return found->second;
}

void FirmwareWatch::onMarked(const Block& block, std::uint32_t address) {
  const cpu::Architecture& registers = run_.architecture();
  if ((block.marks & kMarkReturn) != 0) run_.leaveCall(address);
  if ((block.marks & kMarkTraceEvent) != 0) {
    const std::span<std::uint8_t> bytes = run_.memory(run_.readRegister(registers.arguments[0]), sizeof(trace::Event));
    trace::Event event;
    if (bytes.empty()) return run_.stop("the firmware reported an event at a bad address");
    std::memcpy(&event, bytes.data(), sizeof(event));
    if (profiler_) profiler_->onEvent(event);
    events_.onEvent(event);
  }
  if ((block.marks & kMarkStage) != 0)
    stack_.begin(watchedAt(run_.image(), "arenascope_create") == address ? run::StackStage::kCreate
                                                                         : run::StackStage::kAllocate,
                 run_.readRegister(registers.stackPointer));
  if ((block.marks & kMarkInvoke) != 0)
    stack_.begin(run::StackStage::kInvoke, run_.readRegister(registers.stackPointer));
  if ((block.marks & kMarkKernelCall) != 0) enterCall(Call::kKernel, block, address);
  if ((block.marks & kMarkInvoke) != 0) enterCall(Call::kInvoke, block, address);
}

void FirmwareWatch::enterCall(Call kind, const Block& block, std::uint32_t address) {
  run_.drainFunctions();
  Frame frame = run_.frameOf(kind, address);
  if (kind == Call::kKernel) {
    const cpu::Architecture& registers = run_.architecture();
    // The few instructions of the call itself are the interpreter's; the last argument points to the position.
    const run::Cost call = unpacked(block.cost);
    frame.start += call;
    frame.functions[frame.function] = run::Cost() - call; // since the next drain adds it
    if (!run_.frames().empty()) run_.frames().back().functions[frame.function] += call;
    frame.function =
        run_.image().functionStart(registers.addressOf(run_.readRegister(registers.arguments[0]))); // the kernel
    const auto bytes = run_.memory(run_.readRegister(registers.arguments[3]), sizeof(trace::Position));
    if (bytes.empty()) return run_.stop("the firmware called a kernel without a position");
    std::memcpy(&frame.position, bytes.data(), sizeof(frame.position));
    if (request_.guard) frame.allowed = &allowedFor(frame.position);
    if (profiler_ && run_.kernelDepth() == 0) profiler_->begin(frame.position);
  }
  if (kind == Call::kInvoke) waitsBefore_ = run_.placedWaits();
  run_.pushFrame(std::move(frame));
}

void FirmwareWatch::onReturned(const Frame& frame, const run::Cost& spent) {
  if (frame.kind == Call::kInvoke) {
    result_.invoke = spent;
    result_.invokeFunctions = run_.named(frame.functions);
    result_.placedWaits = run_.placedWaits();
    for (std::size_t i = 0; i < waitsBefore_.size(); ++i) result_.placedWaits[i] -= waitsBefore_[i];
    return;
  }
  stack_.operatorEnded(frame.position);
  if (profiler_ && run_.kernelDepth() == 0) profiler_->end();
  // A kernel that failed has no outputs: the interpreter's message has the reason.
  if (run_.readRegister(run_.architecture().arguments[0]) == 0)
    events_.onOperator(frame.position, run_.kernelDepth(), spent, run_.named(frame.functions));
}

} // namespace arenascope::instrumentation
