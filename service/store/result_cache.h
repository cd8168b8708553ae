// Results of runs, kept in the user's cache folder. An entry's name is a hash of everything that it depends on, so that
// it is never out of date; what is used least goes first.
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

  // sweepEvery: looking for what goes reads the whole folder, so that one of so many stores does it.
  ResultCache(std::filesystem::path folder, std::uint64_t limitBytes, int sweepEvery = 64);

  // The bytes stored under a key (a file name); nothing where there are none, or where they are damaged.
  std::optional<std::vector<std::uint8_t>> find(const std::string& key);
  // Keeps them, and now and then drops what was used longest ago beyond the limit. What cannot be written is not kept.
  void store(const std::string& key, std::span<const std::uint8_t> bytes);
  // Answers how many entries there were.
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

// $XDG_CACHE_HOME/arenascope, or ~/.cache/arenascope; none where neither is known.
std::shared_ptr<ResultCache> userCache();

} // namespace arenascope::service
