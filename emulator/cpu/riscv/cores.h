// The RISC-V cores.
#pragma once

#include <memory>

#include "emulator/cpu/cycle_model.h"

namespace arenascope::riscv {

// One instruction after the other, a cycle each unless it waits: ESP32-C3 and its relatives.
std::unique_ptr<cpu::CycleModel> makeSingleIssue();

} // namespace arenascope::riscv
