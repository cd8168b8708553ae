// Memory of a model's Ethos-U part: Vela's region in the arena, the interpreter's additions, flash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct AcceleratorAccount {
  std::vector<std::string> operators; // by place: "0", "2"
  std::string device;                 // "Ethos-U55 with 64 MACs a cycle"; empty: not given by the command streams
  std::uint64_t commandBytes = 0;     // command streams, in flash
  std::uint64_t weightBytes = 0;      // as the accelerator reads them, in flash
  std::uint64_t regionBytes = 0;      // of the arena, allocated by Vela and shared by all its operators
  // Outside the arena: separate memory for the driver of an accelerator with dedicated SRAM; 0: none.
  std::uint64_t cacheBytes = 0;
  // Bytes of the smallest arena beyond the region: the interpreter's structs and scratch memory, and other operators'
  // tensors there.
  std::optional<std::uint64_t> addedBytes;
};

// Nothing if no operator is an accelerator's.
std::optional<AcceleratorAccount> acceleratorAccount(const Report& report);

// The account in sentences.
std::string describeAccount(const AcceleratorAccount& account);

} // namespace arenascope::report
