#include "emulator/unicorn/code_in_flash.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>

#include "emulator/cpu/processors.h"
#include "emulator/firmware/memory_map.h"
#include "emulator/protocol/machine_request.h"

namespace arenascope::unicorn {
namespace {

// What a program leaves behind: r0 is an address in its flash, r2 one in its RAM.
struct Ended {
  uc_err error = UC_ERR_OK;
  std::uint32_t programCounter = 0;
  std::array<std::uint32_t, 3> ram{};
  std::uint32_t flash = 0; // the word at r0

  bool operator==(const Ended&) const = default;
};

class CodeInFlashTest : public testing::TestWithParam<bool> {
protected:
  static constexpr std::uint32_t kData = firmware::kFlashBase + 0x1000; // in a page without code
  static constexpr std::uint32_t kWord = 0x12345678;

  // Thumb code, run with or without CodeInFlash.
  static Ended run(std::span<const std::uint16_t> code, std::uint32_t ramAddress, bool inFlash) {
    const protocol::GuestFile memory = *protocol::GuestFile::create();
    const cpu::Processor& processor = *cpu::find("cortex-m4");
    Engine engine(memory, protocol::kKeptWindow);
    EXPECT_EQ(engine.open(*processor.architecture, processor.engineModel), "");
    EXPECT_TRUE(engine.map(firmware::kFlashBase, 4096, UC_PROT_READ | UC_PROT_EXEC));
    EXPECT_TRUE(engine.map(firmware::kRamBase, 4096, UC_PROT_READ | UC_PROT_WRITE));
    std::memcpy(engine.memory(firmware::kFlashBase, code.size_bytes()).data(), code.data(), code.size_bytes());
    std::memcpy(engine.memory(kData, sizeof(kWord)).data(), &kWord, sizeof(kWord));
    const std::uint32_t data = kData;
    uc_reg_write(engine.get(), UC_ARM_REG_R0, &data);
    uc_reg_write(engine.get(), UC_ARM_REG_R2, &ramAddress);

    Ended ended;
    {
      std::optional<CodeInFlash> here;
      if (inFlash) here.emplace(engine);
      ended.error =
          uc_emu_start(engine.get(), firmware::kFlashBase | 1U, firmware::kFlashBase + code.size_bytes(), 0, 0);
    }
    uc_reg_read(engine.get(), UC_ARM_REG_PC, &ended.programCounter);
    std::memcpy(ended.ram.data(), engine.memory(firmware::kRamBase, sizeof(ended.ram)).data(), sizeof(ended.ram));
    std::memcpy(&ended.flash, engine.memory(kData, sizeof(ended.flash)).data(), sizeof(ended.flash));
    return ended;
  }
};

constexpr std::uint16_t kLoadFromFlash = 0x6801; // ldr r1, [r0]
constexpr std::uint16_t kStoreToFlash = 0x6001;  // str r1, [r0]
constexpr std::uint16_t kStoreToRam = 0x6011;    // str r1, [r2]
constexpr std::uint16_t kStoreBehind = 0x6051;   // str r1, [r2, #4]
constexpr std::uint16_t kStoreHigh = 0x8111;     // strh r1, [r2, #8]

TEST_P(CodeInFlashTest, StoresReachTheirMemory) {
  const std::array code{kLoadFromFlash, kStoreToRam, kStoreBehind, kStoreHigh};
  const Ended ended = run(code, firmware::kRamBase, GetParam());
  EXPECT_EQ(ended.error, UC_ERR_OK);
  EXPECT_EQ(ended.ram, (std::array<std::uint32_t, 3>{kWord, kWord, kWord & 0xFFFFU}));
}

// The engine knows the page already, from the load.
TEST_P(CodeInFlashTest, AStoreToFlashIsAFaultAndChangesNothing) {
  const std::array code{kLoadFromFlash, kStoreToRam, kStoreToFlash, kStoreBehind};
  const Ended ended = run(code, firmware::kRamBase, GetParam());
  EXPECT_EQ(ended.error, UC_ERR_WRITE_PROT);
  EXPECT_EQ(ended.ram, (std::array<std::uint32_t, 3>{kWord, 0, 0}));
  EXPECT_EQ(ended.flash, kWord);
  EXPECT_EQ(ended, run(code, firmware::kRamBase, !GetParam()));
}

// 8192 bytes are mapped: a page more than was asked for.
TEST_P(CodeInFlashTest, AStoreBeyondMemoryIsAFault) {
  const std::array code{kLoadFromFlash, kStoreToRam, kStoreBehind};
  EXPECT_EQ(run(code, firmware::kRamBase + 8188, GetParam()).error, UC_ERR_WRITE_UNMAPPED);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithout, CodeInFlashTest, testing::Bool());

} // namespace
} // namespace arenascope::unicorn
