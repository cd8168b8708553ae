#include "emulator/engine/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <type_traits>

namespace arenascope::engine {
namespace {

TEST(RunControlTest, TheFirstReasonCounts) {
  RunControl control;
  EXPECT_EQ(control.stopped().stage, Stage::kCancelled) << "nobody said why";
  control.stop("ten seconds are over");
  control.stop("the window was closed");
  EXPECT_TRUE(control.cancelled);
  EXPECT_EQ(control.stopped().stage, Stage::kLimit);
  EXPECT_EQ(control.stopped().message, "ten seconds are over");
}

TEST(RunControlTest, MemoryHasALimit) {
  RunControl control;
  arenascope::Limits limits;
  limits.hostBytes = 1000;
  control.stopBeyond(limits, 1000);
  EXPECT_FALSE(control.cancelled);
  control.stopBeyond(limits, 1001);
  EXPECT_TRUE(control.cancelled);
  EXPECT_THAT(control.stopped().message, testing::HasSubstr("the run uses 1001 bytes of memory"));
  EXPECT_THAT(control.stopped().message, testing::HasSubstr("--limit host-bytes=N"));
}

// What a result is kept under: two that differ in any field have other words.
TEST(RunOptionsTest, EveryFieldIsListed) {
  const auto wordsOf = [](const RunOptions& options) {
    std::multimap<std::string, std::uint64_t> words;
    forEachField(options, [&](const char* name, const auto& value) {
      if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
        words.emplace(name, value);
      else
        words.emplace(name, value.size());
    });
    return words;
  };
  const auto plain = wordsOf({});
  EXPECT_GT(plain.size(), 30U);
  RunOptions other;
  other.inputs = {{1, 2, 3}};
  EXPECT_EQ(wordsOf(other).count("input"), 1U);
  other = {};
  other.arena.emplace();
  EXPECT_NE(wordsOf(other), plain) << "an arena elsewhere, in RAM that does not wait";
  other = {};
  other.limits.instructions = 7;
  EXPECT_NE(wordsOf(other), plain);
}

TEST(RunnerTest, RevisionsHaveTheOperatorsOfTheirTime) {
  EXPECT_TRUE(isInRevision({}, "FULLY_CONNECTED"));
  EXPECT_TRUE(isInRevision({.date = 20210101}, "FULLY_CONNECTED"));
  EXPECT_FALSE(isInRevision({.date = 20210101}, "BATCH_MATMUL")) << "it came later";
  EXPECT_TRUE(isInRevision({.date = 20210101}, "somebodys_own")) << "what nobody knows is not said to be missing";
}

} // namespace
} // namespace arenascope::engine
