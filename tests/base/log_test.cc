#include "core/base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "tests/support/test_models.h"

namespace arenascope::log {
namespace {

using testing::HasSubstr;

class LogTest : public testing::Test {
protected:
  void TearDown() override {
    listen({});
    start({});
  }
  static std::string standardErrorOf(const Settings& settings) {
    testing::internal::CaptureStderr();
    start(settings);
    debug([] { return "small"; });
    info([] { return "what is done"; });
    warning("careful {}"); // no template
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(LogTest, StandardErrorHasWhatWasAskedFor) {
  EXPECT_EQ(standardErrorOf({}), "arenascope: careful {}\n");
  EXPECT_EQ(standardErrorOf({.onStandardError = Level::kInfo}), "arenascope: what is done\narenascope: careful {}\n");
  EXPECT_THAT(standardErrorOf({.onStandardError = Level::kDebug}), HasSubstr("arenascope: small\n"));
  EXPECT_EQ(standardErrorOf({.onStandardError = Level::kOff}), "");
}

TEST_F(LogTest, TextsThatNobodyGetsAreNotMade) {
  start({});
  int made = 0;
  debug([&] {
    ++made;
    return std::string();
  });
  EXPECT_EQ(made, 0);
}

TEST_F(LogTest, AFileHasEverythingAndGrows) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "log.txt").string();
  EXPECT_EQ(standardErrorOf({.file = file}), "arenascope: careful {}\n");
  EXPECT_EQ(standardErrorOf({.file = file}), "arenascope: careful {}\n");
  const std::string text = test::readText(file);
  EXPECT_THAT(text, HasSubstr("debug small"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  EXPECT_THAT(start({.file = "/proc/none/log.txt"}), HasSubstr("the log cannot be written"));
}

TEST_F(LogTest, WhatIsKeptIsTheLastAndEverybodysWho) {
  start({.onStandardError = Level::kOff, .keep = true});
  std::vector<std::string> heard;
  listen([&](const Entry& entry) { heard.push_back(entry.text); });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 1'500; ++i) debug([&] { return std::to_string(i); });
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(heard.size(), 6'000U);
  EXPECT_EQ(recent().size(), 5'000U);
  EXPECT_EQ(recent().back().text, heard.back());
  EXPECT_THAT(toLine(recent().back()), HasSubstr(" debug "));
}

TEST_F(LogTest, LevelsHaveNames) {
  for (const Level level : {Level::kDebug, Level::kInfo, Level::kWarning, Level::kError, Level::kOff})
    EXPECT_EQ(levelOf(levelName(level)), level);
  EXPECT_FALSE(levelOf("loud"));
  setenv("ARENASCOPE_LOG", "info", 1);
  EXPECT_EQ(levelOfEnvironment(), Level::kInfo);
  setenv("ARENASCOPE_LOG", "loud", 1);
  EXPECT_FALSE(levelOfEnvironment());
  unsetenv("ARENASCOPE_LOG");
}

} // namespace
} // namespace arenascope::log
