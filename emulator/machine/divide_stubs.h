// A way to see a divide's operands without asking the emulator to stop at every instruction: each divide becomes a
// branch to a stub of its own, which divides and branches back. A stub is a block, and blocks are seen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emulator/machine/block_table.h"
#include "emulator/machine/firmware_image.h"
#include "emulator/timing/divide.h"

namespace arenascope::machine {

class DivideStubs {
public:
  explicit DivideStubs(const FirmwareImage& image);

  // Bytes that the stubs take, from kStubBase.
  std::uint64_t bytes() const { return kStubBytes * sites_.size(); }
  // Tells the accounting: a stub costs what its operands say, and nothing for the two branches.
  void addTo(BlockTable& blocks) const;
  // Puts branches into the firmware in `flash` and the stubs into `stubs`.
  void write(std::span<std::uint8_t> flash, std::span<std::uint8_t> stubs) const;
  // The divide of the stub at an address.
  const timing::DivideSite& siteAt(std::uint32_t address) const;

private:
  static constexpr std::uint32_t kStubBytes = 8; // a divide and a branch

  std::uint32_t stubAddress(std::size_t index) const;

  std::vector<timing::DivideSite> sites_;
};

} // namespace arenascope::machine
