#include "emulator/client/emulator.h"

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "core/base/log.h"

namespace arenascope::client {

using protocol::Message;
using protocol::Received;
using protocol::Writer;

namespace {

// Far beyond what any run takes that counts its instructions: for one that does not.
constexpr std::uint64_t kSlowest = 500'000; // instructions a second, watched at every access and with sanitizers
constexpr std::uint64_t kSecondsBefore = 60;

// Of one kind.
struct Preforked {
  explicit Preforked(const WorkerKind& of) : kind(of) {}
  const WorkerKind& kind;
  std::mutex mutex;
  bool wasStarted = false;
  std::string identity; // of the first that was asked
  std::string failure;  // which could not be

  // What is wrong is said by who needs one.
  void startOne() {
    Result<std::unique_ptr<EmulatorProcess>> started = EmulatorProcess::start(kind);
    if (started)
      process = std::move(*started);
    else
      failure = started.error().message;
  }
  // Asks the idle one, or starts the first.
  void ask() {
    if (!identity.empty()) return;
    if (process == nullptr) startOne();
    if (process == nullptr) return;
    const Result<protocol::Greeting> greeting = process->greeting();
    if (greeting) {
      identity = greeting->identity;
    } else {
      failure = greeting.error().message;
      process.reset();
    }
  }
  std::unique_ptr<EmulatorProcess> process;
};

// Those that have been asked for.
struct AllPreforked {
  std::mutex mutex;
  std::map<const WorkerKind*, Preforked> kinds;
};

// Never ended: at the program's end that would only take time.
AllPreforked& allPreforked() {
  static AllPreforked& all = *new AllPreforked;
  return all;
}

Preforked& preforked(const WorkerKind& kind) {
  AllPreforked& all = allPreforked();
  const std::lock_guard lock(all.mutex);
  return all.kinds.try_emplace(&kind, kind).first->second;
}

Result<std::unique_ptr<EmulatorProcess>> takeOrStart(const WorkerKind& kind) {
  {
    Preforked& one = preforked(kind);
    const std::lock_guard lock(one.mutex);
    if (one.process != nullptr) return std::move(one.process);
  }
  return EmulatorProcess::start(kind);
}

bool isTheOneThatIsKnown(const WorkerKind& kind, const protocol::Greeting& greeting) {
  Preforked& one = preforked(kind);
  const std::lock_guard lock(one.mutex);
  return one.identity.empty() || one.identity == greeting.identity;
}

} // namespace

void prefork(const WorkerKind& kind) {
  Preforked& one = preforked(kind);
  const std::lock_guard lock(one.mutex);
  if (std::exchange(one.wasStarted, true)) return;
  one.startOne();
}

std::string identityOf(const WorkerKind& kind) {
  Preforked& one = preforked(kind);
  const std::lock_guard lock(one.mutex);
  one.ask();
  return one.identity;
}

std::string whyNot(const WorkerKind& kind) {
  if (std::string missing = kind.lacks(); !missing.empty()) return missing;
  Preforked& one = preforked(kind);
  const std::lock_guard lock(one.mutex);
  if (one.failure.empty()) one.ask();
  return one.failure;
}

void endPreforked() {
  AllPreforked& all = allPreforked();
  const std::lock_guard lock(all.mutex);
  for (auto& [kind, one] : all.kinds) {
    const std::lock_guard its(one.mutex);
    one.process.reset();
  }
}

// A process that has ended since the last run is nobody's loss.
std::string Emulator::begin(Message message, const Writer& request) {
  mapped_ = {};
  if (process_ != nullptr) {
    process_->memory().shared().cancelled = 0;
    if (process_->channel().send(message, request)) return {};
    log::info([&] { return "the emulator has ended: " + process_->howItEnded() + "; a new one is starting"; });
    process_.reset();
  }
  Result<std::unique_ptr<EmulatorProcess>> started = start_ ? start_() : takeOrStart(kind_);
  if (!started) return started.error().message;
  process_ = std::move(*started);
  process_->channel().send(load_, values_());
  process_->channel().send(message, request);
  const Result<protocol::Greeting> greeting = process_->greeting();
  if (greeting && isTheOneThatIsKnown(kind_, *greeting)) return {};
  process_.reset();
  return greeting ? "the emulator has been replaced while this program is running: restart the program"
                  : greeting.error().message;
}

std::string Emulator::perform(Message message, const Writer& request, std::uint64_t instructions,
                              const Conversation& run) {
  if (std::string failure = begin(message, request); !failure.empty()) return failure;
  process_->limitTime(std::chrono::seconds(kSecondsBefore + instructions / kSlowest));
  std::string why;
  try {
    if (converse(run)) return {};
  } catch (const std::exception& error) { // this computer has no memory for what came
    why = error.what();
  }
  if (!run.check.wrong().empty()) why = "it sent " + run.check.wrong();
  const std::string ended = process_->howItEnded();
  end();
  if (run.cancelled) return "cancelled";
  if (why.empty()) why = ended.empty() ? "it sent bytes that are not a message" : ended;
  return "the emulator failed in this run: " + why + "; the next run starts a new one";
}

void Emulator::end() {
  process_.reset();
  mapped_ = {};
}

bool Emulator::converse(const Conversation& run) {
  for (;;) {
    const std::optional<Received> received = process_->receive(run.cancelled, idleTimeout_);
    if (!received) return false;
    if (received->message == Message::kDone) return run.readResult(*received);
    if (!answer(*received, run)) return false;
  }
}

// Nothing is acted upon before the check has seen it.
bool Emulator::answer(const Received& received, const Conversation& run) {
  MessageCheck& check = run.check;
  const protocol::MachineEvents& events = run.events;
  protocol::Channel& channel = process_->channel();
  const auto goOn = [&] {
    if (run.cancelled) process_->memory().shared().cancelled = 1;
    return channel.send(Message::kGoOn);
  };
  trace::Position position;
  switch (received.message) {
  case Message::kEvent: {
    trace::Event event;
    protocol::Mapped mapped;
    if (!events.onEvent) return check.unasked();
    if (!received.read(mapped, event) || !check.allows(mapped) || !check.allows(event)) return false;
    if (!protocol::isWaitedFor(event)) return events.onEvent(event), true;
    mapped_ = std::move(mapped);
    events.onEvent(event);
    return goOn();
  }
  case Message::kOperator: {
    std::int32_t depth = 0;
    run::Cost cost;
    std::vector<run::FunctionCost> functions;
    if (!received.read(mapped_, position, depth, cost, functions) || !check.allows(mapped_) ||
        !check.allowsRun(position) || !check.allowsDepth(depth))
      return false;
    events.onOperator(position, depth, cost, std::move(functions));
    return goOn();
  }
  case Message::kAllowed:
    if (!events.allowedMemory) return check.unasked();
    return received.read(position) && check.allowsRun(position) &&
           channel.send(Message::kRanges, Writer(events.allowedMemory(position)));
  case Message::kAccess: {
    protocol::Access access;
    if (!events.describeAccess) return check.unasked();
    return received.read(access) && check.allowsAccess(access) &&
           channel.send(Message::kText, Writer(events.describeAccess(access)));
  }
  default: return check.unasked();
  }
}

std::span<std::uint8_t> Emulator::memory(std::uint64_t address, std::uint64_t bytes) const {
  if (process_ == nullptr || mapped_.window >= protocol::GuestFile::kWindows) return {};
  return protocol::memoryAt(process_->memory(), static_cast<int>(mapped_.window), mapped_.regions, address, bytes);
}

std::uint32_t Emulator::tensorAddress(std::size_t subgraph, std::size_t tensor) {
  if (process_ == nullptr) return 0;
  const Writer which(std::uint64_t{subgraph}, std::uint64_t{tensor});
  if (!process_->channel().send(Message::kTensor, which)) return 0;
  const std::atomic<bool> never = false;
  const std::optional<Received> received = process_->receive(never, idleTimeout_);
  std::uint32_t address = 0;
  return received && received->message == Message::kAddress && received->read(address) ? address : 0;
}

} // namespace arenascope::client
