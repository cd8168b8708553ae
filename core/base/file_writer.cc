#include "core/base/file_writer.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace arenascope {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40; // in a chain, as in Linux
constexpr mode_t kUsualMode = 0666;
constexpr mode_t kWholeMode = 07777;

Error cannotWrite(const fs::path& path, int number) {
  return {Stage::kExport, path.string() + " cannot be written: " + std::strerror(number)};
}

// errno, or 0.
int writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// The same, and closes it: some file systems report a full disk only then.
int writeAndClose(int file, std::string_view text) {
  const int number = writeAll(file, text);
  return ::close(file) != 0 && number == 0 ? errno : number;
}

int writeDirectly(const fs::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kUsualMode);
  return file < 0 ? errno : writeAndClose(file, text);
}

// The target of a chain of links, which need not exist. Empty if the chain has no end.
fs::path followed(fs::path path) {
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code code;
    const fs::path next = fs::read_symlink(path, code);
    if (code) return path;
    path = path.parent_path() / next; // absolute if `next` is
  }
  return {};
}

// Descriptor that the program has open already, since opening the name again would write from the start of the file.
// -1: none.
int descriptorNamed(const fs::path& path) {
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    if (path == name) return STDOUT_FILENO;
  for (const char* name : {"/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"})
    if (path == name) return STDERR_FILENO;
  return -1;
}

// An exclusively created file in the folder of `target`. `before`: the present file, if any.
struct Part {
  fs::path path;
  int file = -1;
};
Part makePart(const fs::path& target, const struct stat* before) {
  static std::atomic<unsigned> count = 0;
  Part part;
  do {
    part.path = target.parent_path() / fmt::format(".arenascope-{}-{}.part", ::getpid(), ++count);
    part.file = ::open(part.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                       before == nullptr ? kUsualMode : before->st_mode & kUsualMode);
  } while (part.file < 0 && errno == EEXIST);
  if (part.file < 0 || before == nullptr) return part;
  (void)!::fchown(part.file, before->st_uid, before->st_gid); // if permitted
  (void)::fchmod(part.file, before->st_mode & kWholeMode);
  return part;
}

// Whether the file itself may still be writable though its folder is not.
bool isFoldersRefusal(int number) { return number == EACCES || number == EPERM || number == EROFS || number == EBUSY; }

int replace(const fs::path& target, const struct stat* before, std::string_view text) {
  if (before != nullptr && ::access(target.c_str(), W_OK) != 0) return errno;
  const Part part = makePart(target, before);
  if (part.file < 0) return isFoldersRefusal(errno) ? writeDirectly(target, text) : errno;
  int number = writeAndClose(part.file, text);
  const bool whole = number == 0;
  if (whole && ::rename(part.path.c_str(), target.c_str()) != 0) number = errno;
  if (number == 0) return 0;
  ::unlink(part.path.c_str());
  return whole && isFoldersRefusal(number) ? writeDirectly(target, text) : number;
}

} // namespace

bool isStandardOutput(const fs::path& path) { return descriptorNamed(path) == STDOUT_FILENO; }

Error standardOutputError(int number) {
  if (number == EPIPE) return {Stage::kExport, ""};
  return {Stage::kExport, std::string("standard output cannot be written: ") + std::strerror(number)};
}

bool isSameFile(const fs::path& one, const fs::path& other) {
  std::error_code code;
  const fs::file_status status = fs::status(one, code);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status) && !fs::is_directory(status)) return false;
    return fs::equivalent(one, other, code) && !code;
  }
  if (fs::exists(other, code)) return false;
  const auto place = [&](const fs::path& path) {
    return fs::weakly_canonical(followed(fs::absolute(path, code)), code);
  };
  return place(one) == place(other);
}

std::optional<Error> writeFile(const fs::path& path, std::string_view text) {
  if (const int own = descriptorNamed(path); own >= 0) {
    const int number = std::fflush(stdout) != 0 ? errno : writeAll(own, text);
    return number == 0 ? std::nullopt : std::optional(standardOutputError(number));
  }
  const fs::path target = followed(path);
  struct stat before {};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  const bool special = exists && !S_ISREG(before.st_mode);
  const int number = target.empty() ? ELOOP
                     : special      ? writeDirectly(path, text)
                                    : replace(target, exists ? &before : nullptr, text);
  return number == 0 ? std::nullopt : std::optional(cannotWrite(path, number));
}

} // namespace arenascope
