#include "emulator/unicorn/exit_checks.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "emulator/unicorn/code_in_flash.h"
#include "tests/emulator/engine_with_code.h"

namespace arenascope::unicorn {
namespace {

// One block that ends with a store. A hook on its first access asks for the end of the run, or the access is a fault.
class ExitChecksTest : public testing::TestWithParam<std::uint16_t> {
public:
  static constexpr std::uint16_t kLoadFirst = 0x6813;   // ldr r3, [r2]
  static constexpr std::uint16_t kStoreFirst = 0x6011;  // str r1, [r2]
  static constexpr std::uint16_t kStoreSecond = 0x6051; // str r1, [r2, #4]

protected:
  void run(std::uint32_t address, bool stops) {
    const std::array<std::uint16_t, 2> code = {GetParam(), kStoreSecond};
    EngineWithCode program(code);
    Engine& engine = program.engine();
    program.write(UC_ARM_REG_R1, 7);
    program.write(UC_ARM_REG_R2, address);
    uc_hook hook = 0;
    if (stops)
      uc_hook_add(engine.get(), &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(&stop), nullptr,
                  address, address + 3);
    {
      const CodeInFlash here(engine);
      error_ = program.run();
    }
    programCounter_ = program.read(UC_ARM_REG_PC);
    std::memcpy(&behind_, engine.memory(firmware::kRamBase + 4, sizeof(behind_)).data(), sizeof(behind_));
  }

  static void stop(uc_engine* engine, uc_mem_type /*type*/, std::uint64_t /*address*/, int /*bytes*/,
                   std::int64_t /*value*/, void* /*user*/) {
    uc_emu_stop(engine);
  }

  uc_err error_ = UC_ERR_OK;
  std::uint32_t programCounter_ = 0;
  std::uint32_t behind_ = 0; // the word that the store writes
};

TEST_P(ExitChecksTest, WithoutOneTheBlockIsExecuted) {
  run(firmware::kRamBase, false);
  EXPECT_EQ(error_, UC_ERR_OK);
  EXPECT_EQ(behind_, 7U);
}

TEST_P(ExitChecksTest, AHookEndsTheRunAtTheAccess) {
  run(firmware::kRamBase, true);
  EXPECT_EQ(error_, UC_ERR_OK);
  EXPECT_EQ(behind_, 0U);
  EXPECT_EQ(programCounter_, firmware::kFlashBase);
}

// The word in front of the RAM; the store would be in it.
TEST_P(ExitChecksTest, AFaultEndsTheRunAtTheAccess) {
  run(firmware::kRamBase - 4, false);
  EXPECT_EQ(error_, GetParam() == kLoadFirst ? UC_ERR_READ_UNMAPPED : UC_ERR_WRITE_UNMAPPED);
  EXPECT_EQ(programCounter_, firmware::kFlashBase);
}

INSTANTIATE_TEST_SUITE_P(LoadAndStore, ExitChecksTest,
                         testing::Values(ExitChecksTest::kLoadFirst, ExitChecksTest::kStoreFirst));

} // namespace
} // namespace arenascope::unicorn
