#include "core/report/flash_need.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

TEST(FlashNeedTest, IsModelAndCode) {
  Report report;
  report.model.bytes = 1000;
  report.flash = FlashReport{.operators = {}, .interpreter = 300, .needed = 200, .all = 5000};
  const FlashNeed need = flashNeed(report);
  EXPECT_EQ(need.code(), 500U);
  EXPECT_EQ(need.total(), 1500U) << "not what all operators would take";
  EXPECT_TRUE(need.codeKnown);
}

TEST(FlashNeedTest, WithoutAnImageTheCodeIsNotKnown) {
  Report report;
  report.model.bytes = 1000;
  const FlashNeed need = flashNeed(report);
  EXPECT_FALSE(need.codeKnown);
  EXPECT_EQ(need.total(), 1000U);
}

} // namespace
} // namespace arenascope::report
