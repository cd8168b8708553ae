#include "emulator/client/emulator_process.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/log.h"
#include "emulator/protocol/descriptors.h"

namespace arenascope::client {

namespace {

Error failed(const std::string& why) { return {Stage::kEmulate, "the emulator cannot be started: " + why}; }

// With the channel and the memory, nothing else of ours, and outside of what a terminal's keys interrupt.
Result<ChildProcess> startWorker(const WorkerKind& kind, const std::vector<std::string>& command, int channel,
                                 int memory) {
  static_assert(protocol::kChannelDescriptor == 3 && protocol::kMemoryDescriptor == 4 && protocol::kFirstOther == 5);
  ChildProcess::Options options;
  options.command = command;
  options.keepsErrors = !kind.quiet;
  options.descriptors = {channel, memory};
  options.ownGroup = true;
  return ChildProcess::start(options);
}

} // namespace

Result<std::unique_ptr<EmulatorProcess>> EmulatorProcess::start(const WorkerKind& kind) {
  if (const std::string missing = kind.lacks(); !missing.empty()) return failed(missing);
  const std::vector<std::string> command = kind.command();
  std::optional<protocol::GuestFile> memory = protocol::GuestFile::create();
  int ends[2] = {-1, -1};
  if (!memory || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed(std::strerror(errno));
  Result<ChildProcess> child = startWorker(kind, command, ends[1], memory->descriptor());
  close(ends[1]);
  if (!child) {
    close(ends[0]);
    return failed(child.error().message);
  }
  auto process = std::make_unique<EmulatorProcess>(std::move(*child), ends[0], std::move(*memory));
  log::debug([&] { return fmt::format("started {} as process {}", command.front(), process->id()); });
  return process;
}

Result<protocol::Greeting> EmulatorProcess::greeting() {
  if (greeting_) return *greeting_;
  const std::atomic<bool> never = false;
  const std::optional<protocol::Received> received = receive(never, kIdleTimeout);
  protocol::Greeting greeting;
  if (!received || received->message != protocol::Message::kReady || !received->read(greeting))
    return failed(howItEnded());
  if (greeting.version != ARENASCOPE_VERSION)
    return failed("it has version " + greeting.version +
                  ", but the program has version " ARENASCOPE_VERSION ": build or install both together");
  greeting_ = greeting;
  return greeting;
}

EmulatorProcess::~EmulatorProcess() {
  howItEnded();
  close(descriptor_);
}

std::optional<protocol::Received> EmulatorProcess::receive(const std::atomic<bool>& cancelled,
                                                           std::chrono::milliseconds idleTimeout) {
  protocol::Signals& signals = memory_.shared();
  std::uint64_t heartbeats = signals.heartbeats;
  auto last = std::chrono::steady_clock::now();
  // Also while it is waited for the end of a run that is cancelled.
  return channel_.receive([&] {
    if (cancelled) signals.cancelled = 1;
    const auto now = std::chrono::steady_clock::now();
    if (std::exchange(heartbeats, signals.heartbeats.load()) != heartbeats) last = now;
    if (now - last < idleTimeout) return true;
    why_ = fmt::format("it showed no activity for {} s", std::chrono::duration<double>(idleTimeout).count());
    return false;
  });
}

std::string EmulatorProcess::howItEnded() {
  if (child_.id() == 0) return why_;
  // One that has ended by itself says so; one that is still there is ended.
  if (!child_.hasEnded()) {
    if (!why_.empty() || !channel_.isAlone()) {
      child_.kill();
      return why_;
    }
    child_.wait(); // it is about to end
  }
  if (const std::string end = child_.howItEnded(); why_.empty() && !end.empty()) why_ = "it ended with " + end;
  return why_;
}

} // namespace arenascope::client
