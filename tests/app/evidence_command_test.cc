// `arenascope evidence` as a user runs it.
#include "app/cli/commands/evidence_command.h"

#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using EvidenceCommandTest = test::ProgramTest;

TEST_F(EvidenceCommandTest, EvidenceShowsRatiosAsTheyAre) {
  ASSERT_EQ(run("evidence"), 0);
  EXPECT_THAT(out_, HasSubstr("1.000 ratio here"));
  EXPECT_THAT(out_, testing::Not(testing::ContainsRegex(" [01] ratio")));
  EXPECT_THAT(out_, testing::Not(HasSubstr("-0 %")));
}

TEST_F(EvidenceCommandTest, EvidenceIsListed) {
  ASSERT_EQ(run("evidence"), 0);
  EXPECT_THAT(out_, HasSubstr("NUCLEO-L4R5ZI at 120 MHz (cortex-m4)"));
  ASSERT_EQ(run("evidence --markdown"), 0);
  EXPECT_THAT(out_, HasSubstr("| `cortex-m0plus` |"));
}

} // namespace
} // namespace arenascope
