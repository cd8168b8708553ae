#include "emulator/image/peripherals.h"

#include <gmock/gmock.h>

namespace arenascope::image {
namespace {

Peripherals made(std::map<std::uint32_t, std::uint32_t> fixed = {}) {
  return Peripherals(std::move(fixed), [] { return std::uint64_t{1234}; });
}

TEST(Peripherals, RememberWhatIsWritten) {
  Peripherals registers = made({{0x40000010, 0xAABBCCDD}});
  registers.write(0x40000004, 4, 0x11223344);
  registers.write(0x40000005, 1, 0xFF);
  EXPECT_EQ(registers.read(0x40000004, 4), 0x1122FF44U);
  EXPECT_EQ(registers.read(0x40000006, 2), 0x1122U);
  EXPECT_EQ(registers.read(0x40000012, 1), 0xBBU) << "what a person set stays";
  EXPECT_EQ(registers.read(0xE0001004, 4), 1234U) << "the cycle counter";
}

TEST(Peripherals, AnswerWhoeverWaitsForAnyBit) {
  for (unsigned bit = 0; bit < 32; ++bit)
    for (const std::uint32_t wanted : {0U, 1U << bit}) {
      Peripherals registers = made();
      registers.write(0x40000000, 4, ~wanted & 1U << bit);
      int reads = 1;
      while ((registers.read(0x40000000, 4) & 1U << bit) != wanted && reads < 1000) ++reads;
      EXPECT_LT(reads, 1000) << "bit " << bit;
      EXPECT_THAT(registers.polled(), testing::SizeIs(1));
    }
  // A field of two bits that must become 10, as a clock's source.
  Peripherals registers = made();
  int reads = 1;
  while ((registers.read(0x40000000, 4) & 0xC) != 8 && reads < 1000) ++reads;
  EXPECT_LT(reads, 1000);
}

TEST(Peripherals, TextIsToldFromSettings) {
  Peripherals registers = made();
  for (const std::uint32_t setting : {0x0U, 0x41U, 0x1000U, 0x42U, 0x3U, 0x7U}) registers.write(0x40001000, 4, setting);
  for (const char c : std::string("used 804\n")) registers.write(0x40001004, 4, static_cast<std::uint8_t>(c));
  EXPECT_EQ(registers.console(), "used 804\n");
  registers.print("semihosting");
  EXPECT_EQ(registers.console(), "semihosting");
}

// As a terminal wants it: short lines, each with a carriage return.
TEST(Peripherals, LinesMayEndInACarriageReturnToo) {
  Peripherals registers = made();
  for (const char c : std::string("start\r\nused 660\r\nok\r\n"))
    registers.write(0x40004404, 4, static_cast<std::uint8_t>(c));
  EXPECT_EQ(registers.console(), "start\nused 660\nok\n");
}

} // namespace
} // namespace arenascope::image
