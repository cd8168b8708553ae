// Zeroed pages of this computer, for the arena of a run.
#pragma once

#include <cstdint>
#include <span>

namespace arenascope::runners {

class HostPages {
public:
  HostPages() = default;
  // At least `bytes`, rounded up to whole pages; empty() if memory is exhausted.
  explicit HostPages(std::uint64_t bytes);
  ~HostPages();
  HostPages(HostPages&& other) noexcept;
  HostPages& operator=(HostPages&& other) noexcept;

  bool empty() const { return memory_ == nullptr; }
  std::span<std::uint8_t> bytes() const { return {memory_, size_}; }

private:
  std::uint8_t* memory_ = nullptr;
  std::uint64_t size_ = 0;
};

} // namespace arenascope::runners
