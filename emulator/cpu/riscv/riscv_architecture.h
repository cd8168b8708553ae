// 32-bit RISC-V as an architecture: with or without floating-point registers.
#pragma once

#include "emulator/cpu/architecture.h"

namespace arenascope::riscv {

extern const cpu::Architecture kArchitecture;

} // namespace arenascope::riscv
