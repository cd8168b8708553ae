// What layers are called: their own names, without what all begin with.
#include <gtest/gtest.h>

#include <set>

#include "core/report/operator_family.h"
#include "core/report/text/short_names.h"

namespace arenascope::report {
namespace {

using Names = std::vector<std::string>;

// Layers that follow each other, each with one output of that name.
Report layersWriting(const Names& outputs) {
  Report report;
  model::SubgraphInfo graph;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    model::OperatorInfo info;
    info.outputs.emplace_back(static_cast<std::int32_t>(i));
    graph.operators.push_back(info);
    graph.tensors.push_back({.name = outputs[i], .type = "int8", .shape = {1}, .bytes = 1, .quantization = {}});
    OperatorReport& op = report.operators.emplace_back();
    op.index = OperatorId(static_cast<std::int32_t>(i));
    op.time = PlannerStep(static_cast<std::int32_t>(i) + 1);
    op.name = "CONV_2D";
  }
  report.model.subgraphs = {graph};
  return report;
}

TEST(LayerNamesTest, DropWhatAllBeginWith) {
  EXPECT_EQ(layerNames(layersWriting({"net/model_1_conv/Relu6", "net/model_1_conv_2/Relu6", "net/model_1_add"})),
            (Names{"conv", "conv_2", "add"}));
  EXPECT_EQ(layerNames(
                layersWriting({"M/M/Conv2d_0/Relu6", "M/M/Conv2d_1_depthwise/Relu6;M/M/x", "M/Predictions/Reshape_1"})),
            (Names{"Conv2d_0", "Conv2d_1_depthwise", "Reshape_1"}));
}

TEST(LayerNamesTest, StayApartAndAreNeverEmpty) {
  Names outputs;
  for (int i = 0; i < 300; ++i)
    outputs.push_back("net/block_" + std::to_string(i % 20) + "/layer_" + std::to_string(i / 20));
  const Names names = layerNames(layersWriting(outputs));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), outputs.size());
  EXPECT_EQ(layerNames(layersWriting({"a_", "a_b"})), (Names{"a_", "a_b"})) << "the first would have no name left";
  EXPECT_EQ(layerNames(layersWriting({})), Names());
}

TEST(LayerNamesTest, WithoutANameAreTheirKind) {
  EXPECT_EQ(layerNames(layersWriting({"StatefulPartitionedCall:0", "", "dense"})),
            (Names{"CONV_2D", "CONV_2D", "dense"}));
  Report report = layersWriting({"a"});
  EXPECT_EQ(layerTitle(report.operators[0]), "layer 0");
  report.operators[0].subgraph = SubgraphId(1);
  EXPECT_EQ(layerTitle(report.operators[0]), "layer 1:0");
  EXPECT_EQ(layerNames(report), Names{"CONV_2D"}) << "a subgraph that the model does not describe";
}

TEST(OperatorFamilyTest, FourColoursForAllKinds) {
  EXPECT_EQ(familyOf("CONV_2D"), Family::kWeighted);
  EXPECT_EQ(familyOf("FULLY_CONNECTED"), Family::kWeighted);
  EXPECT_EQ(familyOf("DEPTHWISE_CONV_2D"), Family::kDepthwise);
  EXPECT_EQ(familyOf("SOFTMAX"), Family::kOther);
  Report report = layersWriting({"a", "b"});
  EXPECT_EQ(familyTitle(report, Family::kWeighted), "Convolution");
  report.operators[0].name = "FULLY_CONNECTED";
  EXPECT_EQ(familyTitle(report, Family::kWeighted), "Convolution, fully connected");
  report.operators[1].name = "ADD";
  EXPECT_EQ(familyTitle(report, Family::kWeighted), "Fully connected");
}

TEST(OperatorFamilyTest, BuffersHaveTheirWritersExceptInputsOutputsAndScratch) {
  Report report = layersWriting({"in", "a", "b", "out"});
  report.model.subgraphs[0].inputs = {TensorId(0)};
  report.model.subgraphs[0].outputs = {TensorId(3)};
  report.operators[1].name = "DEPTHWISE_CONV_2D";
  for (int i = 0; i < 5; ++i) {
    PlannedBuffer& buffer = report.buffers.emplace_back();
    buffer.index = BufferId(std::min(i, 3));
    buffer.firstOp = PlannerStep(i);
    buffer.lastOp = PlannerStep(i);
  }
  report.buffers[4].scratch = true;
  EXPECT_EQ(bufferFamilies(report), (std::vector<Family>{Family::kInputOutput, Family::kWeighted, Family::kDepthwise,
                                                         Family::kInputOutput, Family::kOther}));
}

} // namespace
} // namespace arenascope::report
