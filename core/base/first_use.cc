#include "core/base/first_use.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/log.h"

namespace arenascope {

namespace {

// Held while one builds; the others wait, and find what it has built.
class BuildLock {
public:
  explicit BuildLock(const std::filesystem::path& folder)
      : file_(open((folder / "first_use.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~BuildLock() {
    if (file_ >= 0) close(file_);
  }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

private:
  int file_;
};

// Whether it ended well.
bool runNinja(const std::filesystem::path& folder, const std::string& target, const std::filesystem::path& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::string words[] = {"ninja", "-C", folder.string(), target};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "ninja", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

Result<std::filesystem::path> builtAtFirstUse(const std::filesystem::path& file,
                                              const std::filesystem::path& buildFolder, const std::string& target,
                                              const std::string& what, const Error& missing) {
  std::error_code code;
  if (std::filesystem::exists(file, code)) return file;
  if (!std::filesystem::exists(buildFolder / "build.ninja", code)) return missing;
  const BuildLock lock(buildFolder);
  if (std::filesystem::exists(file, code)) return file;
  const std::filesystem::path log = buildFolder / ("first_use_" + target + ".log");
  log::warning("building " + what + ", needed for the first time...");
  if (runNinja(buildFolder, target, log) && std::filesystem::exists(file, code)) return file;
  return Error{missing.stage, missing.message + "; it could not be built, see " + log.string()};
}

} // namespace arenascope
