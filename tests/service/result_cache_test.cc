#include "service/store/result_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/base/build_id.h"
#include "core/output/json_writer.h"
#include "emulator/runners/program_identity.h"
#include "service/profile/caching_runner.h"
#include "service/profile/profiler.h"
#include "service/profile/run_key.h"
#include "service/profile/runner_factory.h"
#include "service/store/trace_codec.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using report::Report;
using run::RunTrace;

std::vector<std::uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

TEST(ResultCacheTest, KeepsWhatIsStored) {
  const test::TemporaryFolder folder;
  ResultCache cache(folder.path() / "deep" / "cache", 1 << 20);
  EXPECT_FALSE(cache.find("a"));
  cache.store("a", bytesOf("first"));
  cache.store("b", {});
  EXPECT_EQ(cache.find("a"), bytesOf("first"));
  EXPECT_EQ(cache.find("b"), bytesOf(""));
  cache.store("a", bytesOf("second"));
  EXPECT_EQ(cache.find("a"), bytesOf("second"));
  EXPECT_EQ(cache.usage().entries, 2U);
  EXPECT_EQ(cache.clear(), 2U);
  EXPECT_FALSE(cache.find("a"));
  EXPECT_EQ(cache.usage().bytes, 0U);
}

TEST(ResultCacheTest, DamagedEntriesAreDropped) {
  const test::TemporaryFolder folder;
  ResultCache cache(folder.path(), 1 << 20);
  for (const std::size_t place : {0U, 63U, 64U, 68U}) {
    cache.store("a", bytesOf("contents"));
    std::string text = test::readText(folder.path() / "a.run");
    text[place] ^= 1;
    folder.write("a.run", text);
    EXPECT_FALSE(cache.find("a")) << place;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.run"));
  }
  for (const char* text : {"", "short"}) {
    folder.write("a.run", std::string(text));
    EXPECT_FALSE(cache.find("a"));
  }
}

TEST(ResultCacheTest, WhatWasUsedLongestAgoGoesFirst) {
  const test::TemporaryFolder folder;
  ResultCache cache(folder.path(), 1000, 1);
  const std::vector<std::uint8_t> bytes(236); // 300 with its hash
  for (const char* key : {"a", "b", "c"}) {
    cache.store(key, bytes);
    std::filesystem::last_write_time(folder.path() / (std::string(key) + ".run"),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours('z' - *key));
  }
  EXPECT_TRUE(cache.find("a")); // used now
  cache.store("d", bytes);
  EXPECT_FALSE(cache.find("b"));
  for (const char* key : {"a", "c", "d"}) EXPECT_TRUE(cache.find(key)) << key;
  EXPECT_LE(cache.usage().bytes, 1000U);
  cache.store("e", std::vector<std::uint8_t>(2000));
  EXPECT_FALSE(cache.find("e")) << "too large to be kept at all";
  EXPECT_TRUE(cache.find("d"));
}

// Scanning the folder takes longer than most runs: only every n-th store does it, across processes.
TEST(ResultCacheTest, IsSweptNowAndThen) {
  const test::TemporaryFolder folder;
  ResultCache cache(folder.path(), 1000, 8);
  const std::vector<std::uint8_t> bytes(200, 7);
  std::size_t most = 0;
  bool swept = false;
  for (int i = 0; i < 40; ++i) {
    const std::size_t before = cache.usage().entries;
    cache.store("entry" + std::to_string(i), bytes);
    swept = swept || cache.usage().entries < before;
    most = std::max(most, cache.usage().entries);
  }
  EXPECT_TRUE(swept);
  EXPECT_LE(most, 1000 / (200 + 64) + 8) << "what fits, and what comes until the next sweep";
}

TEST(ResultCacheTest, AFolderThatCannotBeIsNoError) {
  ResultCache cache("/proc/no/such/folder", 1000);
  cache.store("a", bytesOf("text"));
  EXPECT_FALSE(cache.find("a"));
  EXPECT_EQ(cache.usage().entries, 0U);
  EXPECT_EQ(cache.clear(), 0U);
}

// Counts the runs that are really made.
class CountingRunner final : public engine::Runner {
public:
  explicit CountingRunner(int& runs) : runs_(runs) {}
  RunTrace run(const engine::LoadedModel& /*model*/, const engine::RunOptions& options,
               engine::RunControl& control) override {
    ++runs_;
    RunTrace trace;
    trace.arenaBytes = options.arenaBytes;
    if (control.cancelled) trace.error = Error{Stage::kCancelled, "cancelled"};
    if (options.arenaBytes == 1) trace.error = Error{Stage::kEmulate, "not enough memory"};
    return trace;
  }
  std::unique_ptr<engine::Runner> another() const override { return std::make_unique<CountingRunner>(runs_); }
  bool hasCycles() const override { return true; }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }

private:
  int& runs_;
};

TEST(CachingRunnerTest, EverythingThatMattersMakesAnotherRun) {
  const test::TemporaryFolder folder;
  const auto cache = std::make_shared<ResultCache>(folder.path(), 1 << 20);
  int runs = 0;
  const engine::LoadedModel model = test::loaded(test::twoLayerModel());
  const engine::LoadedModel other = test::loaded(test::offlinePlannedModel({0, 16, 48}));
  const auto runsFor = [&](const std::string& identity, const engine::LoadedModel& which,
                           const engine::RunOptions& options) {
    const int before = runs;
    CachingRunner runner(std::make_unique<CountingRunner>(runs), cache, identity);
    engine::RunControl control;
    runner.run(which, options, control);
    return runs - before;
  };
  const engine::RunOptions plain;
  EXPECT_EQ(runsFor("program", model, plain), 1);
  EXPECT_EQ(runsFor("program", model, plain), 0);
  EXPECT_EQ(runsFor("another program", model, plain), 1);
  EXPECT_EQ(runsFor("program", other, plain), 1);
  std::vector<engine::RunOptions> all(14);
  all[0].arenaBytes = 64;
  all[1].interpreter.recording = true;
  all[2].interpreter.invoke = true;
  all[3].interpreter.resourceVariables = 1;
  all[4].inputs = {{1}};
  all[5].inputs = {{2}};
  all[6].flash.waitStates = 1;
  all[7].flash.lineBytes = 8;
  all[8].flash.codeCacheBytes = 64;
  all[9].flash.dataCacheBytes = 64;
  all[10].flash.cacheWays = 2;
  all[11].flash.oneCache = true;
  all[12].limits.instructions = 5;
  all[13].decompressionBytes = 64;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(runsFor("program", model, all[i]), 1) << i;
    EXPECT_EQ(runsFor("program", model, all[i]), 0) << i;
  }
}

TEST(CachingRunnerTest, WhatWasCancelledOrFailedHereIsNotKept) {
  const test::TemporaryFolder folder;
  const auto cache = std::make_shared<ResultCache>(folder.path(), 1 << 20);
  int runs = 0;
  CachingRunner runner(std::make_unique<CountingRunner>(runs), cache, "program");
  const engine::LoadedModel model = test::loaded(test::twoLayerModel());
  engine::RunOptions failing;
  failing.arenaBytes = 1;
  engine::RunControl control;
  runner.run(model, failing, control);
  runner.run(model, failing, control);
  EXPECT_EQ(runs, 2);
  control.cancelled = true;
  runner.run(model, {}, control);
  control.cancelled = false;
  runner.run(model, {}, control);
  EXPECT_EQ(runs, 4);
}

// Whole reports, kept and not, are the same to the last byte, on both kinds of target.
TEST(CachingRunnerTest, AReportFromTheCacheIsTheSame) {
  const test::TemporaryFolder folder;
  ProfileRequest request;
  request.model = test::sampleModel("keyword_spotter");
  for (const char* target : {"cortex-m4", "host"}) {
    for (const std::uint64_t arena : {0U, 2000U, 60000U}) {
      request.target = target;
      request.arenaBytes = arena;
      engine::RunControl control;
      request.cache = nullptr;
      const Result<Report> plain = profileModel(request, {}, control);
      request.cache = std::make_shared<ResultCache>(folder.path(), 1 << 24);
      const Result<Report> first = profileModel(request, {}, control);
      const Result<Report> second = profileModel(request, {}, control);
      ASSERT_TRUE(plain && first && second);
      EXPECT_EQ(output::toJson(*first), output::toJson(*plain));
      EXPECT_EQ(output::toJson(*second), output::toJson(*plain));
    }
  }
  EXPECT_GT(request.cache->usage().entries, 0U);
}

TEST(CachingRunnerTest, TheProgramKnowsItself) {
  const engine::Target& host = *engine::findTarget("host");
  const engine::Target& emulated = *engine::findTarget("cortex-m4");
  const auto identityOn = [](const engine::Target& target) {
    report::RunConfiguration configuration;
    configuration.target = target.name;
    configuration.kernels = "reference";
    const auto identity = runnerIdentity(target, configuration);
    return identity ? *identity : std::string();
  };
  EXPECT_FALSE(runners::programIdentity().empty());
  EXPECT_THAT(identityOn(host), testing::StartsWith(runners::programIdentity()));
  EXPECT_EQ(identityOn(emulated), identityOn(emulated));
  EXPECT_GT(identityOn(emulated).size(), identityOn(host).size()) << "the emulator is a part of it";
}

TEST(TraceCodecTest, WhatIsNotATraceIsNothing) {
  EXPECT_FALSE(decodeTrace({}));
  const std::vector<std::uint8_t> noise = {0xA1, 0x61, 0x61, 0x01};
  EXPECT_FALSE(decodeTrace(noise));
  std::vector<std::uint8_t> trace = encodeTrace(RunTrace());
  EXPECT_TRUE(decodeTrace(trace));
  RunTrace decompressed;
  decompressed.decompressedBytes = 320;
  EXPECT_EQ(decodeTrace(encodeTrace(decompressed))->decompressedBytes, 320U);
  trace.pop_back();
  EXPECT_FALSE(decodeTrace(trace));
}

} // namespace
} // namespace arenascope::service
