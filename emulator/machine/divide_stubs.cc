#include "emulator/machine/divide_stubs.h"

#include <algorithm>

#include "emulator/machine/memory_map.h"

namespace arenascope::machine {

namespace {

constexpr std::uint32_t kDivideBytes = 4;

void putHalfword(std::span<std::uint8_t> bytes, std::uint32_t value) {
  bytes[0] = static_cast<std::uint8_t>(value);
  bytes[1] = static_cast<std::uint8_t>(value >> 8);
}

// B.W, encoding T4: an offset of 25 bits from 4 behind the branch, its upper bits scrambled (Arm DDI 0403, A7.7.12).
void putBranch(std::span<std::uint8_t> bytes, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t offset = to - (from + 4);
  const std::uint32_t sign = offset >> 24 & 1;
  const std::uint32_t j1 = ~((offset >> 23 & 1) ^ sign) & 1;
  const std::uint32_t j2 = ~((offset >> 22 & 1) ^ sign) & 1;
  putHalfword(bytes.subspan(0, 2), 0xF000U | sign << 10 | (offset >> 12 & 0x3FF));
  putHalfword(bytes.subspan(2, 2), 0x9000U | j1 << 13 | j2 << 11 | (offset >> 1 & 0x7FF));
}

} // namespace

DivideStubs::DivideStubs(const FirmwareImage& image) {
  for (const FirmwareImage::CodeRange& range : image.codeRanges()) {
    const auto found = timing::findDivides(range.bytes, range.address);
    sites_.insert(sites_.end(), found.begin(), found.end());
  }
}

std::uint32_t DivideStubs::stubAddress(std::size_t index) const {
  return kStubBase + kStubBytes * static_cast<std::uint32_t>(index);
}

const timing::DivideSite& DivideStubs::siteAt(std::uint32_t address) const {
  return sites_[(address - kStubBase) / kStubBytes];
}

void DivideStubs::addTo(BlockTable& blocks) const {
  for (std::size_t i = 0; i < sites_.size(); ++i)
    blocks.addStub(stubAddress(i), kStubBytes, sites_[i].address + kDivideBytes);
}

void DivideStubs::write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const {
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const auto divide = flash.subspan(sites_[i].address - kFlashBase, kDivideBytes);
    const auto stub = stubs.subspan(kStubBytes * i, kStubBytes);
    std::copy(divide.begin(), divide.end(), stub.begin());
    putBranch(stub.subspan(kDivideBytes), stubAddress(i) + kDivideBytes, sites_[i].address + kDivideBytes);
    putBranch(divide, sites_[i].address, stubAddress(i));
  }
}

} // namespace arenascope::machine
