// The RISC-V cores.
#pragma once

#include <memory>

#include "emulator/cpu/cycle_model.h"

namespace arenascope::riscv {

// Single issue, a cycle per instruction unless it waits: ESP32-C3 and relatives.
std::unique_ptr<cpu::CycleModel> makeSingleIssue();

} // namespace arenascope::riscv
