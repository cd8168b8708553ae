// A Unicorn engine and the memory that it sees. What it has translated stays as long as it is kept, so that runs after
// the first cost only what they execute.
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
  // Its memory is a window of the file, which must outlive it and has no other engine.
  Engine(const protocol::GuestFile& file, int window) : file_(file), window_(window) {}
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // cpu: Unicorn's number of the processor. Empty, or what is wrong.
  std::string open(const cpu::Architecture& architecture, int cpu);
  uc_engine* get() const { return engine_; }

  // Zeroed memory at an address, of whole pages with at least one beyond; what was mapped at that base before is gone.
  // Of the same size it costs next to nothing, while the engine looks at each page of a region that goes.
  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  // The memory at an address; empty where not all of it is mapped in one region.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);
  // Whether anybody has read or written there since it was mapped.
  bool isTouched(std::uint32_t address, std::uint64_t bytes) const { return file_.isTouched(window_, address, bytes); }
  // Those of the region that begins there; 0 where none does.
  std::uint64_t regionBytes(std::uint32_t base) const;
  const std::vector<protocol::Region>& regions() const { return regions_; }

  // Registers as they are now, and as they are to be again; false where this computer has no memory for it.
  bool keepRegisters();
  void restoreRegisters();

private:
  const protocol::GuestFile& file_;
  int window_;
  uc_engine* engine_ = nullptr;
  uc_context* kept_ = nullptr;
  std::vector<protocol::Region> regions_;
  std::map<std::uint32_t, std::uint32_t> protections_; // by region
};

} // namespace arenascope::unicorn
