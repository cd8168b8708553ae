// Memory of emulated machines in an anonymous file that client and worker both map. There is a window of 4 GiB for each
// of two engines; a guest address mostly is the offset in it. Only touched pages take memory on this computer.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace arenascope::protocol {

// Memory that an engine has mapped.
struct Region {
  std::uint32_t base = 0; // guest address
  std::uint64_t bytes = 0;
  std::uint32_t place = 0; // offset in the window: the same, but for engines that map it elsewhere
};

// State that both sides poll during a run.
struct Signals {
  std::atomic<std::uint32_t> cancelled = 0;  // set by the client: the run has to end
  std::atomic<std::uint64_t> heartbeats = 0; // counted by the worker: the run makes progress
};

class GuestFile {
public:
  static constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 32;
  static constexpr int kWindows = 2;

  // Nothing if this computer has no memory for it or limits the size of files; errno has the reason.
  static std::optional<GuestFile> create();
  // A file created by another process; takes ownership of the descriptor.
  static std::optional<GuestFile> adopt(int descriptor);
  ~GuestFile();
  GuestFile(GuestFile&& other) noexcept;
  GuestFile& operator=(GuestFile&& other) = delete;

  int descriptor() const { return descriptor_; }
  // Bytes of a window. The caller has to know which of them are mapped.
  std::span<std::uint8_t> at(int window, std::uint32_t address, std::uint64_t bytes) const;
  // Zeroes the range, and gives most of it back to this computer.
  void clear(int window, std::uint32_t address, std::uint64_t bytes) const;
  // Zeroes the range and gives all of it back, which takes slightly longer; isTouched() is false afterwards.
  void giveBack(int window, std::uint32_t address, std::uint64_t bytes) const;
  // Whether any page in the range was read or written since giveBack(); address: start of a page.
  bool isTouched(int window, std::uint32_t address, std::uint64_t bytes) const;
  Signals& shared() const;

private:
  GuestFile(int descriptor, std::uint8_t* memory) : descriptor_(descriptor), memory_(memory) {}

  int descriptor_;
  std::uint8_t* memory_;
};

// The bytes at an address; empty unless one region has them all.
std::span<std::uint8_t> memoryAt(const GuestFile& file, int window, std::span<const Region> regions,
                                 std::uint64_t address, std::uint64_t bytes);

} // namespace arenascope::protocol
