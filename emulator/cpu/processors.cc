#include "emulator/cpu/processors.h"

#include <unicorn/unicorn.h>

#include <algorithm>

#include "emulator/cpu/riscv/cores.h"
#include "emulator/cpu/riscv/riscv_architecture.h"
#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/thumb_architecture.h"

namespace arenascope::cpu {

namespace {

constexpr Processor kProcessors[] = {
    {"cortex-m0plus", &thumb::kArchitecture, UC_CPU_ARM_CORTEX_M0, thumb::makeCortexM0Plus},
    {"cortex-m3", &thumb::kArchitecture, UC_CPU_ARM_CORTEX_M3, thumb::makeCortexM3},
    {"cortex-m4", &thumb::kArchitecture, UC_CPU_ARM_CORTEX_M4, thumb::makeCortexM4},
    {"cortex-m7", &thumb::kArchitecture, UC_CPU_ARM_CORTEX_M7, thumb::makeCortexM7},
    {"cortex-m33", &thumb::kArchitecture, UC_CPU_ARM_CORTEX_M33, thumb::makeCortexM33},
    {"cortex-m55", &thumb::kArchitecture, -1, thumb::makeCortexM55},
    {"rv32imc", &riscv::kArchitecture, UC_CPU_RISCV32_SIFIVE_E31, riscv::makeSingleIssue},
    {"rv32imafc", &riscv::kArchitecture, UC_CPU_RISCV32_SIFIVE_U34, riscv::makeSingleIssue}, // with floating point
};

} // namespace

std::span<const Processor> all() { return kProcessors; }

const Processor* find(std::string_view name) {
  const auto* found = std::ranges::find(kProcessors, name, &Processor::name);
  return found == std::end(kProcessors) ? nullptr : found;
}

} // namespace arenascope::cpu
