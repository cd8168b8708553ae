#include "core/profile/buffer_facts.h"

#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::profile {
namespace {

const Report& personDetector() {
  static const Report kReport = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  return kReport;
}

TEST(BufferFactsTest, KindsAreThoseOfTheMainGraph) {
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

TEST(BufferFactsTest, TheOperatorOfTheFirstStepWritesTheBuffer) {
  const Report& report = personDetector();
  const std::vector<int> rows = rowsByStep(report);
  EXPECT_EQ(rows.front(), -1) << "inputs are filled, not computed";
  for (const PlannedBuffer& buffer : report.buffers) {
    if (buffer.scratch || buffer.firstOp == 0) continue;
    const OperatorReport& op =
        report.operators[static_cast<std::size_t>(rows[static_cast<std::size_t>(buffer.firstOp)])];
    const auto& outputs = report.model.subgraphs[0].operators[static_cast<std::size_t>(op.index)].outputs;
    EXPECT_NE(std::find(outputs.begin(), outputs.end(), buffer.index), outputs.end()) << buffer.name;
  }
}

TEST(BufferFactsTest, HistoryIsInOrderOfTimeAndOnlyOfTheseBytes) {
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

TEST(BufferFactsTest, ThePeaksBuffersAddUpToItsLiveBytes) {
  const Report& report = personDetector();
  std::uint64_t bytes = 0;
  for (const int i : peakBuffers(report)) bytes += report.buffers[static_cast<std::size_t>(i)].plannedBytes();
  EXPECT_EQ(bytes, report.operators[static_cast<std::size_t>(report.peakOperator())].liveBytes);
}

TEST(BufferFactsTest, TensorsFindTheirBuffers) {
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

} // namespace
} // namespace arenascope::profile
