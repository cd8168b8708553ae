#include "service/store/result_cache.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/file_writer.h"
#include "core/base/folders.h"
#include "core/base/hash.h"

namespace arenascope::service {

namespace {

constexpr const char* kSuffix = ".run";
constexpr std::size_t kHashLength = 64; // of the SHA-256 of the rest, in hexadecimal

struct Entry {
  std::filesystem::path path;
  std::filesystem::file_time_type used;
  std::uint64_t bytes = 0;
};

// Other processes may add and remove entries meanwhile.
std::vector<Entry> entriesIn(const std::filesystem::path& folder) {
  std::vector<Entry> entries;
  std::error_code code;
  for (const auto& file : std::filesystem::directory_iterator(folder, code)) {
    if (file.path().extension() != kSuffix) continue;
    std::error_code gone;
    const std::uintmax_t bytes = file.file_size(gone);
    const auto used = file.last_write_time(gone);
    if (!gone) entries.push_back({file.path(), used, bytes});
  }
  return entries;
}

} // namespace

ResultCache::ResultCache(std::filesystem::path folder, std::uint64_t limitBytes, int sweepEvery)
    : folder_(std::move(folder)), limit_(limitBytes), sweepEvery_(sweepEvery) {}

std::optional<std::vector<std::uint8_t>> ResultCache::find(const std::string& key) {
  const std::filesystem::path path = folder_ / (key + kSuffix);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::error_code code;
  const auto contents = std::span(bytes).subspan(std::min(kHashLength, bytes.size()));
  if (sha256Hex(contents) != std::string(bytes.begin(), bytes.end() - std::ssize(contents))) {
    std::filesystem::remove(path, code);
    return std::nullopt;
  }
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now(), code);
  bytes.erase(bytes.begin(), bytes.begin() + kHashLength);
  return bytes;
}

void ResultCache::store(const std::string& key, std::span<const std::uint8_t> bytes) {
  static std::atomic<int> count = 0;
  if (bytes.size() + kHashLength > limit_) return;
  std::error_code code;
  std::filesystem::create_directories(folder_, code);
  std::string text = sha256Hex(bytes);
  text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (writeFile(folder_ / (key + kSuffix), text)) return;
  // Processes with a single store each take turns by process ID.
  if ((getpid() + ++count) % sweepEvery_ == 0) sweep();
}

void ResultCache::sweep() const {
  std::error_code code;
  std::vector<Entry> entries = entriesIn(folder_);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used > b.used; });
  std::uint64_t total = 0;
  for (const Entry& entry : entries)
    if (total += entry.bytes; total > limit_) std::filesystem::remove(entry.path, code);
}

std::size_t ResultCache::clear() {
  const std::vector<Entry> entries = entriesIn(folder_);
  std::error_code code;
  for (const Entry& entry : entries) std::filesystem::remove(entry.path, code);
  return entries.size();
}

ResultCache::Usage ResultCache::usage() const {
  Usage usage;
  for (const Entry& entry : entriesIn(folder_)) {
    usage.entries += 1;
    usage.bytes += entry.bytes;
  }
  return usage;
}

std::shared_ptr<ResultCache> userCache() {
  const std::filesystem::path folder = userFolder("XDG_CACHE_HOME", ".cache");
  return folder.empty() ? nullptr : std::make_shared<ResultCache>(folder, kUserCacheLimit);
}

} // namespace arenascope::service
