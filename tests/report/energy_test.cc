#include "core/report/energy.h"

#include <gmock/gmock.h>

namespace arenascope::report {
namespace {

// An inference of 20 ms: 2,000,000 cycles at 100 MHz.
Report timed() {
  Report report;
  report.arena = ArenaFigures{};
  report.cost = CostSummary{};
  report.cost->total.cycles = 2'000'000;
  report.board.emplace();
  report.board->clockMhz = 100;
  report.power = hardware::PowerUse{.activeMilliwatts = 120, .sleepMilliwatts = 1.5};
  return report;
}

TEST(EnergyTest, IsPowerTimesTime) {
  const auto energy = energyOf(timed());
  ASSERT_TRUE(energy);
  EXPECT_DOUBLE_EQ(energy->millijoules, 2.4); // 120 mW for 0.02 s
  EXPECT_FALSE(energy->averageMilliwatts);
  EXPECT_EQ(describeEnergy(timed()),
            "2.40 mJ for an inference of 20.0 ms at 120 mW. An estimate from the given power.");
}

TEST(EnergyTest, APeriodGivesTheAverageAndABatteryItsDays) {
  Report report = timed();
  report.power->periodMs = 1000;
  report.power->batteryMwh = 1500;
  const auto energy = energyOf(report);
  ASSERT_TRUE(energy && energy->averageMilliwatts && energy->batteryDays);
  EXPECT_DOUBLE_EQ(*energy->averageMilliwatts, (120 * 0.02 + 1.5 * 0.98) / 1.0); // 3.87 mW
  EXPECT_NEAR(*energy->batteryDays, 1500 / 3.87 / 24, 1e-9);
  EXPECT_THAT(describeEnergy(report), testing::HasSubstr("3.87 mW on average, 16.1 days on 1,500 mWh"));
}

TEST(EnergyTest, AnInferenceThatOutlastsItsPeriodHasNoAverage) {
  Report report = timed();
  report.power->periodMs = 19.9;
  report.power->batteryMwh = 1500;
  ASSERT_TRUE(energyOf(report));
  EXPECT_FALSE(energyOf(report)->averageMilliwatts);
  EXPECT_FALSE(energyOf(report)->batteryDays);
  EXPECT_THAT(describeEnergy(report), testing::HasSubstr("longer than the period"));
}

TEST(EnergyTest, WithoutPowerClockOrCyclesThereIsNone) {
  Report report = timed();
  report.power.reset();
  EXPECT_FALSE(energyOf(report));
  EXPECT_EQ(describeEnergy(report), "");
  report = timed();
  report.board.reset();
  EXPECT_FALSE(energyOf(report));
  report = timed();
  report.cost.reset();
  EXPECT_FALSE(energyOf(report));
}

} // namespace
} // namespace arenascope::report
