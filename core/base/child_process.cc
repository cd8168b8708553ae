#include "core/base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace arenascope {

namespace {

constexpr int kAbove = 64; // copies are numbered from here, out of the way of the final numbers

// Copies of descriptors, closed on destruction.
class MovedDescriptors {
public:
  explicit MovedDescriptors(const std::vector<int>& descriptors) {
    for (const int descriptor : descriptors) copies_.push_back(fcntl(descriptor, F_DUPFD_CLOEXEC, kAbove));
  }
  ~MovedDescriptors() {
    for (const int copy : copies_)
      if (copy >= 0) close(copy);
  }
  MovedDescriptors(const MovedDescriptors&) = delete;
  MovedDescriptors& operator=(const MovedDescriptors&) = delete;
  const std::vector<int>& copies() const { return copies_; }

private:
  std::vector<int> copies_;
};

} // namespace

Result<ChildProcess> ChildProcess::start(const Options& options) {
  const MovedDescriptors descriptors(options.descriptors);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, options.input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, options.log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (!options.errors.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, options.errors.c_str(), O_CREAT | O_WRONLY | O_TRUNC,
                                     0644);
  else if (!options.keepsErrors)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  int next = STDERR_FILENO + 1;
  for (const int copy : descriptors.copies()) posix_spawn_file_actions_adddup2(&actions, copy, next++);
  posix_spawn_file_actions_addclosefrom_np(&actions, next);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (options.ownGroup) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words = options.command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t id = 0;
  const int error = posix_spawnp(&id, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return Error{Stage::kNone, words.front() + ": " + std::strerror(error)};
  return ChildProcess(id);
}

void ChildProcess::waitWith(int options) {
  if (id_ == 0) return;
  int status = 0;
  pid_t ended = 0;
  do ended = waitpid(id_, &status, options);
  while (ended < 0 && errno == EINTR);
  if (ended == 0) return; // still running
  if (ended > 0) status_ = status;
  id_ = 0;
}

bool ChildProcess::hasEnded() {
  waitWith(WNOHANG);
  return id_ == 0;
}

void ChildProcess::wait() { waitWith(0); }

void ChildProcess::kill() {
  if (hasEnded()) return;
  ::kill(id_, SIGKILL);
  wait();
}

std::string ChildProcess::howItEnded() const {
  if (!status_) return {};
  if (WIFSIGNALED(*status_)) return fmt::format("signal {} ({})", WTERMSIG(*status_), strsignal(WTERMSIG(*status_)));
  return fmt::format("status {}", WEXITSTATUS(*status_));
}

void ChildProcess::limitProcessorTime(std::chrono::seconds most) const {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &used) != 0) return;
  rlimit limit{};
  if (prlimit(id_, RLIMIT_CPU, nullptr, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(used.tv_sec + most.count()));
  prlimit(id_, RLIMIT_CPU, &limit, nullptr);
}

} // namespace arenascope
