#include "emulator/client/emulator_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/log.h"
#include "emulator/protocol/descriptors.h"

namespace arenascope::client {

namespace {

constexpr int kAbove = 64; // descriptors that are moved to their places are not in the way there

Error failed(const std::string& why) { return {Stage::kEmulate, "the emulator cannot be started: " + why}; }

// A descriptor that is closed with it.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

private:
  int number_;
};

// With the channel and the memory, nothing else of ours, and outside of what a terminal's keys interrupt. 0, or why
// not.
int spawn(std::vector<std::string>& command, bool quiet, int channel, int memory, pid_t& id) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (quiet) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, channel, protocol::kChannelDescriptor);
  posix_spawn_file_actions_adddup2(&actions, memory, protocol::kMemoryDescriptor);
  posix_spawn_file_actions_addclosefrom_np(&actions, protocol::kFirstOther);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const int error = posix_spawn(&id, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

} // namespace

Result<std::unique_ptr<EmulatorProcess>> EmulatorProcess::start(const WorkerKind& kind) {
  if (const std::string missing = kind.lacks(); !missing.empty()) return failed(missing);
  std::vector<std::string> command = kind.command();
  std::optional<protocol::GuestFile> memory = protocol::GuestFile::create();
  int ends[2] = {-1, -1};
  if (!memory || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return failed(std::strerror(errno));
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  const Descriptor channel(fcntl(theirs.number(), F_DUPFD_CLOEXEC, kAbove));
  const Descriptor file(fcntl(memory->descriptor(), F_DUPFD_CLOEXEC, kAbove));
  pid_t id = 0;
  if (const int error = spawn(command, kind.quiet, channel.number(), file.number(), id); error != 0)
    return failed(command.front() + ": " + std::strerror(error));
  std::unique_ptr<EmulatorProcess> process(new EmulatorProcess(id, ours.release(), std::move(*memory)));
  log::debug([&] { return fmt::format("started {} as process {}", command.front(), id); });
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
    return failed("it is of version " + greeting.version +
                  ", the program is of version " ARENASCOPE_VERSION ": build or install both together");
  greeting_ = greeting;
  return greeting;
}

void EmulatorProcess::limitTime(std::chrono::seconds most) const {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &used) != 0) return;
  rlimit limit{};
  if (prlimit(id_, RLIMIT_CPU, nullptr, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(used.tv_sec + most.count()));
  prlimit(id_, RLIMIT_CPU, &limit, nullptr);
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
    why_ = fmt::format("it did nothing for {} s", std::chrono::duration<double>(idleTimeout).count());
    return false;
  });
}

std::string EmulatorProcess::howItEnded() {
  if (id_ == 0) return why_;
  int status = 0;
  // One that has ended by itself says so; one that is still there is ended.
  pid_t ended = waitpid(id_, &status, WNOHANG);
  if (ended == 0) {
    if (why_.empty() && channel_.isAlone()) { // it is about to
      ended = waitpid(id_, &status, 0);
    } else {
      kill(id_, SIGKILL);
      waitpid(id_, nullptr, 0);
    }
  }
  id_ = 0;
  if (!why_.empty() || ended <= 0) return why_;
  if (WIFSIGNALED(status))
    why_ = fmt::format("it ended with signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    why_ = fmt::format("it ended with status {}", WEXITSTATUS(status));
  return why_;
}

} // namespace arenascope::client
