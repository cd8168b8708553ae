#include "emulator/cpu/thumb/divide_stubs.h"

#include <unicorn/unicorn.h>

#include <algorithm>

namespace arenascope::thumb {

namespace {

constexpr std::uint32_t kDivideBytes = 4;

void putHalfword(std::span<std::uint8_t> bytes, std::uint32_t value) {
  bytes[0] = static_cast<std::uint8_t>(value);
  bytes[1] = static_cast<std::uint8_t>(value >> 8);
}

// B.W, encoding T4: an offset of 25 bits relative to the branch plus 4, its upper bits encoded (Arm DDI 0403, A7.7.12).
void putBranch(std::span<std::uint8_t> bytes, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t offset = to - (from + 4);
  const std::uint32_t sign = offset >> 24 & 1;
  const std::uint32_t j1 = ~((offset >> 23 & 1) ^ sign) & 1;
  const std::uint32_t j2 = ~((offset >> 22 & 1) ^ sign) & 1;
  putHalfword(bytes.subspan(0, 2), 0xF000U | sign << 10 | (offset >> 12 & 0x3FF));
  putHalfword(bytes.subspan(2, 2), 0x9000U | j1 << 13 | j2 << 11 | (offset >> 1 & 0x7FF));
}

} // namespace

DivideStubs::DivideStubs(std::span<const cpu::CodeRange> code, std::uint32_t flashBase, std::uint32_t stubBase)
    : flashBase_(flashBase), stubBase_(stubBase) {
  for (const cpu::CodeRange& range : code) {
    const auto found = findDivides(range.bytes, range.address);
    sites_.insert(sites_.end(), found.begin(), found.end());
  }
}

std::vector<cpu::TimedInstructions::Stub> DivideStubs::stubs() const {
  std::vector<Stub> stubs;
  for (std::size_t i = 0; i < sites_.size(); ++i)
    stubs.push_back({stubAddress(i), kStubBytes, sites_[i].address + kDivideBytes});
  return stubs;
}

void DivideStubs::write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const {
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const auto divide = flash.subspan(sites_[i].address - flashBase_, kDivideBytes);
    const auto stub = stubs.subspan(kStubBytes * i, kStubBytes);
    std::copy(divide.begin(), divide.end(), stub.begin());
    putBranch(stub.subspan(kDivideBytes), stubAddress(i) + kDivideBytes, sites_[i].address + kDivideBytes);
    putBranch(divide, sites_[i].address, stubAddress(i));
  }
}

std::array<int, 2> DivideStubs::operands(std::uint32_t address) const {
  const DivideSite& site = siteAt(address);
  return {UC_ARM_REG_R0 + site.dividend, UC_ARM_REG_R0 + site.divisor};
}

std::uint32_t DivideStubs::cycles(std::uint32_t address, std::uint32_t dividend, std::uint32_t divisor) const {
  return divideCycles(dividend, divisor, siteAt(address).isSigned);
}

} // namespace arenascope::thumb
