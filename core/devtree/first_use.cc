#include "core/devtree/first_use.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <system_error>

#include "core/base/log.h"
#include "core/base/process.h"

namespace arenascope::devtree {

namespace {

// Held while building; other processes wait, and find the result.
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

} // namespace

bool canBeBuilt(const std::filesystem::path& buildFolder) {
  std::error_code code;
  return !buildFolder.empty() && std::filesystem::exists(buildFolder / "build.ninja", code);
}

Result<std::filesystem::path> builtAtFirstUse(const std::filesystem::path& file,
                                              const std::filesystem::path& buildFolder, const std::string& target,
                                              const std::string& what, const Error& missing) {
  std::error_code code;
  if (std::filesystem::exists(file, code)) return file;
  if (!canBeBuilt(buildFolder)) return missing;
  const BuildLock lock(buildFolder);
  if (std::filesystem::exists(file, code)) return file;
  const std::filesystem::path log = buildFolder / ("first_use_" + target + ".log");
  log::warning("building " + what + ", needed now for the first time ...");
  if (runProgram({"ninja", "-C", buildFolder.string(), target}, log) && std::filesystem::exists(file, code))
    return file;
  return Error{missing.stage, missing.message + "; it could not be built, see " + log.string()};
}

} // namespace arenascope::devtree
