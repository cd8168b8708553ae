// A Unicorn engine and the memory that it sees. What it has translated stays as long as it is kept, so that runs after
// the first cost only what they execute.
#pragma once

#include <unicorn/unicorn.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/isa/architecture.h"
#include "emulator/machine/host_pages.h"

namespace arenascope::machine {

class Engine {
public:
  Engine() = default;
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // cpu: Unicorn's number of the processor. Empty, or what is wrong.
  std::string open(const isa::Architecture& architecture, int cpu);
  uc_engine* get() const { return engine_; }

  // Zeroed memory at an address; what was mapped at that base before is gone. Of the same size it costs next to
  // nothing, while the engine looks at each page of a region that goes.
  bool map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  // The memory at an address; empty where not all of it is mapped in one region.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);
  // Those of the region that begins there; 0 where none does.
  std::uint64_t regionBytes(std::uint32_t base) const;
  std::size_t regions() const { return regions_.size(); }

  // Registers as they are now, and as they are to be again; false where this computer has no memory for it.
  bool keepRegisters();
  void restoreRegisters();

private:
  struct Region {
    std::uint32_t base = 0;
    std::uint32_t protection = 0;
    HostPages pages;
  };

  uc_engine* engine_ = nullptr;
  uc_context* kept_ = nullptr;
  std::vector<Region> regions_;
};

} // namespace arenascope::machine
