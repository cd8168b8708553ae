// `arenascope review`: what a change does to a project's models.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/project_repository.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ReviewCommandTest : public test::ProjectTest {
protected:
  void SetUp() override {
    ProjectTest::SetUp();
    put("models/net ä.tflite", generator::makeKeywordSpotterOf(4));
    put("models/sine.tflite", generator::makeSine());
    commit("Base");
    git("tag base");
  }
  json review(const std::string& words, int status = 0) {
    EXPECT_EQ(arenascope("review --base base --json - " + words), status) << err_;
    return json::parse(out_);
  }
  // Of one model.
  static const json& of(const json& review, const std::string& model) {
    for (const json& each : review.at("models"))
      if (each.at("model") == model) return each;
    ADD_FAILURE() << model << " is not reviewed";
    return review.at("models").at(0);
  }
};

TEST_F(ReviewCommandTest, ItIsSilentWhereNothingHasChanged) {
  put("README", "words");
  commit("Words");
  ASSERT_EQ(arenascope("review --base base"), 0) << err_;
  EXPECT_THAT(out_, AllOf(StartsWith("<!-- arenascope review: no change -->"), HasSubstr("no change against base")));
  ASSERT_EQ(arenascope("review --base base --only-changes --markdown comment.md"), 0) << err_;
  EXPECT_EQ(out_, "");
  EXPECT_EQ(test::readText(project() + "/comment.md"), "");
  EXPECT_EQ(review("").at("changed"), false);
}

TEST_F(ReviewCommandTest, WhatGrewIsSaidWithTheReason) {
  git("checkout -q -b wider");
  put("models/net ä.tflite", generator::makeKeywordSpotterOf(8));
  commit("Wider");
  // The base has gone on: the common ancestor counts.
  git("checkout -q main");
  put("models/sine.tflite", generator::makeEdgeDetector());
  commit("Another sine");
  git("tag -f base");
  git("checkout -q wider");
  ASSERT_EQ(arenascope("review --base base --svg arenas.svg --markdown comment.md"), 0) << err_;
  EXPECT_THAT(out_, AllOf(StartsWith("<!-- arenascope review: changed -->"), HasSubstr("1 of 2 models changed"),
                          HasSubstr("models/net ä.tflite"), HasSubstr("- arena "), HasSubstr("buffer "),
                          HasSubstr("- cycles "), HasSubstr("![Arenas before and after](<arenas.svg>)")));
  EXPECT_EQ(test::readText(project() + "/comment.md"), out_);
  EXPECT_THAT(test::readText(project() + "/arenas.svg"), StartsWith("<svg"));
  const json found = review("");
  EXPECT_EQ(of(found, "models/sine.tflite").at("state"), "untouched");
  // The figures are those of each model alone.
  ASSERT_EQ(arenascope("profile 'models/net ä.tflite' --json -"), 0) << err_;
  EXPECT_EQ(of(found, "models/net ä.tflite").at("now").at("figures").at("arena"),
            json::parse(out_).at("arena").at("minimum_bytes"));
  EXPECT_EQ(arenascope("review --base base --fail-on growth"), 3);
  EXPECT_THAT(err_, HasSubstr("arena "));
}

TEST_F(ReviewCommandTest, ABudgetFailsIt) {
  EXPECT_EQ(arenascope("review --base base 'models/net ä.tflite' --budget 1000 --only-changes"), 3);
  EXPECT_THAT(err_, AllOf(HasSubstr("models/net ä.tflite is over budget: minimum arena"), HasSubstr("at most 1,000")));
  EXPECT_EQ(out_, "") << "it was over that budget before";
  put(".arenascope/project.json", R"({"models": [{"model": "models/net ä.tflite", "budget": 1000}]})");
  const json found = review("", 3);
  EXPECT_EQ(of(found, "models/net ä.tflite").at("newly_over_budget"), json::array({"arena"})) << "the budget is new";
  EXPECT_EQ(of(found, "models/sine.tflite").at("state"), "gone") << "the project no longer lists it";
  put(".arenascope/project.json", R"({"models": [{"model": "models/net ä.tflite", "budget": "much"}]})");
  EXPECT_EQ(arenascope("review --base base"), 1);
  EXPECT_THAT(err_, HasSubstr("takes a whole number"));
  put(".arenascope/project.json", R"({"models": [{"model": "models/net ä.tflite", "colour": "red"}]})");
  EXPECT_EQ(arenascope("review --base base"), 2);
  EXPECT_THAT(err_, HasSubstr("unknown argument colour"));
}

TEST_F(ReviewCommandTest, NewRenamedGoneAndBrokenModels) {
  git("mv 'models/net ä.tflite' models/renamed.tflite");
  git("rm -q models/sine.tflite");
  put("models/new.tflite", generator::makeEdgeDetector());
  git("add -A");
  json found = review("");
  EXPECT_EQ(of(found, "models/renamed.tflite").at("renamed_from"), "models/net ä.tflite");
  EXPECT_EQ(of(found, "models/renamed.tflite").at("state"), "same figures");
  EXPECT_EQ(of(found, "models/sine.tflite").at("state"), "gone");
  EXPECT_EQ(of(found, "models/new.tflite").at("state"), "new");
  git("reset -q --hard base");
  put("models/sine.tflite", std::string("not a model"));
  ASSERT_EQ(arenascope("review --base base"), 1);
  EXPECT_THAT(out_, AllOf(HasSubstr("❌ fails"), HasSubstr("no longer runs: validate: models/sine.tflite: ")));
  EXPECT_THAT(err_, HasSubstr("models/sine.tflite"));
}

TEST_F(ReviewCommandTest, AHazardIsNewsAndCanFail) {
  const auto settle = [&](const std::string& kernels) {
    put(".arenascope/project.json",
        json{{"models", {{{"model", "models/wake.tflite"}, {"target", "esp32s3"}, {"kernels", kernels}}}}}.dump());
  };
  put("models/wake.tflite", test::depthwiseModel());
  settle("esp-nn@1.4.1");
  commit("Wake word");
  git("tag -f base");
  settle("esp-nn@1.3.1");
  ASSERT_EQ(arenascope("review --base base"), 0) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("new hazard: "), HasSubstr("kernels esp-nn@1.4.1 -> esp-nn@1.3.1")));
  EXPECT_EQ(arenascope("review --base base --fail-on hazard"), 3);
  EXPECT_THAT(err_, HasSubstr("use esp-nn 1.4.0"));
}

TEST_F(ReviewCommandTest, ABaseThatIsNotThereIsNamed) {
  EXPECT_EQ(arenascope("review"), 2);
  EXPECT_EQ(arenascope("review --base nowhere"), 1);
  EXPECT_THAT(err_, HasSubstr("nowhere is not a commit"));
  EXPECT_EQ(arenascope("review --base base models/none.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("models/none.tflite"));
  EXPECT_EQ(arenascope("review --base base ../outside.tflite"), 1);
}

TEST_F(ReviewCommandTest, AnImagesBaseIsInTheHistory) {
  put(".gitignore", "app.elf\n");
  commit("Ignore images");
  git("tag -f base");
  put("app.elf", std::string("not an image"));
  EXPECT_EQ(arenascope("review --base base app.elf"), 1);
  EXPECT_THAT(err_, HasSubstr("record it there with --record, or give --build"));
}

} // namespace
} // namespace arenascope
