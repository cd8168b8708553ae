// Instructions of Armv8.1-M and what a Cortex-M55 takes for them; encodings by an assembler.
#include "emulator/cpu/thumb/vectors.h"

#include <gtest/gtest.h>

#include "emulator/cpu/thumb/cores.h"
#include "emulator/cpu/thumb/thumb.h"
#include "tests/cpu/timing_support.h"

namespace arenascope::thumb {
namespace {

struct VectorSample {
  const char* text;
  std::uint32_t first, second;
  Op op;
};

const VectorSample kVectorSamples[] = {
    {"wlstp.8 lr, r7, .+72", 0xF007, 0xC023, Op::kLoopStart},
    {"dls lr, r3", 0xF043, 0xE001, Op::kLoopStart},
    {"letp lr, .-44", 0xF01F, 0xC017, Op::kLoopEnd},
    {"vctp.8 r2", 0xF002, 0xE801, Op::kVectorPredicate},
    {"vpst", 0xFE71, 0x0F4D, Op::kVectorPredicate},
    {"vldrb.u8 q0, [r3], #16", 0xECB3, 0x1E10, Op::kVectorLoad},
    {"vldrw.u32 q3, [r3]", 0xED93, 0x7F00, Op::kVectorLoad},
    {"vstrb.32 q3, [r4, q4]", 0xEC84, 0x6F08, Op::kVectorScatter},
    {"vmladava.s8 r10, q0, q1", 0xEEF0, 0xAF22, Op::kVectorMultiplyAcross},
    {"vmladava.s8 r0, q1, q2", 0xEEF2, 0x0F24, Op::kVectorMultiplyAcross},
    {"vadd.i32 q3, q3, r2", 0xEE27, 0x6F42, Op::kVector},
    {"vand q5, q3, q0", 0xEF06, 0xA150, Op::kVector},
    {"vrshl.s32 q3, q3, q0", 0xEF20, 0x6546, Op::kVector},
    {"vqrdmulh.s32 q3, q3, r5", 0xFE27, 0x6E65, Op::kVectorMultiply},
};

TEST(VectorsTest, AreTold) {
  for (const VectorSample& sample : kVectorSamples) {
    const auto found = decodeVector(sample.first, sample.second, kCodeStart);
    ASSERT_TRUE(found) << sample.text;
    EXPECT_EQ(found->op, sample.op) << sample.text;
    EXPECT_EQ(found->bytes, 4) << sample.text;
  }
}

TEST(VectorsTest, OthersAreLeftToTheDisassembler) {
  for (const auto& [first, second] : {std::pair{0xEE30U, 0x0A81U}, // vadd.f32 s0, s1, s2
                                      {0xED90U, 0x0B00U},          // vldr d0, [r0]
                                      {0xF000U, 0xF806U},          // bl
                                      {0xFB01U, 0xF002U},          // mul.w r0, r1, r2
                                      {0xE92DU, 0x4FF0U}})         // push.w
    EXPECT_FALSE(decodeVector(first, second, kCodeStart)) << std::hex << first << " " << second;
}

TEST(VectorsTest, OtherCoresDoNotHaveThem) {
  const auto code = bytesOf({0xEF06, 0xA150}); // vand
  EXPECT_TRUE(makeCortexM33()->findMissing(code, kCodeStart));
  EXPECT_FALSE(makeCortexM55()->findMissing(code, kCodeStart));
}

// A vector instruction takes a unit for two cycles, the next one may begin after one where it uses another: loads and
// products in turn take one each, loads after loads two.
TEST(VectorsTest, LoadsAndProductsOverlap) {
  const auto cycles = [](const std::vector<std::uint16_t>& code) {
    return makeCortexM55()->blockCost(bytesOf(code), kCodeStart).cycles;
  };
  const std::vector<std::uint16_t> load = {0xECB3, 0x1E10};    // vldrb.u8 q0, [r3], #16
  const std::vector<std::uint16_t> product = {0xEEF2, 0x0F24}; // vmladava.s8 r0, q1, q2
  std::vector<std::uint16_t> loads;
  std::vector<std::uint16_t> mixed;
  for (int i = 0; i < 8; ++i) {
    for (const auto& each : {load, load}) loads.insert(loads.end(), each.begin(), each.end());
    for (const auto& each : {load, product}) mixed.insert(mixed.end(), each.begin(), each.end());
  }
  EXPECT_LE(cycles(mixed), 17U);
  EXPECT_GE(cycles(loads), 30U);
  EXPECT_EQ(makeCortexM55()->blockCost(bytesOf(mixed), kCodeStart).instructions, 16U);
}

} // namespace
} // namespace arenascope::thumb
