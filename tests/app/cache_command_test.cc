// `arenascope cache` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using CacheCommandTest = test::ProgramTest;

TEST_F(CacheCommandTest, WhatWasRunIsKeptAndTheSameTheSecondTime) {
  const std::string line = "profile " + sample("autoencoder") + " --json -";
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 cached results"));
  ASSERT_EQ(run(line + " --no-cache"), 0);
  const std::string expected = out_;
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 cached results"));
  ASSERT_EQ(run(line), 0);
  EXPECT_EQ(out_, expected);
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, testing::Not(HasSubstr("0 cached results")));
  ASSERT_EQ(run(line), 0);
  EXPECT_EQ(out_, expected);
  ASSERT_EQ(run("cache --clear"), 0);
  EXPECT_THAT(out_, HasSubstr("results deleted"));
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 cached results"));
}

} // namespace
} // namespace arenascope
