// `arenascope doctor` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "service/diagnose/doctor.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using DoctorCommandTest = test::ProgramTest;

TEST_F(DoctorCommandTest, TheDoctorFindsTheTargetsAndWhatIsBroken) {
  ASSERT_EQ(run("doctor --json -"), 0) << err_;
  const auto findings = nlohmann::json::parse(out_).at("findings");
  EXPECT_GE(findings.size(), 14U);
  EXPECT_EQ(run("doctor", "ARENASCOPE_FIRMWARE_DIR=/none"), 1);
  EXPECT_THAT(out_, HasSubstr("broken"));
  EXPECT_THAT(out_, HasSubstr("/none/cortex-m4-cmsis-nn.elf"));
  EXPECT_THAT(out_, HasSubstr("ok       host, reference"));
}

} // namespace
} // namespace arenascope
