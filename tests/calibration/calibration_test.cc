#include "core/calibration/calibration.h"

#include <gmock/gmock.h>

#include <cmath>
#include <initializer_list>

namespace arenascope::calibration {
namespace {

using testing::HasSubstr;

// Three operators; the second takes no time.
report::Report reportOf(std::initializer_list<std::uint64_t> cycles) {
  report::Report report;
  const char* const kNames[] = {"CONV_2D", "RESHAPE", "SOFTMAX"};
  for (const std::uint64_t each : cycles) {
    report::OperatorReport& op = report.operators.emplace_back();
    op.name = kNames[report.operators.size() - 1];
    op.cost.cycles = each;
  }
  return report;
}

DeviceLog logOf(std::initializer_list<MeasuredOperator> operators) {
  DeviceLog log;
  log.unit = LogUnit::kTicks;
  log.operators = operators;
  return log;
}

TEST(CalibrationTest, TheMedianOfSeveralInferencesCounts) {
  const report::Report report = reportOf({300, 0, 100});
  const auto measurement = Measurement::match(
      logOf({{"CONV_2D", 30}, {"SOFTMAX", 10}, {"CONV_2D", 34}, {"SOFTMAX", 10}, {"CONV_2D", 99}, {"SOFTMAX", 10}}),
      report);
  ASSERT_TRUE(measurement) << measurement.error().message;
  EXPECT_EQ(measurement->inferences(), 3U);
  EXPECT_FALSE(measurement->knowsTime());
  const std::vector<CalibratedRow> rows = measurement->rows(report);
  ASSERT_EQ(rows.size(), 2U) << "what takes no time is not looked for";
  // Ticks of an unknown clock: 34 and 10 of them are our 400 cycles.
  EXPECT_DOUBLE_EQ(rows[0].measured, 34 * 400.0 / 44);
  EXPECT_DOUBLE_EQ(rows[1].measured, 10 * 400.0 / 44);
  EXPECT_EQ(rows[0].ours, 300);
  EXPECT_EQ(rows[1].op, 2);
}

TEST(CalibrationTest, KindsAreSummed) {
  const report::Report report = reportOf({300, 0, 100});
  DeviceLog log = logOf({{"SOFTMAX", 1}, {"CONV_2D", 3}});
  log.byKind = true;
  const auto measurement = Measurement::match(log, report);
  ASSERT_TRUE(measurement);
  const std::vector<CalibratedRow> rows = measurement->rows(report);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].name, "CONV_2D");
  EXPECT_DOUBLE_EQ(rows[0].error(), 0.0);
}

TEST(CalibrationTest, TheLogOfAnotherModelIsRefused) {
  const report::Report report = reportOf({300, 0, 100});
  const auto fewer = Measurement::match(logOf({{"CONV_2D", 30}}), report);
  ASSERT_FALSE(fewer);
  EXPECT_THAT(fewer.error().message,
              HasSubstr("the log has times of 1 operator, but an inference of this model has 2"));
  const auto other = Measurement::match(logOf({{"CONV_2D", 30}, {"LOGISTIC", 10}}), report);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("operator 1 is LOGISTIC in the log and SOFTMAX in the model"));
}

// Twice as many cycles everywhere is an error of 100 %, and none with half the clock. An operator that is not off draws
// the error down by its share of the time: half of log(2)^2 is left.
TEST(CalibrationTest, ErrorsAreWeighedByTime) {
  const auto row = [](double measured, double ours) {
    CalibratedRow made;
    made.measured = measured;
    made.ours = ours;
    return made;
  };
  const std::vector<CalibratedRow> twice = {row(100, 200), row(300, 600)};
  EXPECT_NEAR(errorOf(twice), 100.0, 1e-9);
  EXPECT_NEAR(scaledErrorOf(twice).factor, 0.5, 1e-9);
  EXPECT_NEAR(scaledErrorOf(twice).error, 0.0, 1e-5);
  EXPECT_NEAR(errorOf({row(100, 200), row(100, 100)}), 100 * (std::exp(std::sqrt(0.5) * std::log(2.0)) - 1), 1e-9);
  EXPECT_EQ(errorOf({}), 0.0);
}

} // namespace
} // namespace arenascope::calibration
