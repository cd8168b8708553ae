// A stub for every divide, the only Thumb instructions whose time depends on operands.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/cpu/architecture.h"
#include "emulator/cpu/thumb/divide.h"

namespace arenascope::thumb {

class DivideStubs final : public cpu::TimedInstructions {
public:
  DivideStubs(std::span<const cpu::CodeRange> code, std::uint32_t flashBase, std::uint32_t stubBase);

  std::vector<Stub> stubs() const override;
  std::uint64_t bytes() const override { return kStubBytes * sites_.size(); }
  void write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const override;
  std::array<int, 2> operands(std::uint32_t address) const override;
  std::uint32_t cycles(std::uint32_t address, std::uint32_t dividend, std::uint32_t divisor) const override;

private:
  static constexpr std::uint32_t kStubBytes = 8; // a divide and a branch

  const DivideSite& siteAt(std::uint32_t address) const { return sites_[(address - stubBase_) / kStubBytes]; }
  std::uint32_t stubAddress(std::size_t index) const {
    return stubBase_ + kStubBytes * static_cast<std::uint32_t>(index);
  }

  std::uint32_t flashBase_;
  std::uint32_t stubBase_;
  std::vector<DivideSite> sites_;
};

} // namespace arenascope::thumb
