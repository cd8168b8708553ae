// The memory of emulated machines, in a file without a name that two processes have mapped: what one writes, the other
// reads. It has a window of 4 GiB for each of two engines, in which a guest's address mostly is the place, and takes
// from this computer only what is touched.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace arenascope::protocol {

// Memory that an engine has mapped.
struct Region {
  std::uint32_t base = 0; // the guest's address
  std::uint64_t bytes = 0;
  std::uint32_t place = 0; // in the window: the same, but for engines that map it otherwise
};

// What both sides look at while a run goes on.
struct Signals {
  std::atomic<std::uint32_t> cancelled = 0;  // by who waits: the run is to end
  std::atomic<std::uint64_t> heartbeats = 0; // by who runs: that it goes on
};

class GuestFile {
public:
  static constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 32;
  static constexpr int kWindows = 2;

  // Nothing where this computer has no memory for it, or limits the size of files below it; errno says which.
  static std::optional<GuestFile> create();
  // One that another process has created; the descriptor is this object's from now on.
  static std::optional<GuestFile> adopt(int descriptor);
  ~GuestFile();
  GuestFile(GuestFile&& other) noexcept;
  GuestFile& operator=(GuestFile&& other) = delete;

  int descriptor() const { return descriptor_; }
  // Of a window. The caller says what of it is mapped: the rest is there, and nobody's.
  std::span<std::uint8_t> at(int window, std::uint32_t address, std::uint64_t bytes) const;
  // All zero again, and mostly given back to this computer.
  void clear(int window, std::uint32_t address, std::uint64_t bytes) const;
  // The same with all of it given back, which takes longer for a little: after it isTouched() is false.
  void giveBack(int window, std::uint32_t address, std::uint64_t bytes) const;
  // Whether any page that begins there has been read or written since it was given back; address: of a page.
  bool isTouched(int window, std::uint32_t address, std::uint64_t bytes) const;
  Signals& shared() const;

private:
  GuestFile(int descriptor, std::uint8_t* memory) : descriptor_(descriptor), memory_(memory) {}

  int descriptor_;
  std::uint8_t* memory_;
};

// The bytes at an address; empty where not all of them are in one region.
std::span<std::uint8_t> memoryAt(const GuestFile& file, int window, std::span<const Region> regions,
                                 std::uint64_t address, std::uint64_t bytes);

} // namespace arenascope::protocol
