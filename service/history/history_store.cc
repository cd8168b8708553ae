#include "service/history/history_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/history/row_json.h"

namespace arenascope::service {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kMode = 0644;

// The history file, locked for appending. Waits for other programs that append.
class LockedFile {
public:
  explicit LockedFile(const fs::path& path) {
    do {
      closeFile();
      file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
    } while (file_ >= 0 && lock() && !isStill(path));
  }
  ~LockedFile() { closeFile(); }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  bool isOpen() const { return file_ >= 0; }
  // Whether the last line has its end: a program that was killed, or a full disk, may have left it without.
  bool endsWithLine() const {
    char last = '\n';
    const off_t bytes = ::lseek(file_, 0, SEEK_END);
    return bytes <= 0 || ::pread(file_, &last, 1, bytes - 1) != 1 || last == '\n';
  }
  // errno, or 0.
  int append(const std::string& text) const {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = ::write(file_, text.data() + at, text.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return errno;
      at += static_cast<std::size_t>(written);
    }
    return ::fdatasync(file_) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
  }

private:
  bool lock() const {
    int result = 0;
    do result = ::flock(file_, LOCK_EX);
    while (result != 0 && errno == EINTR);
    return result == 0; // some file systems have no locks: appending is one call still
  }
  // Git replaces files when it changes branches.
  bool isStill(const fs::path& path) const {
    struct stat open {};
    struct stat named {};
    return ::fstat(file_, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
  }
  void closeFile() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }

  int file_ = -1;
};

Error cannot(const fs::path& file, const char* what, int number) {
  return {Stage::kExport, file.string() + " cannot be " + what + ": " + std::strerror(number)};
}

} // namespace

fs::path historyFile(const fs::path& project, const fs::path& asked) {
  return asked.empty() ? project / kProjectFolder / "history.jsonl" : asked;
}

Result<StoredRows> readHistory(const fs::path& file) {
  StoredRows stored;
  std::error_code code;
  if (!fs::exists(file, code)) return stored;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, code))
    return cannot(file, "read", fs::is_directory(file, code) ? EISDIR : errno);
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (Result<history::Row> row = history::readLine(line))
      stored.rows.push_back(std::move(*row));
    else
      stored.damaged.push_back({number, row.error().message});
  }
  return stored;
}

std::optional<Error> appendHistory(const fs::path& file, const std::vector<history::Row>& rows) {
  std::error_code code;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), code);
  const LockedFile locked(file);
  if (!locked.isOpen()) return cannot(file, "written", errno);
  std::string text = locked.endsWithLine() ? "" : "\n";
  for (const history::Row& row : rows) text += history::toLine(row);
  const int number = locked.append(text);
  return number == 0 ? std::nullopt : std::optional(cannot(file, "written", number));
}

} // namespace arenascope::service
