// A few instructions in a loop: cycles for each turn, calculated by hand from what the cycle models name as their
// sources. The loop is the body, then `subs r7, #1` and `bne` back to its start: 3 cycles on each of these cores (1,
// and a taken branch: 2).
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/three_stage_pipeline.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

constexpr int kNotThere = -1; // the core does not have the instruction, or its time is not known
constexpr std::uint32_t kLoopCycles = 3;

struct LoopCase {
  const char* name;
  const char* body;
  std::vector<std::uint16_t> halfwords;
  std::array<int, 4> cycles; // Cortex-M0+, M3, M4, M33
};

void PrintTo(const LoopCase& loop, std::ostream* stream) { *stream << loop.body; }

// clang-format off
const LoopCase kLoops[] = {
    {"Move", "movs r0, #1", {0x2001}, {1, 1, 1, 1}},
    {"TwoAdditions", "adds r0, r1, r2; adds r3, r4, r5", {0x1888, 0x1963}, {2, 2, 2, 2}},
    {"DependentAdditions", "adds r0, r1, r2; adds r3, r0, r5", {0x1888, 0x1943}, {2, 2, 2, 2}},
    {"Shifts", "lsls r0, r1, #3; rors r0, r2", {0x00C8, 0x41D0}, {2, 2, 2, 2}},
    {"Extensions", "uxtb r0, r1; sxth r2, r3", {0xB2C8, 0xB21A}, {2, 2, 2, 2}},
    {"ByteReversal", "rev r0, r1", {0xBA08}, {1, 1, 1, 1}},
    {"Compares", "cmp r0, #3; cmp r1, #4", {0x2803, 0x2904}, {2, 2, 2, 2}},
    {"Multiply", "muls r0, r1, r0", {0x4348}, {1, 1, 1, 2}}, // M33: MULS stalls for a cycle
    {"MultiplyThenUse", "muls r0, r1, r0; adds r2, r0, r3", {0x4348, 0x18C2}, {2, 2, 2, 3}},
    {"Load", "ldr r0, [r1]", {0x6808}, {2, 2, 2, 1}}, // M33: a result two cycles later, not waited for
    {"TwoLoads", "ldr r0, [r1]; ldr r2, [r1, #4]", {0x6808, 0x684A}, {4, 3, 3, 2}}, // M3, M4: 2 + 1
    {"ThreeLoads", "ldr r0, [r1]; ldr r2, [r1, #4]; ldr r3, [r1, #8]", {0x6808, 0x684A, 0x688B}, {6, 4, 4, 3}},
    {"ByteAndHalfwordLoads", "ldrb r0, [r1]; ldrh r2, [r1]", {0x7808, 0x880A}, {4, 3, 3, 2}},
    {"LoadOfASum", "ldr r0, [r1, r2]", {0x5888}, {2, 2, 2, 1}},
    {"LoadThenUse", "ldr r0, [r1]; adds r0, #1", {0x6808, 0x3001}, {3, 3, 3, 3}}, // M33: 1 + 1 waiting + 1
    {"LoadOtherThenUse", "ldr r0, [r1]; adds r2, #1; adds r0, #1", {0x6808, 0x3201, 0x3001}, {4, 4, 4, 3}},
    {"LoadThenAddress", "ldr r0, [r1]; ldr r2, [r0]", {0x6808, 0x6802}, {4, 5, 5, 3}}, // M3, M4: 2 + 2 + 1 for the address
    {"AddThenAddress", "adds r1, #4; ldr r0, [r1]", {0x3104, 0x6808}, {3, 4, 4, 2}}, // M3, M4: 1 + 2 + 1
    {"AddThenStoreAddress", "adds r1, #4; str r0, [r1]", {0x3104, 0x6008}, {3, 3, 3, 2}}, // M3, M4: 1 + 1 + 1
    {"AddThenStoreValue", "adds r0, #4; str r0, [r1]", {0x3004, 0x6008}, {3, 2, 2, 2}}, // a value is forwarded, an address is not
    {"Literal", "ldr r0, [pc, #8]", {0x4802}, {2, 3, 3, 1}}, // M3, M4: one more, the fetch unit contends
    {"Store", "str r0, [r1]", {0x6008}, {2, 1, 1, 1}},
    {"TwoStores", "str r0, [r1]; str r2, [r1, #4]", {0x6008, 0x604A}, {4, 2, 2, 2}},
    {"StoreByteAndHalfword", "strb r0, [r1]; strh r2, [r1]", {0x7008, 0x800A}, {4, 2, 2, 2}},
    {"StoreToASum", "str r0, [r1, r2]", {0x5088}, {2, 2, 2, 1}}, // M3, M4: not overlapped with what follows
    {"StoreThenLoad", "str r0, [r1]; ldr r2, [r1]", {0x6008, 0x680A}, {4, 4, 4, 2}}, // M3, M4: 1 + 1 + 2
    {"LoadThenStore", "ldr r0, [r1]; str r0, [r2]", {0x6808, 0x6010}, {4, 3, 3, 2}}, // M3, M4: three in total, by the manual; M33: load to store 1
    {"PushAndPop", "push {r4, r5}; pop {r4, r5}", {0xB430, 0xBC30}, {6, 6, 6, 4}}, // 1 + 2 each; M33: 2 each
    {"LoadMultiple", "ldm r1!, {r2, r3, r4, r5}", {0xC93C}, {5, 5, 5, 4}},
    {"StoreMultiple", "stm r1!, {r2, r3}", {0xC10C}, {3, 3, 3, 2}},
    {"SystemRegister", "mrs r0, primask", {0xF3EF, 0x8010}, {3, 2, 2, kNotThere}},
    {"MultiplyAndAdd", "mla r0, r1, r2, r3", {0xFB01, 0x3002}, {kNotThere, 2, 1, 1}},
    {"MultiplyAndSubtract", "mls r0, r1, r2, r3", {0xFB01, 0x3012}, {kNotThere, 2, 1, 1}},
    {"ChainOfMultiplyAdds", "mla r0, r1, r2, r0; mla r0, r1, r2, r0", {0xFB01, 0x0002, 0xFB01, 0x0002}, {kNotThere, 4, 2, 2}}, // M33: accumulators can be chained
    {"LongMultiply", "umull r0, r1, r2, r3", {0xFBA2, 0x0103}, {kNotThere, 4, 1, 1}}, // M3: 3 to 5
    {"LongMultiplyAdd", "smlal r0, r1, r2, r3", {0xFBC2, 0x0103}, {kNotThere, 6, 1, 1}}, // M3: 4 to 7
    {"ShiftedOperand", "add.w r0, r1, r2, lsl #3", {0xEB01, 0x00C2}, {kNotThere, 1, 1, 1}},
    {"ShiftedOperandThenUse", "add.w r0, r1, r2, lsl #3; adds r3, r0, r4", {0xEB01, 0x00C2, 0x1903}, {kNotThere, 2, 2, 3}}, // M33: two cycles until the result
    {"RotatedConstantThenUse", "eor.w r0, r1, #0x1fc0; adds r3, r0, r4", {0xF481, 0x50FE, 0x1903}, {kNotThere, 2, 2, 3}},
    {"BitField", "ubfx r0, r1, #3, #5; bfi r2, r0, #1, #2", {0xF3C1, 0x00C4, 0xF360, 0x0242}, {kNotThere, 2, 2, 2}},
    {"IfThen", "cmp r0, #0; it eq; moveq r1, r2", {0x2800, 0xBF08, 0x4611}, {kNotThere, 2, 2, 2}}, // IT goes with the 16-bit instruction in front
    {"LoadPair", "ldrd r2, r3, [r1]", {0xE9D1, 0x2300}, {kNotThere, 3, 3, 2}},
    {"StorePair", "strd r2, r3, [r1]", {0xE9C1, 0x2300}, {kNotThere, 3, 3, 2}},
    {"WideLoads", "ldr.w r0, [r1, #4]; ldr.w r2, [r1, #8]; ldr.w r3, [r1, #12]", {0xF8D1, 0x0004, 0xF8D1, 0x2008, 0xF8D1, 0x300C}, {kNotThere, 4, 4, 3}},
    {"WideInsideWords", "add.w r0, r1, r2; add.w r3, r4, r5; add.w r8, r1, r2", {0xEB01, 0x0002, 0xEB04, 0x0305, 0xEB01, 0x0802}, {kNotThere, 3, 3, 3}},
    {"WideAcrossWords", "movs r6, #1; add.w r0, r1, r2; add.w r3, r4, r5; add.w r8, r1, r2", {0x2601, 0xEB01, 0x0002, 0xEB04, 0x0305, 0xEB01, 0x0802}, {kNotThere, 5, 5, 4}}, // M3, M4: the third waits for its second half
    {"DualMultiply", "smlad r0, r1, r2, r3", {0xFB21, 0x3002}, {kNotThere, kNotThere, 1, 1}},
    {"HalfwordMultiply", "smlabb r0, r1, r2, r3", {0xFB11, 0x3002}, {kNotThere, kNotThere, 1, 1}},
    {"ParallelAdditionThenUse", "sadd16 r0, r1, r2; sadd16 r3, r0, r4", {0xFA91, 0xF002, 0xFA90, 0xF304}, {kNotThere, kNotThere, 2, 3}},
    {"WideningThenUse", "sxtb16 r0, r1; smlad r2, r0, r3, r2", {0xFA2F, 0xF081, 0xFB20, 0x2203}, {kNotThere, kNotThere, 2, 3}},
    {"FloatAdd", "vadd.f32 s0, s1, s2", {0xEE30, 0x0A81}, {kNotThere, kNotThere, 1, 1}},
    {"FloatAddThenUse", "vadd.f32 s0, s1, s2; vmul.f32 s3, s0, s4", {0xEE30, 0x0A81, 0xEE60, 0x1A02}, {kNotThere, kNotThere, 3, 3}}, // M4: one later; M33: two cycles until the result
    {"FloatMultiplies", "vmul.f32 s0, s1, s2; vmul.f32 s3, s4, s5", {0xEE20, 0x0A81, 0xEE62, 0x1A22}, {kNotThere, kNotThere, 2, 2}},
    {"FusedMultiplyAdd", "vfma.f32 s0, s1, s2", {0xEEA0, 0x0A81}, {kNotThere, kNotThere, 3, 1}}, // M33: the next floating-point instruction two cycles later
    {"TwoFusedMultiplyAdds", "vfma.f32 s0, s1, s2; vfma.f32 s3, s4, s5", {0xEEA0, 0x0A81, 0xEEE2, 0x1A22}, {kNotThere, kNotThere, 6, 4}}, // M33: 1 + 2 waiting + 1
    {"FloatDivide", "vdiv.f32 s0, s1, s2", {0xEE80, 0x0A81}, {kNotThere, kNotThere, 14, kNotThere}},
    {"FloatLoads", "vldr s0, [r1]; vldr s1, [r1, #4]", {0xED91, 0x0A00, 0xEDD1, 0x0A01}, {kNotThere, kNotThere, 3, 2}},
    {"FloatLoadThenUse", "vldr s0, [r1]; vadd.f32 s1, s0, s2", {0xED91, 0x0A00, 0xEE70, 0x0A01}, {kNotThere, kNotThere, 3, 3}}, // M33: 1 + 1 waiting + 1
    {"FloatStore", "vstr s0, [r1]", {0xED81, 0x0A00}, {kNotThere, kNotThere, 2, 1}},
    {"FloatLoadMultiple", "vldmia r1!, {s0-s3}", {0xECB1, 0x0A04}, {kNotThere, kNotThere, 5, 4}},
};
// clang-format on

// One turn: the block's cost, with the branch at its end taken to its start.
std::uint32_t turnCycles(const cpu::CycleModel& model, std::vector<std::uint16_t> body) {
  body.push_back(0x3F01); // subs r7, #1
  const auto back = -2 * (static_cast<int>(body.size()) + 2);
  body.push_back(static_cast<std::uint16_t>(0xD100 | ((back / 2) & 0xFF))); // bne
  const cpu::BlockCost cost = model.blockCost(bytesOf(body), kCodeStart);
  return cost.cycles + static_cast<std::uint32_t>(cost.takenCycles) + cost.entryCycles;
}

class LoopCyclesTest : public testing::TestWithParam<LoopCase> {
protected:
  static void expectCycles(const cpu::CycleModel& model, int expected) {
    if (expected == kNotThere) return;
    EXPECT_EQ(turnCycles(model, GetParam().halfwords), static_cast<std::uint32_t>(expected) + kLoopCycles);
    EXPECT_FALSE(model.findMissing(bytesOf(GetParam().halfwords), kCodeStart));
  }
};

TEST_P(LoopCyclesTest, OnCortexM0Plus) { expectCycles(*makeCortexM0Plus(), GetParam().cycles[0]); }
TEST_P(LoopCyclesTest, OnCortexM3) { expectCycles(*makeCortexM3(), GetParam().cycles[1]); }
TEST_P(LoopCyclesTest, OnCortexM4) { expectCycles(*makeCortexM4(), GetParam().cycles[2]); }
TEST_P(LoopCyclesTest, OnCortexM33) { expectCycles(*makeCortexM33(), GetParam().cycles[3]); }

INSTANTIATE_TEST_SUITE_P(All, LoopCyclesTest, testing::ValuesIn(kLoops),
                         [](const testing::TestParamInfo<LoopCase>& info) { return std::string(info.param.name); });

} // namespace
} // namespace arenascope::thumb
