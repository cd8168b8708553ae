// RAM of a firmware image as its file describes it (emulator/elf/ram_contents.h reads it).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace arenascope::report {

// A section or an object in RAM, in bytes at its run-time address.
struct RamPiece {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool zeroed = false; // a section without contents in the file: .bss and reservations

  std::uint64_t end() const { return address + bytes; }
  bool holds(std::uint64_t at) const { return at >= address && at < end(); }
};

struct RamContents {
  std::vector<RamPiece> sections;             // by address
  std::vector<RamPiece> objects;              // by address; empty if the symbols have been stripped
  std::map<std::string, std::uint64_t> marks; // of the linker script, by name: addresses and sizes
  std::uint64_t initialStack = 0;             // first word of the vector table
};

} // namespace arenascope::report
