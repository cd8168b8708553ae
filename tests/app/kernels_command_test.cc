// `arenascope kernels` as a user runs it, without a library: tests/image has those.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using KernelsCommandTest = test::ProgramTest;

TEST_F(KernelsCommandTest, ListsNoneAndSaysHowToAddOne) {
  const std::string none = "ARENASCOPE_KERNELS_DIR='" + newFolder("kernels") + "'";
  ASSERT_EQ(run("kernels list", none), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("arenascope kernels add NAME --library LIB.a --headers DIR"));
}

TEST_F(KernelsCommandTest, WhatIsWrongIsNamed) {
  const std::string none = "ARENASCOPE_KERNELS_DIR='" + newFolder("kernels") + "'";
  EXPECT_EQ(run("kernels", none), 2);
  EXPECT_EQ(run("kernels remove mine", none), 2);
  EXPECT_THAT(err_, HasSubstr("mine"));
  EXPECT_EQ(run("kernels add mine --library /none.a --headers /usr/include", none), 2);
  EXPECT_THAT(err_, HasSubstr("/none.a"));
  folder_.write("no.a", std::string("no library"));
  EXPECT_EQ(run("kernels add mine --library '" + file("no.a") + "' --headers /usr/include", none), 1);
  EXPECT_THAT(err_, HasSubstr("no.a"));
  ASSERT_EQ(run("kernels list", none), 0);
  EXPECT_THAT(out_, testing::Not(HasSubstr("mine:"))) << "it was not added";
}

} // namespace
} // namespace arenascope
