// Silent faults of real kernels are reproduced and reported: the arena is exact, outputs are useless.
#include "core/report/hazards.h"
#include "core/report/kernel_faults.h"
#include "core/report/text/report_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/operators/operator_report.h"

namespace arenascope::test {
namespace {

using namespace schema;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct Where {
  const char* target;
  const char* kernels;
};
constexpr Where kEverywhere[] = {{"host", "reference"},
                                 {"cortex-m4", "reference"},
                                 {"cortex-m4", "cmsis-nn"},
                                 {"cortex-m0plus", "cmsis-nn"},
                                 {"esp32c3", "reference"}};

report::Report reportAt(const OperatorCase& made, const Where& where, const std::string& tflm = "current") {
  return reportOf(made, where.target, where.kernels, tflm);
}

std::int16_t firstOf(const report::Report& report) {
  const std::vector<std::uint8_t>& bytes = report.outputs.at(0).bytes;
  return static_cast<std::int16_t>(bytes.at(0) | bytes.at(1) << 8);
}

MakeOptions transposeOptions() {
  return with(BuiltinOptions_TransposeConvOptions,
              [](Builder& b) { return CreateTransposeConvOptions(b, Padding_VALID, 1, 1); });
}

// One pixel of 16-bit values, two channels of weights 1: the output is an eighth of input plus bias.
OperatorCase transposedWith(const Values& bias) {
  return builtinCase("x", BuiltinOperator_TRANSPOSE_CONV,
                     {constant(int32({1, 1, 1, 2})), constant(int8({1, 1}, 1.0F, 0, {2, 1, 1, 1})),
                      int16({104}, 1.0F, {1, 1, 1, 1}), bias},
                     {int16({}, 8.0F, {1, 1, 1, 2})}, transposeOptions());
}
OperatorCase depthwiseWith(const Values& bias) {
  return builtinCase("x", BuiltinOperator_DEPTHWISE_CONV_2D,
                     {int16({104, 104}, 1.0F, {1, 1, 1, 2}), constant(int8({1, 1}, 1.0F, 0, {1, 1, 1, 2})), bias},
                     {int16({}, 8.0F, {1, 1, 1, 2})}, with(BuiltinOptions_DepthwiseConv2DOptions, [](Builder& b) {
                       return CreateDepthwiseConv2DOptions(b, Padding_VALID, 1, 1, 1);
                     }));
}
OperatorCase denseWith(const Values& bias) {
  return builtinCase(
      "x", BuiltinOperator_FULLY_CONNECTED, {int16({104}, 1.0F, {1, 1}), constant(int8({1, 1}, 1.0F, 0, {2, 1})), bias},
      {int16({}, 8.0F, {1, 2})},
      with(BuiltinOptions_FullyConnectedOptions, [](Builder& b) { return CreateFullyConnectedOptions(b); }));
}
Values bias32(std::vector<double> numbers) {
  return constant(quantized(TensorType_INT32, std::move(numbers), 1.0F, 0));
}
Values bias64(std::vector<double> numbers) {
  return constant(quantized(TensorType_INT64, std::move(numbers), 1.0F, 0));
}

// The two numbers of the short bias are the first number of a long one: 8, or far beyond 16 bits.
void expectShortBiasIsReadAsLong(OperatorCase (*make)(const Values& bias), const Where& where) {
  SCOPED_TRACE(std::string(where.target) + " " + where.kernels);
  const report::Report fitting = reportAt(make(bias64({8, 12})), where);
  ASSERT_TRUE(fitting.ok()) << fitting.error->message;
  EXPECT_EQ(firstOf(fitting), 14);
  EXPECT_THAT(notesOf(fitting), Not(Contains(HasSubstr("useless"))));
  for (const auto& [second, sum] : {std::pair{0.0, 14}, {1.0, 32767}, {-1.0, -32768}}) {
    const report::Report report = reportAt(make(bias32({8, second})), where);
    ASSERT_TRUE(report.ok()) << report.error->message;
    EXPECT_TRUE(report.arena->minimumProven);
    EXPECT_EQ(report.arena->used, fitting.arena->used);
    EXPECT_EQ(report.arena->minimum, fitting.arena->minimum);
    EXPECT_EQ(firstOf(report), sum);
    EXPECT_THAT(notesOf(report), Contains(HasSubstr("reads its 32-bit bias as 64-bit numbers, past its end")));
    EXPECT_THAT(report::hazardLines(report), Contains(HasSubstr("reads its 32-bit bias as 64-bit numbers")));
    EXPECT_THAT(report::notesBesideHazards(report), Not(Contains(HasSubstr("of no use")))) << "said once";
  }
}

TEST(KernelFaultsTest, ABiasOf32BitsIsReadAsOneOf64) {
  for (const Where& where : kEverywhere) {
    expectShortBiasIsReadAsLong(transposedWith, where);
    expectShortBiasIsReadAsLong(depthwiseWith, where);
    if (where.kernels == std::string("cmsis-nn")) expectShortBiasIsReadAsLong(denseWith, where);
  }
}

// The other sets' kernel takes a bias of 32 bits for what it is.
TEST(KernelFaultsTest, TheReferenceKernelOfFullyConnectedReadsABiasOf32Bits) {
  for (const Where& where : {kEverywhere[0], kEverywhere[1]}) {
    const report::Report report = reportAt(denseWith(bias32({8, 1})), where);
    ASSERT_TRUE(report.ok()) << report.error->message;
    EXPECT_EQ(firstOf(report), 14);
    EXPECT_THAT(notesOf(report), Not(Contains(HasSubstr("useless"))));
  }
}

// Behind the model's last byte there is nothing to be read: what is missing is 0, everywhere.
TEST(KernelFaultsTest, WhatIsReadBehindTheBiasIsTheSameEverywhere) {
  const OperatorCase made = transposedWith(bias32({8, 0}));
  const std::vector<std::uint8_t> first = reportAt(made, kEverywhere[0]).outputs.at(0).bytes;
  for (const Where& where : kEverywhere) EXPECT_EQ(reportAt(made, where).outputs.at(0).bytes, first) << where.kernels;
}

TEST(KernelFaultsTest, CmsisNnsTransposeConvOf16BitsWantsABias) {
  for (const Where& where : kEverywhere) {
    SCOPED_TRACE(std::string(where.target) + " " + where.kernels);
    const report::Report report = reportAt(transposedWith(absent()), where);
    if (where.kernels == std::string("cmsis-nn")) {
      ASSERT_FALSE(report.ok());
      EXPECT_EQ(report.error->stage, Stage::kPrepare);
      EXPECT_THAT(report.error->message, HasSubstr("writes to address 0"));
      EXPECT_FALSE(report.arena);
    } else {
      ASSERT_TRUE(report.ok()) << report.error->message;
      EXPECT_EQ(firstOf(report), 13);
    }
  }
  // The reference kernel did not ask either, until May 2024.
  const Where reference = {"cortex-m4", "reference"};
  EXPECT_THAT(reportAt(transposedWith(absent()), reference, "2024-04").error->message,
              HasSubstr("writes to address 0"));
  EXPECT_TRUE(reportAt(transposedWith(absent()), reference, "2024-05").ok());
}

// 0/0 becomes a multiplier of 0 on Arm and here; where it becomes the largest number, the real kernels abort.
TEST(KernelFaultsTest, BytesWithoutQuantizationAreRescaledToNothing) {
  const auto plain = [](std::vector<double> numbers, std::vector<std::int32_t> shape) {
    return ints(TensorType_INT8, std::move(numbers), std::move(shape));
  };
  const OperatorCase mean =
      builtinCase("x", BuiltinOperator_MEAN, {plain({8, 16, 24, 32}, {1, 4}), constant(int32({1}))}, {plain({}, {1})},
                  with(BuiltinOptions_ReducerOptions, [](Builder& b) { return CreateReducerOptions(b, false); }));
  const OperatorCase product =
      builtinCase("x", BuiltinOperator_MUL, {plain({8, 16}, {2}), plain({8, 16}, {2})}, {plain({}, {2})},
                  with(BuiltinOptions_MulOptions, [](Builder& b) { return CreateMulOptions(b); }));
  for (const OperatorCase& made : {mean, product})
    for (const Where& where : kEverywhere) {
      SCOPED_TRACE(made.op + " " + where.target + " " + where.kernels);
      const report::Report report = reportAt(made, where);
      if (where.target == std::string("esp32c3")) {
        EXPECT_THAT(report.error ? report.error->message : "", HasSubstr("no usable ratio"));
        continue;
      }
      ASSERT_TRUE(report.ok()) << report.error->message;
      EXPECT_TRUE(report.arena->minimumProven);
      EXPECT_THAT(report.outputs.at(0).bytes, testing::Each(0));
    }
}

} // namespace
} // namespace arenascope::test
