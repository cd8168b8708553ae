// A Unicorn engine with its memory. It keeps translated code, so that runs after the first cost only their execution.
#pragma once

#include <unicorn/unicorn.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "emulator/cpu/architecture.h"
#include "emulator/protocol/guest_file.h"

namespace arenascope::unicorn {

class Engine {
public:
  // Its memory is a window of the file; the file must outlive it, and no other engine may use the window.
  Engine(const protocol::GuestFile& file, int window) : file_(file), window_(window) {}
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // cpu: Unicorn's number of the processor. pageBytes: of an Arm processor's memory, a power of two; without, Unicorn's
  // 1 KiB. Blocks end with their page, and a branch to another page is a slow one. Empty, or an error.
  std::string open(const cpu::Architecture& architecture, int cpu, std::uint32_t pageBytes = 0);
  uc_engine* get() const { return engine_; }

  // Maps zeroed pages at an address, with at least one page beyond; replaces what was mapped at that base. Mapping the
  // same size again is nearly free, while unmapping makes the engine visit each page.
  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  // The memory at an address; empty unless one region has it all.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);
  // Whether the range was read or written since it was mapped.
  bool isTouched(std::uint32_t address, std::uint64_t bytes) const { return file_.isTouched(window_, address, bytes); }
  // Size of the region that starts there; 0 if there is none.
  std::uint64_t regionBytes(std::uint32_t base) const;
  // Whether an address is in a region that the program may write to.
  bool isWritable(std::uint32_t address) const;
  const std::vector<protocol::Region>& regions() const { return regions_; }

  // Saves the registers for restoring them later; false if this computer has no memory for it.
  bool keepRegisters();
  void restoreRegisters();

private:
  const protocol::GuestFile& file_;
  int window_;
  uc_engine* engine_ = nullptr;
  uc_context* kept_ = nullptr;
  std::vector<protocol::Region> regions_;
  std::map<std::uint32_t, std::uint32_t> protections_; // by base of the region
};

} // namespace arenascope::unicorn
