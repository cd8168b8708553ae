#include "core/devtree/checkout.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/folders.h"
#include "tests/support/test_models.h"

namespace arenascope::devtree {
namespace {

// As if the program lay there; afterwards it is this one again.
class CheckoutTest : public testing::Test {
protected:
  ~CheckoutTest() override { setProgramFolder({}); }
  std::filesystem::path in(const std::string& folder) const {
    std::filesystem::create_directories(folder_.path() / folder);
    setProgramFolder(folder_.path() / folder);
    return folder_.path();
  }

  const test::TemporaryFolder folder_;
};

TEST_F(CheckoutTest, AnInstalledOneHasItsPrefixAndNoCheckout) {
  folder_.write("checkout_of_this_build.txt", std::string("/src\n"));
  const std::filesystem::path prefix = in("bin");
  std::filesystem::create_directories(prefix / "share/arenascope");
  EXPECT_FALSE(checkout()) << "whatever lies above it";
  EXPECT_EQ(dataFolder("boards").lexically_normal(), prefix / "share/arenascope/boards");
  EXPECT_EQ(partFile("part.so", "app"), installedLibraries() / "part.so");
}

TEST_F(CheckoutTest, OneInABuildFolderHasTheCheckout) {
  folder_.write("checkout_of_this_build.txt", std::string("/src\n"));
  const std::filesystem::path build = in("app/python/arenascope");
  ASSERT_TRUE(checkout());
  EXPECT_EQ(checkout()->build, build);
  EXPECT_EQ(checkout()->source, "/src");
  EXPECT_EQ(dataFolder("boards"), "/src/resources/boards");
  EXPECT_EQ(partFile("part.so", "app"), build / "app/part.so");
  in("app/python/arenascope/deeper");
  EXPECT_FALSE(checkout()) << "it is too far away to be its own";
}

} // namespace
} // namespace arenascope::devtree
