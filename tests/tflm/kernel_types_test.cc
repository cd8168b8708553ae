#include "core/interpreter/tflm/kernel_types.h"

#include <gtest/gtest.h>

#include <map>

namespace arenascope::tflm {
namespace {

using Types = std::map<int, std::int8_t>; // by tensor

Outcome outcomeOf(Date date, bool cmsisNn, std::int32_t code, const Types& types) {
  const KernelType* row = kernelTypeAt(date, cmsisNn, code, [&](int tensor) {
    const auto found = types.find(tensor);
    return found == types.end() ? type::kAny : found->second;
  });
  return row == nullptr ? Outcome::kUnknown : row->outcome;
}
constexpr Outcome kAsToday = Outcome::kUnknown; // of the cases below none is

TEST(KernelTypesTest, AreByDate) {
  const Types wide = {{0, type::kInt16}};
  EXPECT_EQ(outcomeOf(20221219, false, op::kMul, wide), Outcome::kInvokeFails);
  EXPECT_EQ(outcomeOf(20221220, false, op::kMul, wide), kAsToday);
  EXPECT_EQ(outcomeOf(20210713, false, op::kMul, {{0, type::kInt8}}), kAsToday);
  EXPECT_EQ(outcomeOf(20211220, false, op::kLogistic, wide), Outcome::kInvokeFails);
  EXPECT_EQ(outcomeOf(20211221, false, op::kLogistic, wide), Outcome::kUseless);
  EXPECT_EQ(outcomeOf(20220125, false, op::kLogistic, wide), kAsToday);
}

TEST(KernelTypesTest, AreByKernelSet) {
  const Types wide = {{0, type::kInt16}, {1, type::kInt8}, {2, type::kInt64}};
  EXPECT_EQ(outcomeOf(20220511, true, op::kDepthwiseConv2d, wide), kAsToday);
  EXPECT_EQ(outcomeOf(20220511, false, op::kDepthwiseConv2d, wide), Outcome::kInvokeFails);
  EXPECT_EQ(outcomeOf(20230308, false, op::kDepthwiseConv2d, wide), Outcome::kPrepareFails);
  EXPECT_EQ(outcomeOf(20230801, false, op::kDepthwiseConv2d, wide), kAsToday);
  // Before it has its own kernel, the reference kernel's history counts.
  EXPECT_EQ(outcomeOf(20240908, true, op::kMaximum, {{0, type::kInt16}}), Outcome::kInvokeFails);
}

TEST(KernelTypesTest, AreByAllTensorsThatMatter) {
  const Types hybrid = {{0, type::kFloat32}, {1, type::kInt8}};
  EXPECT_EQ(outcomeOf(20220510, false, op::kFullyConnected, hybrid), kAsToday) << "it is refused as today";
  EXPECT_EQ(outcomeOf(20220511, false, op::kFullyConnected, hybrid), Outcome::kUseless);
  EXPECT_EQ(outcomeOf(20230301, false, op::kFullyConnected, hybrid), kAsToday);
  EXPECT_EQ(outcomeOf(20230301, true, op::kFullyConnected, hybrid), Outcome::kUseless);
  EXPECT_EQ(outcomeOf(20240722, true, op::kFullyConnected, hybrid), kAsToday);
  const Types plain = {{0, type::kInt8}, {1, type::kInt8}, {2, type::kInt32}};
  EXPECT_EQ(outcomeOf(20220511, true, op::kFullyConnected, plain), kAsToday);
}

TEST(KernelTypesTest, EachRowCanBeMetAndSaysWhatItIs) {
  for (const KernelType& row : kKernelTypes) {
    EXPECT_LT(row.since, row.until);
    EXPECT_GT(row.until, kFirstDate);
    EXPECT_NE(row.tensor.type, type::kAny);
    const bool useless = row.outcome == Outcome::kUseless;
    EXPECT_EQ(std::string_view(row.does).empty(), !useless) << row.code;
    EXPECT_EQ(std::string_view(row.advice).empty(), !useless) << row.code;
    // An earlier row of the operator does not hide it for good.
    const bool cmsisNn = row.kernels == KernelSet::kCmsisNn;
    const Date date = row.until == kAlways ? kRevisions[0].date : row.until - 1;
    const KernelType* found = kernelTypeAt(date, cmsisNn, row.code, [&](int tensor) {
      if (tensor == row.tensor.tensor) return row.tensor.type;
      return tensor == row.other.tensor ? row.other.type : type::kAny;
    });
    EXPECT_EQ(found, &row) << row.code << " " << row.until;
  }
}

} // namespace
} // namespace arenascope::tflm
