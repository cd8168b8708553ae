// "-" as a name of files, and names of files that are folders or are not there.
#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class StandardStreamsTest : public test::ProgramTest {
protected:
  int runHere(const std::string& arguments) {
    return shell("cd '" + newFolder("here") + "' && '" ARENASCOPE_CLI "' " + arguments);
  }
};

TEST_F(StandardStreamsTest, WhatIsNoTextIsNotWrittenToAFileNamedDash) {
  const std::string sine = " " + sample("sine");
  for (const std::string& words : {"profile --dump -" + sine, "profile --model-explorer -" + sine,
                                   "batch --sqlite -" + sine, "profile --log-file -" + sine}) {
    EXPECT_EQ(runHere(words), 2) << words;
    EXPECT_THAT(err_, HasSubstr("cannot be standard output")) << words;
    EXPECT_TRUE(std::filesystem::is_empty(file("here"))) << words;
  }
}

TEST_F(StandardStreamsTest, AModelIsNoListOfPaths) {
  EXPECT_EQ(run("batch - < " + sample("sine")), 2);
  EXPECT_THAT(err_, HasSubstr("arenascope profile -"));
  EXPECT_EQ(out_, "");
}

TEST_F(StandardStreamsTest, AFolderIsNamedAsOne) {
  const std::string folder = " '" + newFolder("folder") + "'";
  const std::string profile = "profile " + sample("sine");
  for (const std::string& words :
       {profile + " --baseline" + folder, profile + " --input 0=" + folder.substr(1), profile + " --esphome" + folder,
        "calibrate " + sample("sine") + folder + " --board other"}) {
    EXPECT_NE(run(words), 0) << words;
    EXPECT_THAT(err_, HasSubstr("is a folder")) << words;
  }
  EXPECT_EQ(run("calibrate " + sample("sine") + " nothing.log --board other"), 2);
  EXPECT_THAT(err_, HasSubstr("nothing.log: no such file"));
}

// As a shell's variable gives that is not set.
TEST_F(StandardStreamsTest, AnEmptyValueIsNotTheDefault) {
  const std::string profile = "profile " + sample("sine");
  for (const char* option : {"--board", "--target", "--kernels", "--tflm", "--json", "--header", "--baseline"}) {
    EXPECT_EQ(run(profile + " " + option + " ''"), 2) << option;
    EXPECT_EQ(out_, "") << option;
  }
  EXPECT_EQ(run("profile ''"), 2);
  EXPECT_THAT(err_, HasSubstr("MODEL is empty"));
}

} // namespace
} // namespace arenascope
