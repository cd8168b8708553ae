// Encodings by an assembler.
#include "emulator/cpu/thumb/stack_bytes.h"

#include <gtest/gtest.h>

#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

struct Pushed {
  const char* text;
  std::vector<std::uint16_t> code;
  std::uint32_t bytes;
};

TEST(StackBytesTest, OfEveryPushAndSubtraction) {
  const Pushed kCases[] = {{"push {r4, lr}", {0xB510}, 8},
                           {"push {r0-r7, lr}", {0xB5FF}, 36},
                           {"push.w {r4-r8, lr}", {0xE92D, 0x41F0}, 24},
                           {"str.w r4, [sp, #-4]!", {0xF84D, 0x4D04}, 4},
                           {"vpush {s16-s17}", {0xED2D, 0x8A02}, 8},
                           {"vpush {d8-d9}", {0xED2D, 0x8B04}, 16},
                           {"sub sp, #8", {0xB082}, 8},
                           {"sub.w sp, sp, #1024", {0xF5AD, 0x6D80}, 1024},
                           {"subw sp, sp, #1025", {0xF2AD, 0x4D01}, 1025},
                           {"sub.w sp, sp, #0x01010101", {0xF1AD, 0x3D01}, 0x01010101},
                           {"add sp, #8", {0xB002}, 0},
                           {"pop {r4, pc}", {0xBD10}, 0},
                           {"sub.w r0, sp, #1024", {0xF5AD, 0x6080}, 0},
                           {"push {r4, lr}; sub sp, #8", {0xB510, 0xB082}, 16}};
  for (const Pushed& each : kCases) EXPECT_EQ(stackBytes(bytesOf(each.code)), each.bytes) << each.text;
}

// The second half of a long instruction is not decoded separately, and code may be truncated within one.
TEST(StackBytesTest, GoesFromInstructionToInstruction) {
  EXPECT_EQ(stackBytes(bytesOf({0xF8D0, 0xB510})), 0U) << "ldr.w r11, [r0, #0x510]";
  EXPECT_EQ(stackBytes(bytesOf({0xB510, 0xE92D})), 8U);
  EXPECT_EQ(stackBytes({}), 0U);
}

} // namespace
} // namespace arenascope::thumb
