// Cache of results in the user's cache folder. An entry's name is a hash of everything that the result depends on, so
// that it is never stale; the least recently used is evicted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace arenascope::service {

class ResultCache {
public:
  struct Usage {
    std::size_t entries = 0;
    std::uint64_t bytes = 0;
  };

  // sweepEvery: eviction scans the folder, so only one in this many stores does it.
  ResultCache(std::filesystem::path folder, std::uint64_t limitBytes, int sweepEvery = 64);

  // Contents of an entry (a file name); nothing if missing or damaged.
  std::optional<std::vector<std::uint8_t>> find(const std::string& key);
  // Stores an entry, and evicts old ones beyond the limit now and then. Errors of writing are ignored.
  void store(const std::string& key, std::span<const std::uint8_t> bytes);
  // Returns the number of removed entries.
  std::size_t clear();
  Usage usage() const;

  const std::filesystem::path& folder() const { return folder_; }
  std::uint64_t limitBytes() const { return limit_; }

private:
  void sweep() const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
  int sweepEvery_;
};

inline constexpr std::uint64_t kUserCacheLimit = std::uint64_t{128} << 20;

// In $XDG_CACHE_HOME/arenascope, or ~/.cache/arenascope; null if neither is known.
std::shared_ptr<ResultCache> userCache();

} // namespace arenascope::service
