#include "core/hardware/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace arenascope::hardware {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

Json networksJson() {
  return {{"kind", "networks"},
          {"core", "cortex-m4"},
          {"board", "mine"},
          {"title", "My board at 64 MHz"},
          {"library", "CMSIS-NN of May 2022"},
          {"compiler", "GCC 8, -Os"},
          {"kernels", "cmsis-nn"},
          {"unit", "ms"},
          {"source", "a page"},
          {"figures",
           {{{"name", "keywords"}, {"model", "kws"}, {"published", 200}, {"ours", 180}},
            {{"name", "vision"}, {"published", 100}, {"ours", 105}}}}};
}

Evidence evidenceOf(const Json& json) {
  const Result<Evidence> evidence = parseEvidence("file", json.dump());
  EXPECT_TRUE(evidence) << evidence.error().message;
  return *evidence;
}

TEST(EvidenceTest, ErrorsAreThoseOfTheFigures) {
  const Evidence evidence = evidenceOf(networksJson());
  EXPECT_DOUBLE_EQ(evidence.figures[0].error(), -10.0);
  EXPECT_NEAR(evidence.errors().low, -10.0, 1e-9);
  EXPECT_NEAR(evidence.errors().high, 5.0, 1e-9);
  EXPECT_EQ(describe(evidence.errors()), "-10 to +5 %");
  EXPECT_EQ(describe(ErrorRange{3.2, 2.9}), "+3 %");
}

TEST(EvidenceTest, ABoardsOwnNetworksComeFirst) {
  std::vector<Evidence> all{evidenceOf(networksJson())};
  Json other = networksJson();
  other["board"] = "other";
  other["title"] = "Another board";
  other["figures"][0]["ours"] = 100;
  all.push_back(evidenceOf(other));
  const Accuracy mine = accuracyOf(all, "cortex-m4", "mine", "cmsis-nn");
  EXPECT_TRUE(mine.compared);
  EXPECT_EQ(mine.text, "cycles against silicon: My board at 64 MHz -10 to +5 % (2 networks with CMSIS-NN of May 2022); "
                       "networks on other boards of this core -50 to +5 %");
  EXPECT_THAT(mine.ofCore, testing::AllOf(HasSubstr("My board at 64 MHz -10 to +5 %"), HasSubstr("Another board -50")));
  const Accuracy any = accuracyOf(all, "cortex-m4", "", "cmsis-nn");
  EXPECT_THAT(any.text, HasSubstr("My board at 64 MHz -10 to +5 %"));
  EXPECT_THAT(any.text, HasSubstr("Another board -50 to +5 %"));
}

// Of a user's library only the timing model is off.
TEST(EvidenceTest, AnotherLibraryIsOffByTheTimingModelAlone) {
  std::vector<Evidence> all{evidenceOf(networksJson())};
  Json json = networksJson();
  json["kind"] = "same library";
  json["figures"] = {{{"name", "keywords, least"}, {"published", 100}, {"ours", 97}},
                     {{"name", "keywords, most"}, {"published", 100}, {"ours", 102}}};
  all.push_back(evidenceOf(json));
  EXPECT_EQ(
      accuracyOf(all, "cortex-m4", "", "").text,
      "experimental: cycles against silicon: My board at 64 MHz -3 to +2 % (1 network with CMSIS-NN of May 2022)");
}

TEST(EvidenceTest, OneNetworkIsNoComparisonYet) {
  Json json = networksJson();
  json["figures"].erase(1);
  const Accuracy one = accuracyOf(std::vector{evidenceOf(json)}, "cortex-m4", "mine", "cmsis-nn");
  EXPECT_FALSE(one.compared);
  EXPECT_THAT(one.text, testing::StartsWith("experimental: cycles against silicon: My board at 64 MHz -10 %"));
  EXPECT_TRUE(accuracyOf(std::vector{evidenceOf(networksJson())}, "cortex-m4", "mine", "cmsis-nn").compared);
}

TEST(EvidenceTest, ACoreThatNobodyMeasuredIsExperimental) {
  const std::vector<Evidence> all{evidenceOf(networksJson())};
  const Accuracy accuracy = accuracyOf(all, "cortex-m3", "", "cmsis-nn");
  EXPECT_FALSE(accuracy.compared);
  EXPECT_THAT(accuracy.text, HasSubstr("experimental"));
  EXPECT_TRUE(accuracy.operators.empty());
}

// Programs alone say nothing about networks.
TEST(EvidenceTest, ProgramsAreNoNetworks) {
  Json json = networksJson();
  json["kind"] = "programs";
  const std::vector<Evidence> all{evidenceOf(json)};
  EXPECT_EQ(accuracyOf(all, "cortex-m4", "", "").text,
            "cycles against silicon: programs -10 to +5 %; no network has been compared yet");
}

TEST(EvidenceTest, OperatorsHaveTheirOwnOfTheSameKernels) {
  Json json = {{"kind", "instructions"},
               {"core", "cortex-m4"},
               {"title", "the real one"},
               {"compiler", "GCC"},
               {"kernels", "cmsis-nn"},
               {"source", "built beside"},
               {"operators", {{{"name", "CONV_2D"}, {"low_percent", -2}, {"high_percent", 5}}}}};
  std::vector<Evidence> all{evidenceOf(json)};
  json["kernels"] = "reference";
  json["operators"][0]["high_percent"] = 50;
  all.push_back(evidenceOf(json));
  const Accuracy accuracy = accuracyOf(all, "cortex-m4", "", "cmsis-nn");
  ASSERT_EQ(accuracy.operators.size(), 1U);
  EXPECT_EQ(accuracy.operators[0].what, "instructions of our kernels (the real one)");
  ASSERT_EQ(accuracy.operators[0].errors.size(), 1U);
  EXPECT_EQ(accuracy.operators[0].errors[0].name, "CONV_2D");
  EXPECT_EQ(describe(accuracy.operators[0].errors[0].range), "-2 to +5 %");
  EXPECT_FALSE(accuracy.compared) << "other kernels are no silicon";
  EXPECT_TRUE(accuracyOf(all, "cortex-m4", "", "cmsis-nn@Os").operators.empty()) << "compiled otherwise";
}

TEST(EvidenceTest, WhatIsWrongIsNamed) {
  const auto error = [](const char* field, const Json& value) {
    Json json = networksJson();
    if (value.is_null())
      json.erase(field);
    else
      json[field] = value;
    const Result<Evidence> evidence = parseEvidence("file", json.dump());
    return evidence ? std::string() : evidence.error().message;
  };
  EXPECT_THAT(error("kind", "guess"), HasSubstr("field \"kind\" takes one of networks"));
  EXPECT_THAT(error("title", nullptr), HasSubstr("field \"title\" is missing"));
  EXPECT_THAT(error("figures", Json::array()), HasSubstr("takes an entry"));
  EXPECT_THAT(error("figures", Json::array({{{"name", "x"}, {"published", 0}, {"ours", 1}}})), HasSubstr("published"));
  EXPECT_THAT(parseEvidence("file", "{").error().message, HasSubstr("is not JSON"));
}

} // namespace
} // namespace arenascope::hardware
