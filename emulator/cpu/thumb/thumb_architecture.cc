#include "emulator/cpu/thumb/thumb_architecture.h"

#include <unicorn/unicorn.h>

#include "emulator/cpu/thumb/decoder.h"
#include "emulator/cpu/thumb/divide.h"
#include "emulator/cpu/thumb/divide_stubs.h"
#include "emulator/cpu/thumb/stack_bytes.h"

namespace arenascope::thumb {

namespace {

std::unique_ptr<cpu::TimedInstructions> divides(std::span<const cpu::CodeRange> code, std::uint32_t flashBase,
                                                std::uint32_t stubBase) {
  return std::make_unique<DivideStubs>(code, flashBase, stubBase);
}

std::vector<cpu::TimedInstruction> findTimed(std::span<const std::uint8_t> code, std::uint32_t address) {
  std::vector<cpu::TimedInstruction> found;
  for (const DivideSite& site : findDivides(code, address))
    found.push_back({.address = site.address,
                     .operands = {UC_ARM_REG_R0 + site.dividend, UC_ARM_REG_R0 + site.divisor},
                     .isSigned = site.isSigned});
  return found;
}

std::uint32_t timedCycles(const cpu::TimedInstruction& divide, std::uint32_t dividend, std::uint32_t divisor) {
  return divideCycles(dividend, divisor, divide.isSigned);
}

} // namespace

const cpu::Architecture kArchitecture = {
    .format = &cpu::kThumbFormat,
    .engine = UC_ARCH_ARM,
    .mode = UC_MODE_THUMB,
    .programCounter = UC_ARM_REG_PC,
    .stackPointer = UC_ARM_REG_SP,
    .returnAddress = UC_ARM_REG_LR,
    .arguments = {UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3},
    .countInstructions = countInstructions,
    .timedInstructions = divides,
    .findTimed = findTimed,
    .timedCycles = timedCycles,
    .stackBytes = stackBytes,
};

} // namespace arenascope::thumb
