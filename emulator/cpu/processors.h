// The processors that firmware is executed as: what runs it, and what its time is counted by.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "emulator/cpu/architecture.h"
#include "emulator/cpu/cycle_model.h"

namespace arenascope::cpu {

struct Processor {
  const char* name; // as firmware images are called
  const Architecture* architecture;
  int engineModel; // Unicorn's number of it; -1 where that does not have it
  std::unique_ptr<CycleModel> (*makeModel)();
};

std::span<const Processor> all();
// nullptr for an unknown name.
const Processor* find(std::string_view name);

} // namespace arenascope::cpu
