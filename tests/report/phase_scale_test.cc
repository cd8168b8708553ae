#include "core/report/scene/phase_scale.h"

#include <gtest/gtest.h>

#include "core/report/scene/arena_scene.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

TEST(PhaseScaleTest, EveryPhaseCanBeReadAndPositionsLeadBack) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  const PhaseScale scale(report);
  const std::vector<PhaseSpan> phases = phaseSpans(report);
  ASSERT_GE(phases.size(), 4U);
  double end = 0.0;
  for (const PhaseSpan& phase : phases) {
    const double begin = scale.positionOf(static_cast<double>(phase.first));
    EXPECT_NEAR(begin, end, 1e-9) << phase.name << ": phases follow each other";
    end = begin;
    const double last = scale.positionOf(static_cast<double>(phase.end) - 0.001);
    EXPECT_GT((last - begin) / scale.length(), 0.05) << phase.name;
    end = scale.positionOf(static_cast<double>(phase.end));
  }
  EXPECT_NEAR(end, scale.length(), 1e-9);
  double before = -1.0;
  for (std::size_t event = 0; event < report.allocations.size(); ++event) {
    const double position = scale.positionOf(static_cast<double>(event) + 0.5);
    EXPECT_GT(position, before);
    EXPECT_NEAR(scale.eventAt(position), static_cast<double>(event) + 0.5, 1e-6);
    before = position;
  }
}

TEST(PhaseScaleTest, NothingAllocatedIsOneWide) {
  const PhaseScale scale{Report()};
  EXPECT_DOUBLE_EQ(scale.length(), 1.0);
  EXPECT_DOUBLE_EQ(scale.eventAt(0.5), 0.5);
}

} // namespace
} // namespace arenascope::report
