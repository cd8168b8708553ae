// What an Ethos-U's part of a model takes: Vela's memory in the arena, what the interpreter adds to it, flash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct AcceleratorAccount {
  std::vector<std::string> operators; // their places: "0", "2"
  std::string device;                 // "Ethos-U55 with 64 MACs a cycle"; empty: the command streams do not say
  std::uint64_t commandBytes = 0;     // command streams, in flash
  std::uint64_t weightBytes = 0;      // weights as the accelerator reads them, in flash
  std::uint64_t regionBytes = 0;      // of the arena: what Vela shares out itself, for all operators in one place
  // Beside the arena: memory of its own that the driver is given, for an accelerator with a dedicated SRAM; 0: none.
  std::uint64_t cacheBytes = 0;
  // What the smallest arena has beyond the region: the interpreter's structs and scratch memory, and tensors that other
  // operators have there.
  std::optional<std::uint64_t> addedBytes;
};

// Nothing where no operator is an accelerator's.
std::optional<AcceleratorAccount> acceleratorAccount(const Report& report);

// The account in sentences.
std::string describeAccount(const AcceleratorAccount& account);

} // namespace arenascope::report
