// Code and constants that lie in RAM, or are watched in flash, by what a person knows them as.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/cpu/ram_timing.h"

namespace arenascope::engine {

// A later part takes from an earlier one what is in both.
struct PlacedPart {
  bool allCode = false;                     // the whole program, with its constants
  std::vector<std::string> functions;       // of the program
  std::vector<cpu::AddressRange> constants; // bytes of the model, from its start
  std::optional<cpu::RamTiming> memory;     // that it lies in; absent: flash
};

// The same part has the same bytes.
std::vector<std::uint8_t> bytesOf(const PlacedPart& part);

} // namespace arenascope::engine
