// How much memory a run may take, and whose it is where several go on.
#include "service/control/watchdog.h"

#include <gmock/gmock.h>

#include "emulator/engine/collector.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST(JobsAtWorkTest, AJobIsReckonedItsShareOfWhatCameSinceItBegan) {
  JobsAtWork jobs;
  engine::RunControl one;
  engine::RunControl other;
  jobs.begin(one, 6 * kGiB);
  EXPECT_EQ(jobs.shareOf(one, 6 * kGiB), 0U) << "what was there before is nobody's";
  EXPECT_EQ(jobs.shareOf(one, 10 * kGiB), 4 * kGiB);
  jobs.begin(other, 10 * kGiB);
  EXPECT_EQ(jobs.shareOf(other, 10 * kGiB), 0U) << "a small one does not end for what a large one has";
  EXPECT_EQ(jobs.shareOf(one, 10 * kGiB), 2 * kGiB);
  EXPECT_EQ(jobs.shareOf(other, 12 * kGiB), kGiB);
  EXPECT_EQ(jobs.shareOf(other, 9 * kGiB), 0U);
  jobs.end(one);
  EXPECT_EQ(jobs.shareOf(other, 12 * kGiB), 2 * kGiB);
  EXPECT_EQ(jobs.shareOf(one, 12 * kGiB), 0U);
}

TEST(JobsAtWorkTest, WhatAJobDoesInsideIsTheSameJob) {
  JobsAtWork jobs;
  engine::RunControl job;
  jobs.begin(job, kGiB);
  jobs.begin(job, 3 * kGiB);
  EXPECT_EQ(jobs.shareOf(job, 5 * kGiB), 4 * kGiB);
  jobs.end(job);
  EXPECT_EQ(jobs.shareOf(job, 5 * kGiB), 4 * kGiB);
}

// Whatever the program has in use beside it: this process alone has more than the limit.
TEST(Limits, MemoryOfTheProgramIsNotTheRuns) {
  ProfileRequest request;
  request.model = test::sampleModel("sine");
  request.limits.hostBytes = kGiB / 4;
  const std::vector<std::uint8_t> held(kGiB / 2, 1);
  engine::RunControl control;
  const Result<report::Report> report = profileModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->error.has_value()) << report->error->message;
  EXPECT_EQ(held[kGiB / 4], 1);
}

class NoMemory final : public engine::TargetMemory {
public:
  std::span<std::uint8_t> at(std::uint64_t /*address*/, std::uint64_t /*bytes*/) override { return {}; }
};

// Told by the run itself, at the same event on every computer.
TEST(Limits, WhatIsKeptOfARunIsLimited) {
  const engine::LoadedModel model = test::loaded(test::twoLayerModel());
  engine::RunOptions options;
  options.limits.hostBytes = model.info.bytes + 10 * sizeof(trace::Event);
  engine::RunControl control;
  NoMemory memory;
  engine::Collector collector(model, options, control, memory);
  for (int i = 0; i < 10; ++i) collector.onEvent({.kind = trace::EventKind::kTempReset});
  EXPECT_FALSE(control.cancelled);
  collector.onEvent({.kind = trace::EventKind::kTempReset});
  EXPECT_TRUE(control.cancelled);
  EXPECT_THAT(control.stopped().message, HasSubstr("bytes of memory: the limit is"));
}

} // namespace
} // namespace arenascope::service
