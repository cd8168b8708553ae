#include "core/analysis/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/output/comparison_writer.h"

namespace arenascope::profile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Report reportOf(const std::string& model, const std::string& kernels, const std::vector<std::string>& operators) {
  Report report;
  report.model.path = "/models/" + model + ".tflite";
  report.model.sha256 = model;
  report.target = "cortex-m4";
  report.kernels = kernels;
  report.arena = ArenaFigures{.used = 1000};
  report.cost = CostSummary{};
  report.invoked = true;
  for (const std::string& name : operators) {
    OperatorReport op;
    op.index = OperatorId(report.operators.size());
    op.name = name;
    op.cost.cycles = 100;
    report.operators.push_back(op);
  }
  return report;
}

TEST(ComparisonTest, TitlesSayWhatDiffers) {
  EXPECT_THAT(compareReports({reportOf("a", "cmsis-nn", {}), reportOf("a", "reference", {})}).titles,
              ElementsAre("cmsis-nn", "reference"));
  EXPECT_THAT(compareReports({reportOf("a", "cmsis-nn", {}), reportOf("b", "reference", {})}).titles,
              ElementsAre("a, cmsis-nn", "b, reference"));
  EXPECT_THAT(compareReports({reportOf("a", "cmsis-nn", {}), reportOf("a", "cmsis-nn", {})}).titles,
              ElementsAre("1", "2"));
  EXPECT_EQ(compareReports({reportOf("a", "cmsis-nn", {}), reportOf("a", "reference", {})}).common(), "a, cortex-m4");
}

// a: CONV ADD SOFTMAX, b: CONV RELU ADD: the longest common part is CONV ADD.
TEST(ComparisonTest, OperatorsOfTheSameNameStandBesideEachOther) {
  const Comparison comparison =
      compareReports({reportOf("a", "x", {"CONV", "ADD", "SOFTMAX"}), reportOf("b", "x", {"CONV", "RELU", "ADD"})});
  EXPECT_THAT(comparison.operators,
              ElementsAre(ElementsAre(0, 0), ElementsAre(-1, 1), ElementsAre(1, 2), ElementsAre(2, -1)));
  EXPECT_EQ(comparison.at(comparison.operators[1], 0), nullptr);
  EXPECT_EQ(comparison.at(comparison.operators[1], 1)->name, "RELU");
  EXPECT_FALSE(comparison.outputsIdentical.has_value()) << "two models";
}

TEST(ComparisonTest, AThirdReportJoinsTheRowsThatAreThere) {
  const Comparison comparison =
      compareReports({reportOf("a", "x", {"CONV"}), reportOf("b", "x", {"ADD"}), reportOf("c", "x", {"CONV", "ADD"})});
  EXPECT_THAT(comparison.operators, ElementsAre(ElementsAre(0, -1, 0), ElementsAre(-1, 0, 1)));
}

TEST(ComparisonTest, FindsTheFirstOperatorWhoseResultsDiffer) {
  Report a = reportOf("a", "cmsis-nn", {"CONV", "ADD"});
  a.operators[0].outputs = {{.tensor = TensorId(1), .bytes = 4, .hash = 1, .data = {}}};
  a.operators[1].outputs = {{.tensor = TensorId(2), .bytes = 4, .hash = 2, .data = {}}};
  a.outputs = {{.name = "out", .type = "INT8", .shape = {4}, .bytes = {1, 2, 3, 4}}};
  Report b = a;
  b.kernels = "reference";
  EXPECT_TRUE(*compareReports({a, b}).outputsIdentical);
  b.operators[1].outputs[0].hash = 3;
  b.outputs[0].bytes[3] = 5;
  const Comparison comparison = compareReports({a, b});
  EXPECT_FALSE(*comparison.outputsIdentical);
  EXPECT_EQ(comparison.firstDifference, 1);
  EXPECT_THAT(toText(comparison, false), HasSubstr("The first operator whose results do: 1 (ADD)."));
  b.error = Error{Stage::kInvoke, "stopped"};
  EXPECT_FALSE(compareReports({a, b}).outputsIdentical.has_value()) << "one did not run to its end";
}

TEST(ComparisonTest, DifferencesInNumbersAndPercent) {
  EXPECT_EQ(differenceText(1000, 1250), "+250 (+25.0 %)");
  EXPECT_EQ(differenceText(100000, 99984), "-16 (-0.02 %)");
  EXPECT_EQ(differenceText(10, 1000), "+990 (+9900 %)");
  EXPECT_EQ(differenceText(0, 5), "+5");
  EXPECT_EQ(differenceText(7, 7), "");
  EXPECT_EQ(differenceText(7, {}), "");
  EXPECT_EQ(shortDifferenceText(1000, 1250), "+25.0 %");
  EXPECT_EQ(shortDifferenceText(100000, 99984), "-16 (-0.02 %)");
}

TEST(ComparisonTest, WritesJsonAndCsvWithAColumnForEach) {
  const Comparison comparison = compareReports({reportOf("a", "x", {"CONV"}), reportOf("b", "x", {"CONV", "ADD"})});
  const auto json = nlohmann::json::parse(toJson(comparison));
  EXPECT_EQ(json.at("schema"), "arenascope.compare.1");
  EXPECT_EQ(json.at("reports").size(), 2U);
  EXPECT_EQ(json["reports"][1]["arena"]["used_bytes"], 1000);
  EXPECT_TRUE(json.at("outputs_identical").is_null());
  EXPECT_TRUE(json["ops"][1]["reports"][0].is_null());
  EXPECT_EQ(json["ops"][1]["reports"][1]["cycles"], 100);
  EXPECT_EQ(toCsv(comparison), "name,a index,a live_bytes,a instructions,a cycles,b index,b live_bytes,b "
                               "instructions,b cycles\nCONV,0,0,0,100,0,0,0,100\nADD,,,,,1,0,0,100\n");
}

} // namespace
} // namespace arenascope::profile
