#include "emulator/targets/target.h"

#include <unicorn/unicorn.h>

#include <algorithm>
#include <array>

#include "emulator/isa/thumb/cores.h"
#include "emulator/isa/thumb/thumb_architecture.h"
#include "emulator/targets/kernel_library.h"

namespace arenascope::session {

std::span<const Target> targets() {
  static const std::array<Target, 6> kTargets = {
      Target{.name = "cortex-m4",
             .description = "Cortex-M4 with FPU, no wait states (emulated)",
             .compared =
                 "Embench IoT on an STM32F407, 19 programs: -26 to +9 %, mean error 7 %; MLPerf Tiny networks on an "
                 "STM32L4R5: -11 to 0 %",
             .emulated = true,
             .architecture = &thumb::kArchitecture,
             .cpu = UC_CPU_ARM_CORTEX_M4,
             .makeModel = thumb::makeCortexM4},
      Target{.name = "cortex-m0plus",
             .description = "Cortex-M0+, no FPU, no wait states (emulated)",
             .compared = "CoreMark on an RP2040: +2 %; the person detector on an RP2040: -1 %",
             .emulated = true,
             .architecture = &thumb::kArchitecture,
             .cpu = UC_CPU_ARM_CORTEX_M0,
             .makeModel = thumb::makeCortexM0Plus},
      Target{.name = "cortex-m3",
             .description = "Cortex-M3, no FPU, no wait states (emulated)",
             .compared = {},
             .emulated = true,
             .architecture = &thumb::kArchitecture,
             .cpu = UC_CPU_ARM_CORTEX_M3,
             .makeModel = thumb::makeCortexM3},
      Target{.name = "cortex-m7",
             .description = "Cortex-M7 with double-precision FPU, no wait states (emulated)",
             .compared = "CoreMark: -4 % (published with GCC), 0 % (STM32H743); no network compared yet",
             .emulated = true,
             .architecture = &thumb::kArchitecture,
             .cpu = UC_CPU_ARM_CORTEX_M7,
             .makeModel = thumb::makeCortexM7},
      Target{.name = "cortex-m33",
             .description = "Cortex-M33 with DSP extension and FPU, no wait states (emulated)",
             .compared =
                 "CoreMark: +13 % (best published), -1 % (RP2350); MLPerf Tiny networks on an nRF5340: -18 to -2 %",
             .emulated = true,
             .architecture = &thumb::kArchitecture,
             .cpu = UC_CPU_ARM_CORTEX_M33,
             .makeModel = thumb::makeCortexM33},
      Target{.name = "host", .description = "this computer, 64-bit sizes, no cycles", .compared = {}}};
  return kTargets;
}

std::vector<std::string> targetNames() {
  std::vector<std::string> names;
  for (const Target& target : targets()) names.push_back(target.name);
  return names;
}

const Target* findTarget(const std::string& name) {
  const auto all = targets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Target& target) { return target.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const std::string> ownKernelSets(const Target& target) {
  static const std::array<std::string, 2> kSets = {"cmsis-nn", "reference"};
  const std::span<const std::string> all = kSets;
  return target.emulated ? all : all.last(1);
}

std::vector<std::string> kernelSets(const Target& target) {
  const std::span<const std::string> own = ownKernelSets(target);
  std::vector<std::string> names(own.begin(), own.end());
  for (const KernelLibrary& library : kernelLibraries())
    if (library.target == target.name) names.push_back(library.name);
  return names;
}

} // namespace arenascope::session
