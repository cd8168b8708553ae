// 32-bit RISC-V as an architecture: with or without floating-point registers.
#pragma once

#include "emulator/isa/architecture.h"

namespace arenascope::riscv {

extern const isa::Architecture kArchitecture;

} // namespace arenascope::riscv
