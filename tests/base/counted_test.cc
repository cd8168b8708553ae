#include "core/base/counted.h"

#include <gtest/gtest.h>

#include "core/base/number_text.h"

namespace arenascope {
namespace {

TEST(CountedTest, OneIsSingularAndDigitsAreGrouped) {
  EXPECT_EQ(countedBytes(0), "0 bytes");
  EXPECT_EQ(countedBytes(1), "1 byte");
  EXPECT_EQ(countedBytes(55'296), "55,296 bytes");
  EXPECT_EQ(counted(1, "wait state"), "1 wait state");
  EXPECT_EQ(counted(2, "wait state"), "2 wait states");
  EXPECT_EQ(humanBytes(1), "1 byte");
}

} // namespace
} // namespace arenascope
