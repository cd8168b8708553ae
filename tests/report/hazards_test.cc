// Models that meet kernels with known faults, by library, version, chip and shape; and those that do not.
#include "core/report/hazards.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "core/report/kernel_layer.h"
#include "core/report/known_faults.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Shape = std::vector<std::int32_t>;

struct Image {
  Shape input;
  Shape filter;
  Shape output;
};

constexpr std::int32_t kConv = 3;
constexpr std::int32_t kDepthwise = 4;
constexpr std::int32_t kFullyConnected = 9;
constexpr std::int32_t kSoftmax = 25;
constexpr std::int32_t kTransposeConv = 67;

// One operator of int8 values; SAME where the output says so.
Report withOperator(const char* target, const std::string& kernels, std::int32_t code, const Image& image,
                    const std::string& stride = "1", const std::string& padding = "SAME",
                    const std::string& type = "int8", bool hasBias = true) {
  Report report;
  report.target = target;
  report.kernels = kernels;
  model::SubgraphInfo& graph = report.model.subgraphs.emplace_back();
  for (const Shape& shape : {image.input, image.filter, image.output, Shape{4}}) {
    model::TensorInfo& tensor = graph.tensors.emplace_back();
    tensor.shape = shape;
    tensor.type = graph.tensors.size() == 2 ? "int8" : type;
  }
  model::OperatorInfo& op = graph.operators.emplace_back();
  op.name = "OPERATOR";
  op.builtinCode = code;
  op.options = {{"padding", padding}, {"stride_w", stride}, {"stride_h", stride}, {"depth_multiplier", "1"}};
  op.inputs = {TensorId(0), TensorId(1)};
  if (hasBias) op.inputs.emplace_back(3);
  if (code == kTransposeConv) op.inputs.insert(op.inputs.begin(), TensorId(3)); // the output's shape
  if (code == kTransposeConv) std::swap(op.inputs[1], op.inputs[2]);
  op.outputs = {TensorId(2)};
  return report;
}

std::size_t hazards(const char* target, const std::string& version, std::int32_t code, const Image& image,
                    const std::string& stride = "1", const std::string& padding = "SAME") {
  return hazardsOf(withOperator(target, "esp-nn@" + version, code, image, stride, padding)).size();
}

const Image kMobileNet = {{1, 48, 48, 32}, {1, 3, 3, 32}, {1, 24, 24, 32}};

TEST(HazardsTest, AnOverrunIsSaidInBytesWithTheVersionThatMendsIt) {
  const std::vector<Hazard> found = hazardsOf(withOperator("esp32s3", "esp-nn@1.3.1", kDepthwise, kMobileNet, "2"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].scratch.asked, 5104);
  EXPECT_EQ(found[0].scratch.written, 80'304);
  EXPECT_EQ(found[0].text, "operator 0 (OPERATOR) writes 75,200 bytes beyond its scratch (it asks for 5,104 and writes "
                           "80,304) with esp-nn 1.2.1 to 1.3.2: use esp-nn 1.4.0");
  for (const char* version : {"1.1.2", "1.2.0~1", "1.4.0", "1.4.2"})
    EXPECT_EQ(hazards("esp32s3", version, kDepthwise, kMobileNet, "2"), 0U) << version;
  EXPECT_EQ(hazards("esp32", "1.3.1", kDepthwise, kMobileNet, "2"), 0U) << "no vectors";
}

TEST(HazardsTest, EachFaultHasItsShapesVersionsAndChip) {
  const Image uneven = {{1, 20, 49, 32}, {1, 3, 3, 32}, {1, 10, 25, 32}};
  EXPECT_EQ(hazards("esp32s3", "1.2.9", kDepthwise, uneven, "2"), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.3.0", kDepthwise, uneven, "2"), 0U);
  const Image grey = {{1, 28, 28, 1}, {8, 3, 3, 1}, {1, 28, 28, 8}};
  EXPECT_EQ(hazards("esp32p4", "1.2.3", kConv, grey), 1U);
  EXPECT_EQ(hazards("esp32p4", "1.2.2", kConv, grey), 0U);
  EXPECT_EQ(hazards("esp32s31", "1.3.1", kConv, grey), 2U) << "and hardware loops";
  EXPECT_EQ(hazards("esp32s31", "1.2.9", kConv, grey), 0U) << "without vectors then";
  const Image resnet = {{1, 32, 32, 16}, {32, 3, 3, 16}, {1, 16, 16, 32}};
  EXPECT_EQ(hazards("esp32s3", "1.1.2", kConv, resnet, "2"), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.2.1", kConv, resnet, "2"), 0U);
  const Image wide = {{1, 16, 16, 8}, {16, 5, 5, 8}, {1, 8, 8, 16}};
  EXPECT_EQ(hazards("esp32s3", "1.2.3", kConv, wide, "2"), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.2.6", kConv, wide, "2"), 0U);
  const Image many = {{1, 7, 7, 384}, {1, 3, 3, 384}, {1, 7, 7, 384}};
  EXPECT_EQ(hazards("esp32p4", "1.2.6", kDepthwise, many), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.2.6", kDepthwise, many), 0U);
  const Image rows = {{2, 1284}, {4, 1284}, {2, 4}};
  EXPECT_EQ(hazards("esp32s3", "1.2.5", kFullyConnected, rows), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.2.6", kFullyConnected, rows), 0U);
  const Image odd = {{8, 36}, {}, {8, 36}};
  EXPECT_EQ(hazards("esp32s3", "1.3.2", kSoftmax, odd), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.1.2", kSoftmax, odd), 0U);
  const Image flat = {{1, 1, 1, 10}, {}, {1, 1, 1, 10}};
  EXPECT_EQ(hazards("esp32", "1.4.1", kSoftmax, flat), 1U);
  EXPECT_EQ(hazards("esp32s3", "1.4.1", kSoftmax, flat), 0U);
}

TEST(HazardsTest, TransposedConvolutionsOfCmsisNn) {
  const Image image = {{1, 8, 8, 8}, {8, 5, 5, 8}, {1, 16, 16, 8}};
  const Report outOfStep = withOperator("cortex-m4", "cmsis-nn", kTransposeConv, image, "2");
  EXPECT_THAT(hazardLines(outOfStep), ElementsAre(HasSubstr("gets its rows out of step")));
  EXPECT_THAT(hazardsOf(withOperator("cortex-m4", "reference", kTransposeConv, image, "2")), IsEmpty());
  const Image many = {{1, 8, 8, 32}, {8, 5, 5, 32}, {1, 16, 16, 8}};
  EXPECT_THAT(hazardsOf(withOperator("cortex-m4", "cmsis-nn", kTransposeConv, many, "2")), IsEmpty());
  EXPECT_THAT(hazardsOf(withOperator("cortex-m4", "cmsis-nn", kTransposeConv, image, "2", "VALID")), IsEmpty());
  const Report noBias = withOperator("cortex-m4", "cmsis-nn", kTransposeConv, image, "2", "VALID", "int16", false);
  EXPECT_THAT(hazardLines(noBias), ElementsAre(HasSubstr("reads the type of a bias that is not there")));
}

TEST(HazardsTest, ManyAlikeAreCounted) {
  Report report = withOperator("esp32s3", "esp-nn@1.3.1", kDepthwise, kMobileNet, "2");
  for (int i = 0; i < 9; ++i)
    report.model.subgraphs[0].operators.push_back(report.model.subgraphs[0].operators.front());
  EXPECT_EQ(hazardLines(report).size(), 5U);
  EXPECT_EQ(hazardLines(report).back(), "6 more like these");
}

// What each version's dispatch wrote with stand-ins for its assembly.
TEST(HazardsTest, BytesAreThoseThatWereSeen) {
  const auto table = test::sharedFolder() / "oracle/esp/scratch_written.tsv";
  std::ifstream file(table);
  if (!file) {
    std::cerr << "\nNO COMPARISON WITH WHAT KERNELS WROTE: there is no " << table << "\n\n";
    GTEST_SKIP() << "no oracle at " << table;
  }
  std::string line;
  std::getline(file, line); // names of columns
  int overruns = 0;
  while (std::getline(file, line)) {
    SCOPED_TRACE(line);
    std::istringstream stream(line);
    std::string version;
    std::string chip;
    std::string function;
    std::int32_t iw, ih, ic, fw, fh, last, ow, oh, sw, sh, pw, ph;
    std::int64_t asked, written;
    stream >> version >> chip >> function >> iw >> ih >> ic >> fw >> fh >> last >> ow >> oh >> sw >> sh >> pw >> ph >>
        asked >> written;
    ASSERT_FALSE(stream.fail());
    const bool isConv = function == "conv";
    const std::int32_t outputs = isConv ? last : ic;
    const bool isSame = pw != 0 || ph != 0 || ow * sw >= iw;
    const Image image = {{1, ih, iw, ic}, {isConv ? outputs : 1, fh, fw, ic}, {1, oh, ow, outputs}};
    const std::vector<Hazard> found =
        hazardsOf(withOperator(chip.c_str(), "esp-nn@" + version, isConv ? kConv : kDepthwise, image,
                               std::to_string(sw), isSame ? "SAME" : "VALID"));
    std::int64_t most = 0;
    for (const Hazard& hazard : found)
      if (hazard.kind == FaultKind::kOverrun) {
        most = hazard.scratch.written;
        EXPECT_EQ(hazard.scratch.asked, asked);
      }
    EXPECT_EQ(most, written > asked ? written : 0);
    overruns += written > asked ? 1 : 0;
  }
  EXPECT_GT(overruns, 40);
}

} // namespace
} // namespace arenascope::report
