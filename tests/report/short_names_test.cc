#include "core/report/text/short_names.h"

#include <gtest/gtest.h>

#include <set>

namespace arenascope::report {
namespace {

using Names = std::vector<std::string>;

TEST(ShortNamesTest, KeepWhatTellsThemApart) {
  EXPECT_EQ(shortNames({"MobilenetV1/MobilenetV1/Conv2d_0/Relu6", "MobilenetV1/MobilenetV1/Conv2d_1_depthwise/Relu6",
                        "MobilenetV1/Logits/Conv2d_1c_1x1/BiasAdd;MobilenetV1/Logits/Conv2d_1c_1x1/Conv2D", "input"}),
            (Names{"Conv2d_0", "Conv2d_1_depthwise", "Conv2d_1c_1x1", "input"}));
}

TEST(ShortNamesTest, ThatDifferInFrontAloneKeepTheFront) {
  EXPECT_EQ(shortNames({"left/dense/Relu", "right/dense/Relu"}), (Names{"left/dense", "right/dense"}));
  EXPECT_EQ(shortNames({"net/dense/Relu", "net/dense/BiasAdd"}), (Names{"dense/Relu", "dense/BiasAdd"}))
      << "without its kind one could be the other";
}

TEST(ShortNamesTest, ThatAreEqualStayEqualAndNoneIsLost) {
  EXPECT_EQ(shortNames({"a/b", "a/b", "", ";x", "/"}), (Names{"b", "b", "", ";x", "/"}));
  EXPECT_EQ(shortNames({}), Names());
}

TEST(ShortNamesTest, NeverMakeTwoNamesOne) {
  Names names;
  for (int i = 0; i < 2'000; ++i)
    names.push_back("net/block_" + std::to_string(i % 40) + "/cell/layer_" + std::to_string(i / 40) +
                    (i % 3 == 0 ? "/Relu" : "/add"));
  const Names shortened = shortNames(names);
  EXPECT_EQ(std::set<std::string>(shortened.begin(), shortened.end()).size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_NE(names[i].find(shortened[i]), std::string::npos);
}

TEST(ShortNamesTest, OfBuffersWithoutANameAreTheirOperators) {
  Report report;
  report.model.subgraphs.resize(1);
  OperatorReport& writer = report.operators.emplace_back();
  writer.time = PlannerStep(1);
  writer.name = "CONV_2D";
  PlannedBuffer buffer;
  buffer.firstOp = PlannerStep(1);
  buffer.lastOp = PlannerStep(1);
  for (const char* name : {"resource1", "StatefulPartitionedCall:0", "tfl.quantize7", "conv"}) {
    buffer.name = name;
    report.buffers.push_back(buffer);
  }
  EXPECT_EQ(shortBufferNames(report), (Names{"#0 CONV_2D", "#0 CONV_2D", "#0 CONV_2D", "conv"}));
}

} // namespace
} // namespace arenascope::report
