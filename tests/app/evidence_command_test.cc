// `arenascope evidence` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/output/evidence_writer.h"
#include "service/store/evidence_files.h"
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

TEST_F(EvidenceCommandTest, JsonHasEveryFigureWithItsError) {
  ASSERT_EQ(run("evidence --json -"), 0) << err_;
  const auto json = nlohmann::json::parse(out_);
  const auto all = service::allEvidence();
  ASSERT_EQ(json.at("evidence").size(), all.size());
  std::size_t figures = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& row = json["evidence"][i];
    EXPECT_EQ(row.at("core"), all[i].core);
    ASSERT_EQ(row.at("figures").size(), all[i].figures.size());
    EXPECT_EQ(row.at("operators").size(), all[i].operators.size());
    for (const auto& figure : row["figures"]) {
      ++figures;
      EXPECT_DOUBLE_EQ(figure.at("error_percent"),
                       100 * (figure.at("ours").get<double>() / figure.at("published").get<double>() - 1));
    }
  }
  EXPECT_GT(figures, 10U);
  EXPECT_EQ(run("evidence --json - --models '" + newFolder("models") + "'"), 2) << "another question";
}

} // namespace
} // namespace arenascope
