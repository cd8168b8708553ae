// `arenascope overhead` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/output/overhead_writer.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using OverheadCommandTest = test::ProgramTest;

TEST_F(OverheadCommandTest, OverheadOfSeveralModelsSideBySide) {
  ASSERT_EQ(run("overhead " + sample("autoencoder") + " " + sample("keyword_spotter")), 0);
  EXPECT_THAT(out_, HasSubstr("calculation"));
  EXPECT_THAT(out_, HasSubstr("keyword_spotter"));
  ASSERT_EQ(run("overhead " + sample("autoencoder") + " --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  const auto& row = json.at("models").at(0);
  EXPECT_EQ(row.at("cycles").at("total"),
            row.at("cycles").at("kernels").get<int>() + row.at("cycles").at("interpreter").get<int>());
  int parts = 0;
  for (const auto& function : row.at("interpreter_functions")) parts += function.at("cycles").get<int>();
  EXPECT_EQ(parts, row.at("cycles").at("interpreter").get<int>());
}

} // namespace
} // namespace arenascope
