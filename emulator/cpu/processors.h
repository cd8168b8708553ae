// Processors that firmware can run on: their emulation and their timing.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "emulator/cpu/architecture.h"
#include "emulator/cpu/cycle_model.h"

namespace arenascope::cpu {

struct Processor {
  const char* name; // as in names of firmware images
  const Architecture* architecture;
  int engineModel; // Unicorn's number; -1 if Unicorn lacks it
  std::unique_ptr<CycleModel> (*makeModel)();
};

std::span<const Processor> all();
// nullptr if unknown.
const Processor* find(std::string_view name);

} // namespace arenascope::cpu
