#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace arenascope {
namespace {

TEST(ResultTest, IsAValueOrAnError) {
  const Result<std::string> value = std::string("text");
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, "text");
  const Result<std::string> error = Error{Stage::kLoad, "no such file"};
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().message, "no such file");
  EXPECT_EQ(error.error().op, -1) << "no operator is to blame unless one is named";
}

TEST(ResultTest, HandsOutWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> value = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(*value);
  EXPECT_EQ(*taken, 7);
}

// Reports and scripts know stages by these words.
TEST(ResultTest, EachStageHasANameAndIsFoundByIt) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Stage::kMessage); ++i) {
    const auto stage = static_cast<Stage>(i);
    EXPECT_TRUE(names.insert(stageName(stage)).second) << stageName(stage);
    EXPECT_EQ(stageOf(stageName(stage)), stage);
  }
  EXPECT_STREQ(stageName(Stage::kAllocate), "allocate");
  EXPECT_STREQ(stageName(Stage::kCancelled), "cancelled");
  EXPECT_STREQ(stageName(Stage::kMessage), "message");
  EXPECT_EQ(stageOf("Allocate"), Stage::kNone);
}

} // namespace
} // namespace arenascope
