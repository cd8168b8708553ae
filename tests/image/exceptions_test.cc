// Exceptions of a Cortex-M as its architecture has them (Armv7-M, B1.5.6 and B1.5.8), on an engine that runs nothing.
#include "emulator/image/exceptions.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace arenascope::image {
namespace {

constexpr std::uint32_t kRam = 0x20000000;
constexpr std::uint32_t kStack = kRam + 0x800;
constexpr std::uint32_t kHandler = 0x08000101;
constexpr std::uint32_t kInterrupted = 0x08000200;

class ExceptionsTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(uc_open(UC_ARCH_ARM, static_cast<uc_mode>(UC_MODE_THUMB | UC_MODE_MCLASS), &engine_), UC_ERR_OK);
    ASSERT_EQ(uc_ctl_set_cpu_model(engine_, UC_CPU_ARM_CORTEX_M4), UC_ERR_OK);
    exceptions_.emplace(engine_, [this](std::uint32_t address, std::uint64_t bytes) -> std::span<std::uint8_t> {
      if (address < kRam || address - kRam > ram_.size() - bytes) return {};
      return {ram_.data() + (address - kRam), static_cast<std::size_t>(bytes)};
    });
    write(UC_ARM_REG_SP, kStack);
    for (std::uint32_t i = 0; i < 4; ++i) write(UC_ARM_REG_R0 + static_cast<int>(i), 100 + i);
    write(UC_ARM_REG_R12, 112);
    write(UC_ARM_REG_LR, 114);
    write(UC_ARM_REG_XPSR, 0x61000000); // Thumb code, with Z and C
  }
  void TearDown() override { uc_close(engine_); }

  std::uint32_t read(int number) const {
    std::uint32_t value = 0;
    uc_reg_read(engine_, number, &value);
    return value;
  }
  void write(int number, std::uint32_t value) const { uc_reg_write(engine_, number, &value); }
  std::uint32_t saved(int word) const {
    std::uint32_t value = 0;
    std::memcpy(&value, ram_.data() + (read(UC_ARM_REG_SP) - kRam) + 4 * word, sizeof value);
    return value;
  }

  uc_engine* engine_ = nullptr;
  std::vector<std::uint8_t> ram_ = std::vector<std::uint8_t>(0x1000);
  std::optional<Exceptions> exceptions_;
};

TEST_F(ExceptionsTest, WhatIsInterruptedLiesOnTheStack) {
  ASSERT_TRUE(exceptions_->enter(kSysTick, kHandler, kInterrupted));
  EXPECT_TRUE(exceptions_->inHandler());
  EXPECT_EQ(read(UC_ARM_REG_SP), kStack - 32);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(saved(i), 100U + static_cast<std::uint32_t>(i));
  EXPECT_EQ(saved(4), 112U);
  EXPECT_EQ(saved(5), 114U);
  EXPECT_EQ(saved(6), kInterrupted);
  EXPECT_EQ(saved(7) & 0x61000200, 0x61000000U) << "the flags, and a stack that was not moved";
  EXPECT_EQ(read(UC_ARM_REG_PC) & ~1U, kHandler & ~1U);
  EXPECT_EQ(read(UC_ARM_REG_LR), 0xFFFFFFF9) << "back to the thread, with the main stack";
  EXPECT_EQ(read(UC_ARM_REG_XPSR) & 0x1FF, kSysTick);
}

TEST_F(ExceptionsTest, AfterItsEndEverythingIsAsItWas) {
  const std::uint64_t number = 0x3FF8000000000000;
  uc_reg_write(engine_, UC_ARM_REG_D0 + 3, &number);
  ASSERT_TRUE(exceptions_->enter(kSupervisorCall, kHandler, kInterrupted));
  for (const int changed : {UC_ARM_REG_R0, UC_ARM_REG_R3, UC_ARM_REG_R12}) write(changed, 7);
  const std::uint64_t other = 7;
  uc_reg_write(engine_, UC_ARM_REG_D0 + 3, &other);
  const std::uint32_t back = read(UC_ARM_REG_LR);
  ASSERT_TRUE(Exceptions::isReturn(back));
  EXPECT_EQ(exceptions_->leave(back), kInterrupted);
  EXPECT_FALSE(exceptions_->inHandler());
  EXPECT_EQ(read(UC_ARM_REG_SP), kStack);
  EXPECT_EQ(read(UC_ARM_REG_R0), 100U);
  EXPECT_EQ(read(UC_ARM_REG_R3), 103U);
  EXPECT_EQ(read(UC_ARM_REG_R12), 112U);
  EXPECT_EQ(read(UC_ARM_REG_LR), 114U);
  EXPECT_EQ(read(UC_ARM_REG_XPSR) & 0x610001FF, 0x61000000U) << "its flags, and no handler";
  std::uint64_t kept = 0;
  uc_reg_read(engine_, UC_ARM_REG_D0 + 3, &kept);
  EXPECT_EQ(kept, number);
}

// The stack is at a multiple of 8 in the handler, and where it was afterwards.
TEST_F(ExceptionsTest, AStackThatIsNotAlignedIsMoved) {
  write(UC_ARM_REG_SP, kStack - 4);
  ASSERT_TRUE(exceptions_->enter(kPendSupervisor, kHandler, kInterrupted));
  EXPECT_EQ(read(UC_ARM_REG_SP) % 8, 0U);
  EXPECT_NE(saved(7) & 0x200, 0U);
  EXPECT_EQ(exceptions_->leave(read(UC_ARM_REG_LR)), kInterrupted);
  EXPECT_EQ(read(UC_ARM_REG_SP), kStack - 4);
}

TEST_F(ExceptionsTest, OneInAHandlerGoesBackToIt) {
  ASSERT_TRUE(exceptions_->enter(kSysTick, kHandler, kInterrupted));
  ASSERT_TRUE(exceptions_->enter(kSupervisorCall, kHandler, kHandler + 8));
  EXPECT_EQ(read(UC_ARM_REG_LR), 0xFFFFFFF1);
  EXPECT_EQ(exceptions_->leave(0xFFFFFFF1), (kHandler + 8) & ~1U);
  EXPECT_TRUE(exceptions_->inHandler());
  EXPECT_EQ(read(UC_ARM_REG_XPSR) & 0x1FF, kSysTick);
  EXPECT_EQ(exceptions_->leave(0xFFFFFFF9), kInterrupted);
  EXPECT_EQ(read(UC_ARM_REG_SP), kStack);
}

// An operating system starts a task by leaving a handler to the task's own stack.
TEST_F(ExceptionsTest, AHandlerMayEndInAnotherTask) {
  ASSERT_TRUE(exceptions_->enter(kPendSupervisor, kHandler, kInterrupted));
  const std::uint32_t task = kRam + 0x400;
  const std::uint32_t words[8] = {1, 2, 3, 4, 5, 6, 0x08000300, 0x01000000};
  std::memcpy(ram_.data() + 0x400, words, sizeof words);
  write(UC_ARM_REG_PSP, task);
  EXPECT_EQ(exceptions_->leave(0xFFFFFFFD), 0x08000300U);
  EXPECT_EQ(read(UC_ARM_REG_SP), task + 32);
  EXPECT_EQ(read(UC_ARM_REG_R0), 1U);
  EXPECT_EQ(read(UC_ARM_REG_CONTROL) & 2U, 2U) << "on the process stack";
}

TEST_F(ExceptionsTest, WithoutAStackItIsRefused) {
  write(UC_ARM_REG_SP, kRam + 16);
  EXPECT_FALSE(exceptions_->enter(kSysTick, kHandler, kInterrupted));
  EXPECT_FALSE(exceptions_->inHandler());
  EXPECT_EQ(exceptions_->leave(0xFFFFFFF9), 0U) << "nothing has been entered";
}

} // namespace
} // namespace arenascope::image
