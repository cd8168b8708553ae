#include "core/report/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/output/comparison_writer.h"
#include "core/report/operator_pairs.h"

namespace arenascope::report {
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

// "CONV 0|1 2": an operator of the first report corresponds to two of the second.
std::vector<std::string> rowsOf(const Comparison& comparison) {
  std::vector<std::string> rows;
  for (const ComparedOperator& row : comparison.operators) {
    std::string text = row.name + " ";
    for (std::size_t r = 0; r < row.parts.size(); ++r) {
      if (r > 0) text += "|";
      for (const int part : row.parts[r]) text += (part == row.parts[r].front() ? "" : " ") + std::to_string(part);
    }
    rows.push_back(text);
  }
  return rows;
}

// The same with the tensor that each operator writes.
Report writing(const std::string& model, const std::vector<std::pair<std::string, std::string>>& operators,
               bool strips = false) {
  std::vector<std::string> kinds;
  for (const auto& [kind, tensor] : operators) kinds.push_back(kind);
  Report report = reportOf(model, "x", kinds);
  model::SubgraphInfo& main = report.model.subgraphs.emplace_back();
  for (const auto& [kind, tensor] : operators) {
    model::OperatorInfo& op = main.operators.emplace_back();
    op.name = kind;
    op.outputs = {TensorId(main.tensors.size())};
    main.tensors.emplace_back().name = tensor;
  }
  if (strips) report.model.overlap = model::OverlapNote{.tflm = "", .kernels = {}, .pairs = {}, .strips = {{2, 0, 1}}};
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
  EXPECT_THAT(rowsOf(comparison), ElementsAre("CONV 0|0", "RELU |1", "ADD 1|2", "SOFTMAX 2|"));
  EXPECT_EQ(comparison.firstOf(comparison.operators[1], 0), nullptr);
  EXPECT_EQ(comparison.firstOf(comparison.operators[1], 1)->name, "RELU");
  EXPECT_FALSE(comparison.outputsIdentical.has_value()) << "two models";
}

// What writes the same tensor stands side by side, in whatever order it runs and whatever else is there.
TEST(ComparisonTest, OperatorsThatWriteTheSameTensorStandBesideEachOther) {
  const Comparison comparison =
      compareReports({writing("a", {{"CONV", "x"}, {"CONV", "y"}, {"CONV", "z"}, {"SOFTMAX", "out"}}),
                      writing("b", {{"CONV", "y"}, {"PAD", "p"}, {"CONV", "x"}, {"SOFTMAX", "out"}})});
  EXPECT_THAT(rowsOf(comparison), ElementsAre("CONV 0|2", "CONV 1|0", "PAD |1", "CONV 2|", "SOFTMAX 3|3"));
  const auto change = [&](std::size_t row) { return comparison.changeOf(comparison.operators[row], 1); };
  EXPECT_EQ(change(0), "");
  EXPECT_EQ(change(2), "new");
  EXPECT_EQ(change(3), "gone");
  EXPECT_EQ(comparison.placeOf(comparison.operators[2]), "1");
  const std::string text = output::toText(comparison, false);
  EXPECT_THAT(text, HasSubstr(" new\n"));
  EXPECT_THAT(text, HasSubstr(" gone\n"));
}

TEST(ComparisonTest, StripsAreSummedAgainstTheirLayer) {
  const std::string longName = "a/name/that/is/longer/than/what/a/strip/has/of/it";
  const std::string tail = longName.substr(longName.size() - 24);
  const Report whole = writing("a", {{"CONV", longName}, {"DEPTHWISE", "second"}, {"SOFTMAX", "out"}});
  Report strips = writing("b",
                          {{"SPLIT_V", "in rows 0-4"},
                           {"PAD", "in rows 0-4"},
                           {"CONV", tail + " rows 0-3"},
                           {"DEPTHWISE", "second rows 0-1"},
                           {"PAD", "in rows 3-7"},
                           {"CONV", tail + " rows 3-7"},
                           {"DEPTHWISE", "second rows 2-3"},
                           {"CONCATENATION", "second"},
                           {"SOFTMAX", "out"}},
                          true);
  for (std::size_t i = 0; i < strips.operators.size(); ++i) strips.operators[i].liveBytes = 10 * i;
  const Comparison comparison = compareReports({whole, strips});
  EXPECT_THAT(rowsOf(comparison), ElementsAre("SPLIT_V |0", "PAD |1 4", "CONV 0|2 5", "DEPTHWISE 1|3 6",
                                              "CONCATENATION |7", "SOFTMAX 2|8"));
  const ComparedOperator& conv = comparison.operators[2];
  EXPECT_EQ(comparison.number(conv, 1, operatorColumn("cycles")), 200U);
  EXPECT_EQ(comparison.number(conv, 1, operatorColumn("live_bytes")), 50U) << "the most, not a sum";
  EXPECT_EQ(comparison.changeOf(conv, 1), "in 2 parts");
  EXPECT_EQ(comparison.changeOf(comparison.operators[1], 1), "new, 2 times");
  // The other way round.
  EXPECT_THAT(
      rowsOf(compareReports({strips, whole})),
      ElementsAre("SPLIT_V 0|", "PAD 1 4|", "CONV 2 5|0", "DEPTHWISE 3 6|1", "CONCATENATION 7|", "SOFTMAX 8|2"));
  const auto json = nlohmann::json::parse(output::toJson(comparison));
  EXPECT_EQ(json["ops"][2]["reports"][1]["operators"], 2);
  EXPECT_EQ(json["ops"][2]["reports"][1]["change"], "in 2 parts");
  EXPECT_EQ(json["ops"][0]["reports"][1]["change"], "new");
  // A model that is not computed by strips may have such names for other reasons.
  strips.model.overlap.reset();
  EXPECT_THAT(rowsOf(compareReports({whole, strips})).front(), HasSubstr("SPLIT_V"));
}

TEST(ComparisonTest, LayersWithOneNameTakeTurns) {
  const Report whole = writing("a", {{"CONV", "x"}, {"CONV", "x"}});
  const Report strips = writing(
      "b", {{"CONV", "x rows 0-1"}, {"CONV", "x rows 0-1"}, {"CONV", "x rows 2-3"}, {"CONV", "x rows 2-3"}}, true);
  EXPECT_THAT(rowsOf(compareReports({whole, strips})), ElementsAre("CONV 0|0 2", "CONV 1|1 3"));
}

TEST(ComparisonTest, AThirdReportJoinsTheRowsThatAreThere) {
  const Comparison comparison =
      compareReports({reportOf("a", "x", {"CONV"}), reportOf("b", "x", {"ADD"}), reportOf("c", "x", {"CONV", "ADD"})});
  EXPECT_THAT(rowsOf(comparison), ElementsAre("CONV 0||0", "ADD |0|1"));
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
  EXPECT_THAT(output::toText(comparison, false), HasSubstr("The first operator with other results: 1 (ADD)."));
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
  const auto json = nlohmann::json::parse(output::toJson(comparison));
  EXPECT_EQ(json.at("schema"), "arenascope.compare.1");
  EXPECT_EQ(json.at("reports").size(), 2U);
  EXPECT_EQ(json["reports"][1]["arena"]["used_bytes"], 1000);
  EXPECT_TRUE(json.at("outputs_identical").is_null());
  EXPECT_TRUE(json["ops"][1]["reports"][0].is_null());
  EXPECT_EQ(json["ops"][1]["reports"][1]["cycles"], 100);
  EXPECT_EQ(output::toCsv(comparison),
            "name,a index,a live_bytes,a instructions,a cycles,a change,b index,b live_bytes,b "
            "instructions,b cycles,b change\nCONV,0,0,0,100,,0,0,0,100,\nADD,,,,,,1,0,0,100,new\n");
}

} // namespace
} // namespace arenascope::report
