// Zeroed pages of the host, for the emulator to map.
#pragma once

#include <cstdint>
#include <span>

namespace arenascope::machine {

class HostPages {
public:
  HostPages() = default;
  // At least `bytes`, rounded up to whole pages; empty() where the host has none left.
  explicit HostPages(std::uint64_t bytes);
  ~HostPages();
  HostPages(HostPages&& other) noexcept;
  HostPages& operator=(HostPages&& other) noexcept;

  bool empty() const { return memory_ == nullptr; }
  std::span<std::uint8_t> bytes() const { return {memory_, size_}; }
  // All of it is zero again.
  void clear();
  // How many it has of whole pages when it is asked for so many bytes.
  static std::uint64_t sizeFor(std::uint64_t bytes);

private:
  std::uint8_t* memory_ = nullptr;
  std::uint64_t size_ = 0;
};

} // namespace arenascope::machine
