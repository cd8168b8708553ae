// Faster observation of an emulated program's accesses to memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "emulator/unicorn/engine.h"

namespace arenascope::unicorn {

// While this lives, accesses of an engine running on this thread are reported here instead of to its memory hooks, and
// done at once. With such a hook Unicorn 2.0 calls a function for every access, which looks for the memory's region
// twice before it calls the hook. The hooks stay: they have the engine call a function at all, and get what this leaves
// to them. Code in writable memory is not supported, as for CodeInFlash.
//
// It needs Unicorn's internal functions (isTuned()), and has no effect without.
class WatchedMemory {
public:
  // Returns false, and has no effect, if the hooks have to see this access.
  using Observe = bool (*)(void* user, std::uint32_t address, std::uint32_t bytes, bool write);

  struct Base {
    std::uint32_t address = 0;
    bool isReported = false; // otherwise accesses are only done
  };
  // bases: of the engine's regions; accesses to others are left to the hooks.
  WatchedMemory(Engine& engine, std::span<const Base> bases, Observe observe, void* user);
  ~WatchedMemory();
  WatchedMemory(const WatchedMemory&) = delete;
  WatchedMemory& operator=(const WatchedMemory&) = delete;

  // The memory of an access, which has been reported; null if it is left to the hooks.
  std::uint8_t* access(std::uint32_t address, std::uint32_t bytes, bool write) const {
    const Part& part = parts_[address >> kPartBits];
    const std::uint32_t at = address - part.begin;
    if (at >= part.bytes || part.bytes - at < bytes || (address & (bytes - 1)) != 0) return nullptr;
    if (write && !part.writable) return nullptr;
    return !part.reported || observe_(user_, address, bytes, write) ? part.memory + at : nullptr;
  }

private:
  static constexpr unsigned kPartBits = 24;
  struct Part { // of the addresses with these upper bits
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0; // 0: none, or more than one region
    std::uint8_t* memory = nullptr;
    bool writable = false;
    bool reported = false;
  };

  std::array<Part, std::size_t{1} << (32 - kPartBits)> parts_;
  Observe observe_;
  void* user_;
};

} // namespace arenascope::unicorn
