#include "core/devtree/first_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/test_models.h"

namespace arenascope::devtree {
namespace {

using testing::HasSubstr;

class FirstUseTest : public testing::Test {
protected:
  Result<std::filesystem::path> part() {
    return builtAtFirstUse(folder_.path() / "part", folder_.path(), "part", "a part",
                           {Stage::kFirmware, "part is missing"});
  }
  void writeBuild(const std::string& command) {
    folder_.write("build.ninja", "rule make\n  command = " + command + "\nbuild part: make\n");
  }

  test::TemporaryFolder folder_;
};

TEST_F(FirstUseTest, BuildsOnceWhoeverAsks) {
  writeBuild("echo once >> runs && sleep 0.2 && cp runs part");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([this] { EXPECT_TRUE(part()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(test::readText(*part()), "once\n");
}

TEST_F(FirstUseTest, WithoutABuildItIsMissing) {
  ASSERT_FALSE(part());
  EXPECT_EQ(part().error().message, "part is missing");
}

TEST_F(FirstUseTest, AFailedBuildNamesItsOutput) {
  writeBuild("echo no compiler && exit 1");
  ASSERT_FALSE(part());
  EXPECT_THAT(part().error().message, HasSubstr("could not be built, see"));
  EXPECT_THAT(test::readText(folder_.path() / "first_use_part.log"), HasSubstr("no compiler"));
}

} // namespace
} // namespace arenascope::devtree
