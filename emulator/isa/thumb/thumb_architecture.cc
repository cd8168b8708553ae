#include "emulator/isa/thumb/thumb_architecture.h"

#include <elf.h>
#include <unicorn/unicorn.h>

#include "emulator/isa/thumb/decoder.h"
#include "emulator/isa/thumb/divide_stubs.h"

namespace arenascope::thumb {

namespace {

std::unique_ptr<isa::TimedInstructions> divides(std::span<const isa::CodeRange> code, std::uint32_t flashBase,
                                                std::uint32_t stubBase) {
  return std::make_unique<DivideStubs>(code, flashBase, stubBase);
}

} // namespace

const isa::Architecture kArchitecture = {
    .name = "32-bit ARM",
    .engine = UC_ARCH_ARM,
    .mode = UC_MODE_THUMB,
    .programCounter = UC_ARM_REG_PC,
    .stackPointer = UC_ARM_REG_SP,
    .returnAddress = UC_ARM_REG_LR,
    .arguments = {UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3},
    .elfMachine = EM_ARM,
    .absoluteRelocation = R_ARM_ABS32,
    .codeMapping = 't',
    .pointerTag = 1,
    .countInstructions = countInstructions,
    .timedInstructions = divides,
};

} // namespace arenascope::thumb
