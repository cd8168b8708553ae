#include "emulator/isa/thumb/thumb_architecture.h"

#include <unicorn/unicorn.h>

#include "emulator/isa/thumb/decoder.h"
#include "emulator/isa/thumb/divide.h"
#include "emulator/isa/thumb/divide_stubs.h"
#include "emulator/isa/thumb/stack_bytes.h"

namespace arenascope::thumb {

namespace {

std::unique_ptr<isa::TimedInstructions> divides(std::span<const isa::CodeRange> code, std::uint32_t flashBase,
                                                std::uint32_t stubBase) {
  return std::make_unique<DivideStubs>(code, flashBase, stubBase);
}

std::vector<isa::TimedInstruction> findTimed(std::span<const std::uint8_t> code, std::uint32_t address) {
  std::vector<isa::TimedInstruction> found;
  for (const DivideSite& site : findDivides(code, address))
    found.push_back({.address = site.address,
                     .operands = {UC_ARM_REG_R0 + site.dividend, UC_ARM_REG_R0 + site.divisor},
                     .isSigned = site.isSigned});
  return found;
}

std::uint32_t timedCycles(const isa::TimedInstruction& divide, std::uint32_t dividend, std::uint32_t divisor) {
  return divideCycles(dividend, divisor, divide.isSigned);
}

} // namespace

const isa::Architecture kArchitecture = {
    .format = &isa::kThumbFormat,
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
