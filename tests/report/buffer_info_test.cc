#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"

#include <gtest/gtest.h>

#include <cctype>

#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

const Report& personDetector() {
  static const Report kReport = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  return kReport;
}

TEST(BufferInfoTest, KindsAreThoseOfTheMainGraph) {
  const Report& report = personDetector();
  int inputs = 0;
  int outputs = 0;
  int scratch = 0;
  for (const PlannedBuffer& buffer : report.buffers) {
    const BufferKind kind = bufferKind(report, buffer);
    inputs += kind == BufferKind::kInput;
    outputs += kind == BufferKind::kOutput;
    scratch += kind == BufferKind::kScratch;
    EXPECT_EQ(kind == BufferKind::kScratch, buffer.scratch);
  }
  EXPECT_EQ(inputs, 1);
  EXPECT_EQ(outputs, 1);
  EXPECT_GT(scratch, 0) << "CMSIS-NN's convolutions ask for some";
}

TEST(BufferInfoTest, TheOperatorOfTheFirstStepWritesTheBuffer) {
  const Report& report = personDetector();
  const std::vector<int> rows = rowsByStep(report);
  EXPECT_EQ(rows.front(), -1) << "inputs are filled, not computed";
  for (const PlannedBuffer& buffer : report.buffers) {
    if (buffer.scratch || buffer.firstOp == 0) continue;
    const OperatorReport& op =
        report.operators[static_cast<std::size_t>(rows[static_cast<std::size_t>(buffer.firstOp)])];
    const auto& outputs = report.model.subgraphs[0].operators[static_cast<std::size_t>(op.index)].outputs;
    EXPECT_NE(std::find(outputs.begin(), outputs.end(), TensorId(buffer.index.value)), outputs.end()) << buffer.name;
  }
}

TEST(BufferInfoTest, HistoryIsInOrderOfTimeAndOnlyOfTheseBytes) {
  const Report& report = personDetector();
  const ByteRange range{0, 1024};
  const std::vector<int> history = historyOf(report, range);
  ASSERT_GT(history.size(), 2U) << "bytes at the start are used again and again";
  for (std::size_t i = 0; i < history.size(); ++i) {
    const PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(history[i])];
    EXPECT_TRUE(bytesOf(buffer).overlaps(range));
    if (i == 0) continue;
    EXPECT_GE(buffer.firstOp, report.buffers[static_cast<std::size_t>(history[i - 1])].firstOp);
  }
  EXPECT_EQ(historyOf(report, {0, report.arena->head}).size(), report.buffers.size());
  EXPECT_TRUE(historyOf(report, {report.arena->head, report.arena->head + 16}).empty());
}

TEST(BufferInfoTest, ThePeaksBuffersAddUpToItsLiveBytes) {
  const Report& report = personDetector();
  std::uint64_t bytes = 0;
  for (const int i : peakBuffers(report)) bytes += report.buffers[static_cast<std::size_t>(i)].plannedBytes();
  EXPECT_EQ(bytes, report.operators[static_cast<std::size_t>(report.peakOperator())].liveBytes);
}

// Where the head's end is touched and where most is in use are two places. Layers of 384, 320, 256 and 320 floats: the
// greedy planner puts the first (1,536 bytes) at 0 and the second and fourth (1,280) after it; the third (1,024) finds
// no gap below 2,816 and ends at 3,840. Most is in use where the first two are: 2,816.
TEST(BufferInfoTest, TheHeadsEndAndTheFullestMomentAreEachOfTheirPlace) {
  const test::TemporaryFolder folder;
  const Report report = test::profileOf(folder.write("bad.tflite", test::greedilyPlannedBadlyModel()), "host");
  const HeadInfo info = headInfo(report);
  EXPECT_EQ(info.bytes, 3'840U);
  EXPECT_EQ(info.liveBytes, 2'816U);
  EXPECT_EQ(info.lost(), 1'024U);
  EXPECT_EQ(info.topOperators, (std::vector<int>{1, 2}));
  EXPECT_EQ(info.fullOperators, (std::vector<int>{0}));
  EXPECT_EQ(describeHead(report), "The head's size, 3,840 bytes, is set by hidden (1,024 bytes) at operators 1 "
                                  "(FULLY_CONNECTED) and 2 (FULLY_CONNECTED). The peak use is at operator 0 "
                                  "(FULLY_CONNECTED): 2,816 bytes; 1,024 bytes are gaps.");
  EXPECT_EQ(headCaption(report), "head 3,840 bytes; at most 2,816 in use at operator 0 (FULLY_CONNECTED)");
}

TEST(BufferInfoTest, OperatorsAreNamedOnceAndInRuns) {
  Report report;
  for (const std::int32_t index : {0, 1, 2, 3, 5, 6, 1})
    report.operators.push_back({.subgraph = SubgraphId(0),
                                .index = OperatorId(index),
                                .name = "ADD",
                                .cost = {},
                                .functions = {},
                                .outputs = {}});
  report.operators.push_back(
      {.subgraph = SubgraphId(1), .index = OperatorId(7), .name = "LESS", .cost = {}, .functions = {}, .outputs = {}});
  EXPECT_EQ(operatorsText(report, {1}), "operator 1 (ADD)");
  EXPECT_EQ(operatorsText(report, {1, 6}), "operator 1 (ADD)");
  EXPECT_EQ(operatorsText(report, {0, 4, 7}), "operators 0 (ADD), 5 (ADD) and 1:7 (LESS)");
  EXPECT_EQ(operatorsText(report, {0, 1, 2, 3, 4, 5, 6, 7}), "operators 0 to 3, 5, 6, 1:7");
}

// The parts of "fullest while" are those of the sum.
TEST(BufferInfoTest, ThePartsOfTheMinimumAddUp) {
  for (const char* name : {"sine", "person_detector", "countdown", "keyword_spotter"})
    for (const char* target : {"host", "cortex-m4"}) {
      const std::string text = explainMinimum(test::profileOf(test::sampleModel(name), target));
      std::uint64_t sum = 0;
      std::uint64_t number = 0;
      std::uint64_t total = 0;
      for (std::size_t i = text.find(": ") + 2; i < text.size(); ++i) {
        if (std::isdigit(static_cast<unsigned char>(text[i])) != 0)
          number = 10 * number + static_cast<std::uint64_t>(text[i] - '0');
        else if (text[i] != ',') {
          if (text.compare(i, 9, " bytes of") == 0) sum += number;
          if (text.compare(i, 7, " bytes.") == 0) total = number;
          number = 0;
        }
      }
      EXPECT_EQ(sum, total) << text;
      EXPECT_GT(total, 0U) << text;
    }
}

TEST(BufferInfoTest, TensorsFindTheirBuffers) {
  const Report& report = personDetector();
  const std::vector<int> buffers = buffersByTensor(report);
  ASSERT_EQ(buffers.size(), report.model.tensorCount());
  const std::int32_t input = report.model.subgraphs[0].inputs[0];
  const int buffer = buffers[planIndexOf(report.model, 0, input)];
  ASSERT_GE(buffer, 0);
  EXPECT_EQ(report.buffers[static_cast<std::size_t>(buffer)].index, input);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (report.model.tensorByPlanIndex(i)->constantBytes > 0) {
      EXPECT_EQ(buffers[i], -1) << "constants are not in the arena";
    }
}

// What is taken and what is not make up the head, at every operator; where most is in use, what is not is what
// placement loses and no more.
TEST(BufferInfoTest, GapsAndBuffersMakeUpTheHead) {
  for (const char* name : {"person_detector", "keyword_spotter", "edge_detector", "countdown"}) {
    const Report report = test::profileOf(test::sampleModel(name), "cortex-m4");
    const HeadInfo info = headInfo(report);
    for (std::size_t row = 0; row < report.operators.size(); ++row) {
      std::uint64_t sum = 0;
      std::uint64_t end = 0;
      for (const ByteRange& gap : gapsAt(report, static_cast<int>(row))) {
        EXPECT_GE(gap.first, end) << "from the bottom up";
        EXPECT_GT(gap.end, gap.first);
        end = gap.end;
        sum += gap.end - gap.first;
        for (const PlannedBuffer& buffer : report.buffers)
          EXPECT_FALSE(buffer.liveAt(report.operators[row].time) && buffer.plannedBytes() > 0 &&
                       bytesOf(buffer).overlaps(gap))
              << buffer.name;
      }
      EXPECT_LE(end, report.arena->head);
      EXPECT_EQ(sum + report.operators[row].liveBytes, report.arena->head) << name << " operator " << row;
      if (report.operators[row].liveBytes == info.liveBytes) {
        EXPECT_EQ(sum, info.lost());
      }
    }
  }
}

} // namespace
} // namespace arenascope::report
