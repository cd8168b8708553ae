#include "core/base/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "core/base/process.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

ChildProcess started(const std::string& script, ChildProcess::Options options = {}) {
  options.command = {"sh", "-c", script};
  Result<ChildProcess> child = ChildProcess::start(options);
  EXPECT_TRUE(child) << child.error().message;
  return std::move(*child);
}

std::string howItEnds(const std::string& script) {
  ChildProcess child = started(script);
  EXPECT_EQ(child.howItEnded(), "");
  child.wait();
  EXPECT_TRUE(child.hasEnded());
  EXPECT_EQ(child.id(), 0);
  EXPECT_EQ(child.succeeded(), child.howItEnded() == "status 0");
  return child.howItEnded();
}

TEST(ChildProcessTest, ItsEndIsSaid) {
  EXPECT_EQ(howItEnds("exit 0"), "status 0");
  EXPECT_EQ(howItEnds("exit 7"), "status 7");
  EXPECT_EQ(howItEnds("kill -TERM $$"), "signal 15 (Terminated)");
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsNamed) {
  ChildProcess::Options options;
  options.command = {"no-such-program"};
  const Result<ChildProcess> child = ChildProcess::start(options);
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, HasSubstr("no-such-program: No such file"));
  EXPECT_FALSE(runProgram({"no-such-program"}, "/dev/null"));
}

TEST(ChildProcessTest, WhatItPrintsIsInTheLog) {
  const test::TemporaryFolder folder;
  const std::filesystem::path log = folder.path() / "log";
  EXPECT_FALSE(runProgram({"sh", "-c", "echo out; echo wrong >&2; exit 1"}, log));
  std::ifstream stream(log);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "out\nwrong\n");
}

TEST(ChildProcessTest, InputAndErrorsAreFilesWhereTheyAreGiven) {
  const test::TemporaryFolder folder;
  ChildProcess::Options options;
  options.input = folder.write("input", std::string("given"));
  options.log = folder.path() / "log";
  options.errors = folder.path() / "errors";
  ChildProcess child = started("cat; echo wrong >&2", options);
  child.wait();
  EXPECT_TRUE(child.succeeded());
  EXPECT_EQ(test::readText(options.log), "given");
  EXPECT_EQ(test::readText(options.errors), "wrong\n");
}

TEST(ChildProcessTest, ItHasTheDescriptorsThatItIsGivenAndNoOthers) {
  const test::TemporaryFolder folder;
  ChildProcess::Options options;
  // The places of both are taken the other way round, and a third is open without being given.
  const int first = open(folder.write("first", std::string("1")).c_str(), O_RDONLY);
  const int second = open(folder.write("second", std::string("2")).c_str(), O_RDONLY);
  const int other = dup(first);
  options.descriptors = {second, first};
  ChildProcess child = started("test $(cat <&3)$(cat <&4) = 21 && for i in 5 6 7 8 9 10 11 12 13 14 15 16; do "
                               "test ! -e /proc/$$/fd/$i || exit 3; done",
                               options);
  child.wait();
  EXPECT_EQ(child.howItEnded(), "status 0");
  for (const int descriptor : {first, second, other}) close(descriptor);
}

TEST(ChildProcessTest, ItEndsWithItsObject) {
  pid_t id = 0;
  {
    ChildProcess child = started("exec sleep 1000");
    id = child.id();
    ASSERT_GT(id, 0);
    EXPECT_FALSE(child.hasEnded());
    const ChildProcess moved = std::move(child);
    EXPECT_EQ(moved.id(), id);
  }
  EXPECT_NE(kill(id, 0), 0);
}

TEST(ChildProcessTest, ASignalToThisProgramIsNoEnd) {
  struct sigaction action {};
  struct sigaction before {};
  static volatile std::sig_atomic_t signals = 0;
  action.sa_handler = [](int) { signals = signals + 1; }; // without SA_RESTART: waiting is interrupted
  ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
  ChildProcess child = started("sleep 0.2; exit 5");
  const itimerval often{.it_interval = {.tv_sec = 0, .tv_usec = 1000}, .it_value = {.tv_sec = 0, .tv_usec = 1000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  child.wait();
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(child.howItEnded(), "status 5");
  EXPECT_GT(signals, 0);
}

TEST(ChildProcessTest, ItsGroupAndItsTimeAreItsOwn) {
  ChildProcess::Options options;
  options.ownGroup = true;
  const ChildProcess child = started("exec sleep 1000", options);
  EXPECT_EQ(getpgid(child.id()), child.id());
  EXPECT_NE(getpgid(started("exec sleep 1000").id()), child.id());
  child.limitProcessorTime(std::chrono::seconds(100));
  rlimit limit{};
  ASSERT_EQ(prlimit(child.id(), RLIMIT_CPU, nullptr, &limit), 0);
  EXPECT_GE(limit.rlim_cur, 100U);
  EXPECT_LE(limit.rlim_cur, 101U);
}

} // namespace
} // namespace arenascope
