#include "emulator/cpu/riscv/riscv_architecture.h"

#include <unicorn/unicorn.h>

#include "emulator/cpu/riscv/decoder.h"

namespace arenascope::riscv {

namespace {

// Divisions take constant time.
class NoTimedInstructions final : public cpu::TimedInstructions {
public:
  std::vector<Stub> stubs() const override { return {}; }
  std::uint64_t bytes() const override { return 0; }
  void write(std::span<std::uint8_t> /*flash*/, std::span<std::uint8_t> /*stubs*/) const override {}
  std::array<int, 2> operands(std::uint32_t /*address*/) const override { return {}; }
  std::uint32_t cycles(std::uint32_t /*address*/, std::uint32_t /*first*/, std::uint32_t /*second*/) const override {
    return 0;
  }
};

std::unique_ptr<cpu::TimedInstructions> noneTimed(std::span<const cpu::CodeRange> /*code*/, std::uint32_t /*flashBase*/,
                                                  std::uint32_t /*stubBase*/) {
  return std::make_unique<NoTimedInstructions>();
}

std::vector<cpu::TimedInstruction> findTimed(std::span<const std::uint8_t> /*code*/, std::uint32_t /*address*/) {
  return {};
}

std::uint32_t timedCycles(const cpu::TimedInstruction& /*instruction*/, std::uint32_t /*first*/,
                          std::uint32_t /*second*/) {
  return 0;
}

} // namespace

const cpu::Architecture kArchitecture = {
    .format = &cpu::kRiscVFormat,
    .engine = UC_ARCH_RISCV,
    .mode = UC_MODE_RISCV32,
    .programCounter = UC_RISCV_REG_PC,
    .stackPointer = UC_RISCV_REG_SP,
    .returnAddress = UC_RISCV_REG_RA,
    .arguments = {UC_RISCV_REG_A0, UC_RISCV_REG_A1, UC_RISCV_REG_A2, UC_RISCV_REG_A3},
    .countInstructions = countInstructions,
    .timedInstructions = noneTimed,
    .findTimed = findTimed,
    .timedCycles = timedCycles,
    .stackBytes = stackBytes,
};

} // namespace arenascope::riscv
