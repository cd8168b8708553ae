#include "core/base/periodic_task.h"

#include <gtest/gtest.h>

#include <atomic>

namespace arenascope {
namespace {

using std::chrono_literals::operator""ms;

TEST(PeriodicTaskTest, IsDoneAgainAndAgainUntilItIsDestroyed) {
  std::atomic<int> calls = 0;
  {
    const PeriodicTask task(1ms, [&calls] {
      ++calls;
      calls.notify_one();
    });
    for (int seen = 0; seen < 3; seen = calls) calls.wait(seen);
  }
  const int atEnd = calls;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(calls, atEnd);
}

TEST(PeriodicTaskTest, ItsDestructionDoesNotWaitForThePeriod) {
  const PeriodicTask task(std::chrono::hours(24), [] { FAIL() << "a day has not passed"; });
}

} // namespace
} // namespace arenascope
