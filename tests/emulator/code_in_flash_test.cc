#include "emulator/unicorn/code_in_flash.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>

#include "tests/emulator/engine_with_code.h"

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
    EngineWithCode program(code);
    Engine& engine = program.engine();
    std::memcpy(engine.memory(kData, sizeof(kWord)).data(), &kWord, sizeof(kWord));
    program.write(UC_ARM_REG_R0, kData);
    program.write(UC_ARM_REG_R2, ramAddress);

    Ended ended;
    {
      std::optional<CodeInFlash> here;
      if (inFlash) here.emplace(engine);
      ended.error = program.run();
    }
    ended.programCounter = program.read(UC_ARM_REG_PC);
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
