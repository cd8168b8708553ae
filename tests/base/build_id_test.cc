#include "core/base/build_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace arenascope {
namespace {

TEST(BuildIdTest, IsOfTheProgramAndOfTheLibrariesThatAreNamed) {
  const std::string program = loadedIdentity({});
  ASSERT_GT(program.size(), 16U) << "this program is linked with a build ID";
  EXPECT_TRUE(std::ranges::all_of(program, [](unsigned char c) { return std::isxdigit(c) != 0 || c == ' '; }))
      << program;
  const std::string withLibrary = loadedIdentity({"libstdc++"});
  EXPECT_TRUE(withLibrary.starts_with(program)) << withLibrary;
  EXPECT_GT(withLibrary.size(), program.size());
  EXPECT_EQ(loadedIdentity({"no library has this name"}), program);
}

} // namespace
} // namespace arenascope
