#include "core/report/tail_breakdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "core/base/number_text.h"
#include "core/model/graph/weights.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

using testing::HasSubstr;

std::uint64_t sum(const std::vector<TailPart>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [](std::uint64_t so, const TailPart& part) { return so + part.bytes; });
}

TEST(TailBreakdownTest, PartsAddUpToTheTail) {
  for (const char* model : {"autoencoder", "keyword_spotter", "person_detector", "image_classifier"}) {
    const Report report = test::profileOf(test::sampleModel(model), "cortex-m4");
    EXPECT_EQ(sum(tailParts(report)), report.arena->tail) << model;
    EXPECT_EQ(sum(tailByCategory(report)), report.arena->tail) << model;
  }
}

TEST(TailBreakdownTest, StructsOfAKnownSize) {
  // 32-bit targets: 12 bytes a tensor, 32 an operator.
  const Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  std::uint64_t tensors = 0;
  std::uint64_t nodes = 0;
  for (const TailPart& part : tailByCategory(report)) {
    if (part.category == trace::Category::kEvalTensors) tensors = part.bytes;
    if (part.category == trace::Category::kNodes) nodes = part.bytes;
    EXPECT_EQ(tailOwner(report, part), "the interpreter");
  }
  EXPECT_EQ(tensors, 12 * report.model.tensorCount());
  EXPECT_EQ(nodes, 32 * report.model.operatorCount());
}

TEST(TailBreakdownTest, KernelDataBelongsToItsOperator) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  bool found = false;
  for (const TailPart& part : tailParts(report)) {
    if (part.category != trace::Category::kKernelBuffer) continue;
    found = true;
    EXPECT_GE(part.op, 0);
    EXPECT_THAT(tailOwner(report, part),
                HasSubstr(report.model.subgraphs[0].operators[static_cast<std::size_t>(part.op)].name));
  }
  EXPECT_TRUE(found);
}

TEST(TailBreakdownTest, UnusedTensorsAndShapeOperatorsAreNamed) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  // What can be removed says how; the one layer by its number and kind.
  const auto& operators = report.model.subgraphs[0].operators;
  const auto reshape =
      std::find_if(operators.begin(), operators.end(), [](const auto& op) { return op.name == "RESHAPE"; });
  ASSERT_NE(reshape, operators.end());
  for (const TailSaving& saving : tailSavings(report)) {
    EXPECT_EQ(saving.action.empty(), !saving.removable) << saving.text;
    if (saving.removable) {
      EXPECT_EQ(saving.action, "Remove layer " + std::to_string(reshape - operators.begin()) + ", RESHAPE");
    }
  }
  Report changed = report;
  changed.model.subgraphs[0].operators.back().name = "RESHAPE";
  changed.model.subgraphs[0].operators.back().outputs = {};
  std::string all;
  for (const TailSaving& saving : tailSavings(changed)) {
    EXPECT_GT(saving.bytes, 0U);
    all += saving.text + "\n" + saving.action + "\n";
  }
  EXPECT_THAT(all, HasSubstr("Remove 2 layers that change only the shape"));
  EXPECT_THAT(all, HasSubstr("2 operators change only the shape"));
  EXPECT_THAT(all, HasSubstr("per output channel"));
  // Its output is still an output of the model, so that it is used.
  EXPECT_THAT(all, testing::Not(HasSubstr("not used by any operator")));
  changed.model.subgraphs[0].outputs = {};
  all.clear();
  for (const TailSaving& saving : tailSavings(changed)) all += saving.text + "\n";
  EXPECT_THAT(all, HasSubstr("1 tensor is not used by any operator"));
}

// What a tail consists of is not called something that could be saved.
TEST(TailBreakdownTest, WhatCanBeRemovedIsApartFromWhatStays) {
  Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  std::vector<TailGroup> groups = tailGroups(report);
  ASSERT_EQ(groups.size(), 2U);
  std::uint64_t removable = 0;
  for (const TailSaving& saving : groups[0].savings) {
    EXPECT_TRUE(saving.removable) << saving.text;
    removable += saving.bytes;
  }
  EXPECT_EQ(groups[0].title, "Can be removed: up to " + grouped(removable) + " bytes");
  EXPECT_THAT(groups[1].title, HasSubstr("Stays"));
  std::uint64_t kernelData = 0;
  for (const TailPart& part : tailByCategory(report))
    if (part.category == trace::Category::kKernelBuffer) kernelData = part.bytes;
  EXPECT_EQ(groups[1].savings.front().bytes, kernelData);
  EXPECT_EQ(groups[0].savings.size() + groups[1].savings.size(), tailSavings(report).size());
  report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  groups = tailGroups(report);
  ASSERT_EQ(groups.size(), 1U) << "nothing of it can be removed";
  EXPECT_FALSE(groups[0].savings.front().removable);
}

TEST(WeightsTest, AreThoseOfTheModelWithTheirReaders) {
  const model::ModelInfo model = test::profileOf(test::sampleModel("autoencoder"), "host").model;
  std::uint64_t bytes = 0;
  for (const model::WeightTensor& weight : model::weightTensors(model)) {
    bytes += weight.bytes;
    EXPECT_EQ(weight.readers.size(), 1U) << weight.name;
  }
  EXPECT_EQ(bytes, model.weightBytes);
}

} // namespace
} // namespace arenascope::report
