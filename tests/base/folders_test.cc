#include "core/base/folders.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/support/test_models.h"

namespace arenascope {
namespace {

// An environment variable as it was, afterwards.
class Restored {
public:
  explicit Restored(const char* name) : name_(name) {
    if (const char* value = std::getenv(name); value != nullptr) value_ = value;
  }
  ~Restored() { set(value_); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  void set(const std::optional<std::string>& value) const {
    if (value)
      setenv(name_, value->c_str(), 1);
    else
      unsetenv(name_);
  }

private:
  const char* name_;
  std::optional<std::string> value_;
};

TEST(FoldersTest, OfTheUserAreWhereTheStandardSays) {
  const Restored home("HOME");
  const Restored chosen("ARENASCOPE_TEST_FOLDER");
  home.set("/home/me");
  chosen.set("/elsewhere");
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/elsewhere/arenascope");
  chosen.set("");
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/home/me/.cache/arenascope") << "empty is not set";
  chosen.set(std::nullopt);
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/home/me/.cache/arenascope");
  home.set(std::nullopt);
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "") << "nothing is written to the current folder";
}

// As if the program lay there; afterwards it is this one again.
class ProgramFolderTest : public testing::Test {
protected:
  ~ProgramFolderTest() override { setProgramFolder({}); }
  std::filesystem::path in(const std::string& folder) const {
    std::filesystem::create_directories(folder_.path() / folder);
    setProgramFolder(folder_.path() / folder);
    return folder_.path();
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ProgramFolderTest, AnInstalledOneHasItsPrefixAndNoCheckout) {
  folder_.write("checkout_of_this_build.txt", std::string("/src\n"));
  const std::filesystem::path prefix = in("bin");
  std::filesystem::create_directories(prefix / "share/arenascope");
  EXPECT_FALSE(checkout()) << "whatever lies above it";
  EXPECT_EQ(dataFolder("boards").lexically_normal(), prefix / "share/arenascope/boards");
  EXPECT_EQ(installedLibraries().lexically_normal(), prefix / "lib/arenascope");
}

TEST_F(ProgramFolderTest, OneInABuildFolderHasTheCheckout) {
  folder_.write("checkout_of_this_build.txt", std::string("/src\n"));
  const std::filesystem::path build = in("app/python/arenascope");
  ASSERT_TRUE(checkout());
  EXPECT_EQ(checkout()->build, build);
  EXPECT_EQ(checkout()->source, "/src");
  EXPECT_EQ(dataFolder("boards"), "/src/resources/boards");
  in("app/python/arenascope/deeper");
  EXPECT_FALSE(checkout()) << "it is too far away to be its own";
}

} // namespace
} // namespace arenascope
