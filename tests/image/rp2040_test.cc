// The single-cycle block as the datasheet has it (RP2040 datasheet, 2.3.1 and 2.8.2).
#include "emulator/rp2040/rp2040.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace arenascope::rp2040 {
namespace {

constexpr std::uint32_t kCpuId = 0x00;
constexpr std::uint32_t kFifo = 0x50; // state, write and read
constexpr std::uint32_t kUnsigned = 0x60;
constexpr std::uint32_t kSigned = 0x68;
constexpr std::uint32_t kLock = 0x100;

class SingleCycleIoTest : public testing::Test {
protected:
  std::pair<std::uint32_t, std::uint32_t> divided(std::uint32_t registers, std::uint32_t dividend,
                                                  std::uint32_t divisor) {
    io_.write(registers, dividend);
    io_.write(registers + 4, divisor);
    return {io_.read(0x70), io_.read(0x74)};
  }
  static std::uint32_t minus(std::uint32_t value) { return ~value + 1; }
  void send(std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) io_.write(kFifo + 4, word);
  }

  SingleCycleIo io_;
};

TEST_F(SingleCycleIoTest, Divides) {
  EXPECT_EQ(divided(kUnsigned, 17, 5), std::pair(3U, 2U));
  EXPECT_EQ(divided(kUnsigned, 0xFFFFFFF0, 16), std::pair(0x0FFFFFFFU, 0U));
  EXPECT_EQ(divided(kSigned, minus(17), 5), std::pair(minus(3), minus(2)));
  EXPECT_EQ(divided(kSigned, 17, minus(5)), std::pair(minus(3), 2U));
  EXPECT_EQ(divided(kSigned, 0x80000000, minus(1)), std::pair(0x80000000U, 0U)) << "the quotient has no room";
}

TEST_F(SingleCycleIoTest, DividesByZeroAsTheDatasheetSays) {
  EXPECT_EQ(divided(kUnsigned, 17, 0), std::pair(0xFFFFFFFFU, 17U));
  EXPECT_EQ(divided(kSigned, 17, 0), std::pair(minus(1), 17U));
  EXPECT_EQ(divided(kSigned, minus(17), 0), std::pair(1U, minus(17)));
}

TEST_F(SingleCycleIoTest, EachCoreHasItsDivider) {
  divided(kUnsigned, 17, 5);
  io_.switchCore();
  EXPECT_EQ(io_.read(kCpuId), 1U);
  EXPECT_EQ(divided(kUnsigned, 100, 9), std::pair(11U, 1U));
  io_.switchCore();
  EXPECT_EQ(io_.read(0x70), 3U);
}

TEST_F(SingleCycleIoTest, ALockIsHeldOnce) {
  EXPECT_EQ(io_.read(kLock + 4 * 7), 1U << 7);
  EXPECT_FALSE(io_.takeWaits());
  EXPECT_EQ(io_.read(kLock + 4 * 7), 0U);
  EXPECT_TRUE(io_.takeWaits()) << "who finds it held lets the other core run";
  EXPECT_EQ(io_.read(kLock + 4 * 8), 1U << 8);
  io_.write(kLock + 4 * 7, 1);
  EXPECT_EQ(io_.read(kLock + 4 * 7), 1U << 7);
}

TEST_F(SingleCycleIoTest, TheSecondCoreBeginsWhereItIsTold) {
  send({0, 0, 1, 0x10000100, 0x20041000, 0x10000201});
  ASSERT_TRUE(io_.launches());
  const Launch launch = *io_.takeLaunch();
  EXPECT_EQ(launch.vectorTable, 0x10000100U);
  EXPECT_EQ(launch.stack, 0x20041000U);
  EXPECT_EQ(launch.entry, 0x10000201U);
  EXPECT_FALSE(io_.launches()) << "once";
  EXPECT_EQ(io_.read(kFifo) & 1U, 1U) << "its boot ROM has repeated each word";
}

TEST_F(SingleCycleIoTest, WordsInAnotherOrderBeginAnew) {
  send({0, 0, 7, 0, 0, 1, 1, 2});
  EXPECT_FALSE(io_.launches());
  send({3});
  ASSERT_TRUE(io_.launches());
  EXPECT_EQ(io_.takeLaunch()->entry, 3U);
}

TEST_F(SingleCycleIoTest, WordsGoToTheOtherCore) {
  send({0, 0, 1, 1, 2, 3});
  while ((io_.read(kFifo) & 1U) != 0) io_.read(kFifo + 8);
  EXPECT_TRUE(io_.takeWaits()) << "there is nothing left to read";
  send({42, 43});
  EXPECT_EQ(io_.read(kFifo) & 1U, 0U);
  io_.switchCore();
  EXPECT_EQ(io_.read(kFifo + 8), 42U);
  EXPECT_EQ(io_.read(kFifo + 8), 43U);
  EXPECT_EQ(io_.read(kFifo) & 1U, 0U);
}

TEST(Rp2040RegistersTest, TheClockIsInMicroseconds) {
  EXPECT_EQ(registerValue(0x40054028, 125 * 7), 7U);
  EXPECT_EQ(registerValue(0x40054024, std::uint64_t{125} << 32), 1U);
  EXPECT_EQ(registerValue(0x40000000, 0), std::nullopt);
}

} // namespace
} // namespace arenascope::rp2040
