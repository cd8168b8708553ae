// Operators that cannot be run are refused with their number, name and reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/operators/operator_case.h"
#include "tests/support/test_models.h"

#include "core/model/load/model_file.h"

namespace arenascope::test {
namespace {

using namespace schema;
using testing::HasSubstr;

constexpr std::uint64_t kAmple = 1 << 20;

std::string refusal(const OperatorCase& operatorCase) {
  if (const auto file = model::ModelFile::fromBytes(operatorCase.model, "test"); !file) return file.error().message;
  const run::RunTrace trace = hostRun(operatorCase.model, kAmple);
  return trace.error ? trace.error->message : "";
}

MakeOptions conv() {
  return with(BuiltinOptions_Conv2DOptions, [](Builder& b) { return CreateConv2DOptions(b, Padding_VALID, 1, 1); });
}
MakeOptions dense() {
  return with(BuiltinOptions_FullyConnectedOptions, [](Builder& b) { return CreateFullyConnectedOptions(b); });
}

struct Refusal {
  OperatorCase operatorCase;
  std::string reason;
};

// Each one is refused by the real interpreter as well, or would read or write outside its tensors there.
std::vector<Refusal> refusals() {
  const Values image = floats(std::vector<double>(18), {1, 3, 3, 2});
  const Values list = floats({1, 2, 3, 4});
  return {
      {builtinCase("x", BuiltinOperator_CONV_2D, {image, constant(floats(std::vector<double>(72), {4, 3, 3, 2}))},
                   {floats({}, {1, 1, 1, 5})}, conv()),
       "operator 0 (CONV_2D): the filter's shape does not fit"},
      {builtinCase("x", BuiltinOperator_CONV_2D,
                   {image, constant(int8(std::vector<double>(18), 1.0F, 0, {1, 3, 3, 2}))}, {floats({}, {1, 1, 1, 1})},
                   conv()),
       "hybrid convolutions are not supported"},
      // The multiplier times the channels is the filter's channels in 32 bits.
      {builtinCase(
           "x", BuiltinOperator_DEPTHWISE_CONV_2D,
           {floats(std::vector<double>(36), {1, 3, 3, 4}), constant(floats(std::vector<double>(36), {1, 3, 3, 4}))},
           {floats({}, {1, 1, 1, 4})},
           with(BuiltinOptions_DepthwiseConv2DOptions,
                [](Builder& b) { return CreateDepthwiseConv2DOptions(b, Padding_VALID, 1, 1, 0x40000001); })),
       "4 input channels with depth multiplier 1073741825"},
      // So do the outputs times the depth, and the paddings.
      {builtinCase(
           "x", BuiltinOperator_FULLY_CONNECTED,
           {int8(std::vector<double>(8), 1.0F, 0, {1, 8}), constant(int8(std::vector<double>(8), 1.0F, 0, {1, 8}))},
           {int8({}, 1.0F, 0, {0x10000001, 1})}, dense()),
       "the shapes do not fit: 8 input elements, filter 1x8, 268435457 output elements"},
      {builtinCase("x", BuiltinOperator_PAD, {floats({1, 2, 3, 4}), constant(int32({0x7FFFFFFF, 0x7FFFFFFF}, {1, 2}))},
                   {floats({}, {2})}),
       "dimension 0: 4 padded by 2147483647 and 2147483647 is not 2"},
      {builtinCase("x", BuiltinOperator_QUANTIZE, {int8({1}, 0.5F)}, {int8({}, 0.0F, 0, {1})}), "no usable ratio"},
      {builtinCase("x", BuiltinOperator_FULLY_CONNECTED,
                   {floats({1, 2}, {1, 2}), constant(floats({1, 1}, {1, 2})), constant(int8({1}))},
                   {floats({}, {1, 1})}, dense()),
       "bias type INT8 is not supported"},
      {builtinCase("x", BuiltinOperator_ADD, {floats({1, 2}), floats({1, 2, 3})}, {floats({}, {3})},
                   with(BuiltinOptions_AddOptions, [](Builder& b) { return CreateAddOptions(b); })),
       "operator 0 (ADD): the inputs' shapes do not give the output's"},
      {builtinCase("x", BuiltinOperator_MUL, {floats({1, 2})}, {floats({}, {2})},
                   with(BuiltinOptions_MulOptions, [](Builder& b) { return CreateMulOptions(b); })),
       "operator 0 (MUL) has 1 inputs; it takes 2"},
      {builtinCase("x", BuiltinOperator_EQUAL, {floats({1, 2}), floats({1, 2})}, {floats({}, {2})}), "(EQUAL)"},
      {builtinCase("x", BuiltinOperator_EXP, {int32({1, 2})}, {int32({}, {2})}), "(EXP)"},
      {builtinCase("x", BuiltinOperator_GATHER, {list, constant(int32({4}))}, {floats({}, {1})},
                   with(BuiltinOptions_GatherOptions, [](Builder& b) { return CreateGatherOptions(b, 0, 0); })),
       "(GATHER)"},
      {builtinCase("x", BuiltinOperator_EMBEDDING_LOOKUP, {constant(int32({3})), constant(floats({1, 2}, {2, 1}))},
                   {floats({}, {1, 1})}),
       "row 3 is not within 0 to 1"},
      {builtinCase("x", BuiltinOperator_SLICE, {list, constant(int32({2})), constant(int32({3}))}, {floats({}, {3})}),
       "(SLICE)"},
      {builtinCase("x", BuiltinOperator_STRIDED_SLICE,
                   {list, constant(int32({0})), constant(int32({4})), constant(int32({0}))}, {floats({}, {4})},
                   with(BuiltinOptions_StridedSliceOptions, [](Builder& b) { return CreateStridedSliceOptions(b); })),
       "the stride of dimension 0 is 0"},
      {builtinCase("x", BuiltinOperator_RESHAPE, {list, constant(int32({3}))}, {floats({}, {3})}), "(RESHAPE)"},
      {builtinCase("x", BuiltinOperator_TRANSPOSE, {floats({1, 2}, {1, 2}), constant(int32({0, 2}))},
                   {floats({}, {2, 1})}),
       "(TRANSPOSE)"},
      {builtinCase("x", BuiltinOperator_TRANSPOSE, {floats({1, 2, 3, 4}, {2, 2}), constant(int32({1, 1}))},
                   {floats({}, {2, 2})}),
       "the order's number 1, 1, names no dimension, one a second time"},
      {builtinCase("x", BuiltinOperator_TRANSPOSE, {floats({1, 2}, {1, 2}), variable(constant(int32({1, 0})))},
                   {floats({}, {2, 1})}),
       "(TRANSPOSE)"},
      {builtinCase("x", BuiltinOperator_CONV_2D,
                   {floats({}, {1, 3, 3, 0}), constant(floats(std::vector<double>(72), {4, 3, 3, 2}))},
                   {floats({}, {1, 1, 1, 4})}, conv()),
       "the filter's shape does not fit: input channels 0"},
      {builtinCase(
           "x", BuiltinOperator_CONCATENATION, {list, list}, {floats({}, {8})},
           with(BuiltinOptions_ConcatenationOptions, [](Builder& b) { return CreateConcatenationOptions(b, 3); })),
       "(CONCATENATION)"},
      {builtinCase("x", BuiltinOperator_PAD, {list, constant(int32({-1, 0}, {1, 2}))}, {floats({}, {3})}), "(PAD)"},
      {builtinCase("x", BuiltinOperator_MEAN, {list, constant(int32({1}))}, {floats({}, {1})},
                   with(BuiltinOptions_ReducerOptions, [](Builder& b) { return CreateReducerOptions(b, false); })),
       "an axis is outside the input's dimensions"},
      {builtinCase(
           "x", BuiltinOperator_DEPTH_TO_SPACE, {floats({1, 2, 3}, {1, 1, 1, 3})}, {floats({}, {1, 2, 2, 1})},
           with(BuiltinOptions_DepthToSpaceOptions, [](Builder& b) { return CreateDepthToSpaceOptions(b, 2); })),
       "(DEPTH_TO_SPACE)"},
      {builtinCase("x", BuiltinOperator_BATCH_MATMUL, {floats({1, 2}, {1, 2}), floats({1, 2, 3}, {3, 1})},
                   {floats({}, {1, 1})},
                   with(BuiltinOptions_BatchMatMulOptions, [](Builder& b) { return CreateBatchMatMulOptions(b); })),
       "(BATCH_MATMUL)"},
      {builtinCase("x", BuiltinOperator_READ_VARIABLE, {ints(TensorType_RESOURCE, {}, {1})}, {floats({}, {1})}),
       "(READ_VARIABLE)"},
      {customCase("x", "SignalRfft", {floats({1, 2, 3})}, {floats({}, {8})}), "(SignalRfft)"},
      {customCase("x", "TFLM_DECODE", {constant(ints(TensorType_UINT8, {0})), constant(ints(TensorType_UINT8, {9, 9}))},
                  {int8({}, 1.0F, 0, {4})}),
       "the description is too short or not of version 1"},
  };
}

TEST(RefusalsTest, EachNamesOperatorAndReason) {
  for (const Refusal& expected : refusals()) {
    SCOPED_TRACE(expected.operatorCase.op + ": " + expected.reason);
    EXPECT_THAT(refusal(expected.operatorCase), HasSubstr(expected.reason));
  }
}

// Indices into the table of a compressed tensor are data, and data may be wrong.
TEST(RefusalsTest, IndicesBeyondACompressedTensorsTable) {
  std::vector<double> description(16, 0.0);
  description[1] = description[4] = 1;
  description[5] = 2;
  description.push_back(10); // one entry, where four are named
  const OperatorCase operatorCase = customCase(
      "x", "TFLM_DECODE", {constant(ints(TensorType_UINT8, {0x1B})), constant(ints(TensorType_UINT8, description))},
      {int8({}, 1.0F, 0, {4})});
  EXPECT_THAT(refusal(operatorCase), HasSubstr("the indices or the tables of values end at element 1 of 4"));
}

TEST(RefusalsTest, WithoutRoomForResourceVariablesAHandleIsRefused) {
  const TemporaryFolder folder;
  for (const OperatorCase& operatorCase : controlCases()) {
    if (operatorCase.op != "VAR_HANDLE") continue;
    service::ProfileRequest request;
    request.model = folder.write("variables.tflite", operatorCase.model);
    request.resourceVariables = 0;
    engine::RunControl control;
    const auto refused = service::profileModel(request, {}, control);
    ASSERT_TRUE(refused);
    ASSERT_TRUE(refused->error.has_value());
    EXPECT_THAT(refused->error->message, HasSubstr("VAR_HANDLE"));
    request.resourceVariables.reset();
    const auto run = service::profileModel(request, {}, control);
    ASSERT_TRUE(run && run->ok());
    EXPECT_EQ(run->resourceVariables, 1);
  }
}

} // namespace
} // namespace arenascope::test
