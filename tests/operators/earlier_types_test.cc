// Types of tensors that kernels of an earlier revision did not take, or took without looking.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/operators/operator_report.h"

#include "core/report/text/report_text.h"

namespace arenascope::test {
namespace {

using namespace schema;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

MakeOptions denseOptions() {
  return with(BuiltinOptions_FullyConnectedOptions, [](Builder& b) { return CreateFullyConnectedOptions(b); });
}

// Of 16-bit values; `since`: the first month in which both kernel sets have them.
struct WideOperator {
  OperatorCase made;
  const char* before;
  const char* since;
  bool prepareFails;
};
std::vector<WideOperator> wideOperators() {
  const Values image = int16({1, 2, 3, 4}, 1.0F, {1, 2, 2, 1});
  const MakeOptions pool =
      with(BuiltinOptions_Pool2DOptions, [](Builder& b) { return CreatePool2DOptions(b, Padding_VALID, 1, 1, 2, 2); });
  const Values onePixel = int16({}, 1.0F, {1, 1, 1, 1});
  return {
      {builtinCase("x", BuiltinOperator_FULLY_CONNECTED,
                   {int16({100, 200}, 0.5F, {1, 2}), constant(int8({1, 1}, 0.5F, 0, {1, 2})), absent()},
                   {int16({}, 1.0F, {1, 1})}, denseOptions()),
       "2021-08", "2022-05", true},
      {builtinCase("x", BuiltinOperator_MUL, {int16({1, 2}), int16({3, 4})}, {int16({}, 1.0F, {2})},
                   with(BuiltinOptions_MulOptions, [](Builder& b) { return CreateMulOptions(b); })),
       "2022-11", "2022-12", false},
      {builtinCase("x", BuiltinOperator_LOGISTIC, {int16({1, 2}, 1.0F / 4096)}, {int16({}, 1.0F / 32768, {2})}),
       "2021-11", "2022-01", false},
      {builtinCase("x", BuiltinOperator_MAX_POOL_2D, {image}, {onePixel}, pool), "2022-12", "2023-01", false},
      {builtinCase("x", BuiltinOperator_AVERAGE_POOL_2D, {image}, {onePixel}, pool), "2022-12", "2023-01", false},
      {builtinCase("x", BuiltinOperator_PAD, {int16({1, 2}), constant(int32({0, 1}, {1, 2}))}, {int16({}, 1.0F, {3})}),
       "2021-09", "2021-10", false},
      {builtinCase(
           "x", BuiltinOperator_DEPTHWISE_CONV_2D,
           {image, constant(int8({1}, 1.0F, 0, {1, 1, 1, 1})), constant(quantized(TensorType_INT64, {0}, 1.0F, 0))},
           {int16({}, 1.0F, {1, 2, 2, 1})},
           with(BuiltinOptions_DepthwiseConv2DOptions,
                [](Builder& b) { return CreateDepthwiseConv2DOptions(b, Padding_VALID, 1, 1, 1); })),
       "2022-04", "2023-08", false},
      {builtinCase("x", BuiltinOperator_TRANSPOSE, {int16({1, 2}, 1.0F, {1, 2}), constant(int32({1, 0}))},
                   {int16({}, 1.0F, {2, 1})}),
       "2025-02", "2025-03", false},
  };
}

TEST(EarlierTypesTest, AreRefusedWhereTheRevisionRefusesThem) {
  for (const WideOperator& wide : wideOperators())
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(wide.made.op + " " + kernels);
      const report::Report before = reportOf(wide.made, "cortex-m4", kernels, wide.before);
      ASSERT_FALSE(before.ok());
      EXPECT_THAT(before.error->message,
                  HasSubstr("(" + wide.made.op + "): this revision's kernel takes no type INT16"));
      EXPECT_EQ(before.error->stage, wide.prepareFails ? Stage::kPrepare : Stage::kInvoke);
      EXPECT_EQ(before.arena.has_value(), !wide.prepareFails) << "what fails only when it runs has an arena";
      EXPECT_FALSE(before.invoked);
      const report::Report since = reportOf(wide.made, "cortex-m4", kernels, wide.since);
      ASSERT_TRUE(since.ok()) << since.error->message;
      EXPECT_TRUE(since.arena->minimumProven);
      EXPECT_THAT(notesOf(since), Not(Contains(HasSubstr("useless"))));
      EXPECT_TRUE(reportOf(wide.made, "cortex-m4", kernels, "current").ok());
    }
}

// float input, weights of 8 bits.
OperatorCase hybridLayer() {
  return builtinCase("x", BuiltinOperator_FULLY_CONNECTED,
                     {floats({1, 2}, {1, 2}), constant(int8({1, 1, 1, 1}, 0.5F, 0, {2, 2})), absent()},
                     {floats({}, {1, 2})}, denseOptions());
}

TEST(EarlierTypesTest, HybridLayersRunWhereNothingIsChecked) {
  const OperatorCase plain = builtinCase("x", BuiltinOperator_FULLY_CONNECTED,
                                         {floats({1, 2}, {1, 2}), constant(floats({1, 1, 1, 1}, {2, 2})), absent()},
                                         {floats({}, {1, 2})}, denseOptions());
  struct Case {
    const char* revision;
    const char* kernels;
    bool runs;
  };
  constexpr Case kCases[] = {
      {"2022-04", "reference", false}, {"2022-04", "cmsis-nn", false}, {"2022-06", "reference", true},
      {"2022-06", "cmsis-nn", true},   {"2023-02", "reference", true}, {"pico-2023", "reference", false},
      {"pico-2023", "cmsis-nn", true}, {"2024-06", "cmsis-nn", true},  {"2024-07", "cmsis-nn", false},
      {"current", "reference", false}, {"current", "cmsis-nn", false}};
  for (const Case& each : kCases) {
    SCOPED_TRACE(std::string(each.revision) + " " + each.kernels);
    const report::Report report = reportOf(hybridLayer(), "cortex-m4", each.kernels, each.revision);
    ASSERT_EQ(report.ok(), each.runs) << (report.error ? report.error->message : "it ran");
    if (!each.runs) {
      EXPECT_EQ(report.error->stage, Stage::kPrepare);
      continue;
    }
    // The weights' scale makes the tensor's temporary description larger.
    EXPECT_EQ(report.arena->used, reportOf(plain, "cortex-m4", each.kernels, each.revision).arena->used);
    EXPECT_TRUE(report.arena->minimumProven);
    EXPECT_THAT(notesOf(report), Contains(HasSubstr("reads its 8-bit weights as 32-bit floats, far past their end")));
  }
}

} // namespace
} // namespace arenascope::test
