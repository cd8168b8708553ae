// Models that Vela has compiled for an Ethos-U: their memory is known, the accelerator's work is not done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/model/graph/accelerator.h"
#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "core/report/accelerator_account.h"
#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class AcceleratorTest : public testing::Test {
protected:
  report::Report reportOn(const char* target) {
    return profileOf(folder_.write("vela.tflite", acceleratedModel()), target);
  }

private:
  TemporaryFolder folder_;
};

TEST_F(AcceleratorTest, IsASuccessWithANote) {
  for (const char* target : {"host", "cortex-m4"}) {
    const report::Report report = reportOn(target);
    ASSERT_TRUE(report.ok()) << report.error->message;
    EXPECT_TRUE(report.invoked);
    ASSERT_EQ(notesOf(report).size(), 2U) << "the plan's overlap is the accelerator's own";
    EXPECT_THAT(notesOf(report).front(), HasSubstr("has not been run (ethos-u, operator 0, 2)"));
    EXPECT_TRUE(report.arena->minimumProven);
    EXPECT_EQ(describeProof(report), "proven by allocating it; 16 bytes less is too small");
    expectConsistent(report);
  }
}

// Vela's region of 1,024 bytes, and above it what the operator itself asks for: an address of 8 bytes and a size of 4
// for each of 5 inputs and an output, 48 and 32 bytes in steps of 16. Source: TFLM's kernel, as M4 runs it.
TEST_F(AcceleratorTest, CountsNoByteTwice) {
  const report::Report report = reportOn("cortex-m4");
  EXPECT_EQ(report.arena->head, 1024U + 48U + 32U);
  EXPECT_EQ(report.operators[0].liveBytes, report.arena->head);
  EXPECT_EQ(report.operators[1].liveBytes, 1024U);
  int memory = 0;
  const std::vector<int> rows = report::rowsByStep(report);
  for (const report::PlannedBuffer& buffer : report.buffers) {
    if (bufferKind(report, buffer) != report::BufferKind::kAccelerator) continue;
    ++memory;
    EXPECT_EQ(lifetimeOf(report, rows, buffer).from, "start");
    EXPECT_EQ(lifetimeOf(report, rows, buffer).to, "2");
  }
  EXPECT_EQ(memory, 2);
}

// Both operators read the same commands, weights and region.
TEST_F(AcceleratorTest, HasAnAccountOfItsOwn) {
  const report::Report report = reportOn("cortex-m4");
  const auto account = report::acceleratorAccount(report);
  ASSERT_TRUE(account);
  EXPECT_EQ(account->operators, (std::vector<std::string>{"0", "2"}));
  EXPECT_EQ(account->commandBytes, 8U);
  EXPECT_EQ(account->weightBytes, 4U);
  EXPECT_EQ(account->regionBytes, 1024U);
  EXPECT_EQ(account->cacheBytes, 0U) << "both memories are one";
  EXPECT_EQ(account->addedBytes, report.arena->minimum - 1024);
  EXPECT_EQ(account->device, "") << "its commands are none";
  EXPECT_THAT(report::describeAccount(*account), HasSubstr("1,024 bytes at the arena's start"));
  const json document = json::parse(output::toJson(report));
  EXPECT_EQ(document.at("accelerator").at("region_bytes"), 1024);
  EXPECT_EQ(document.at("accelerator").at("interpreter_bytes"), *account->addedBytes);
  EXPECT_FALSE(report::acceleratorAccount(profileOf(sampleModel("sine"), "host")));
}

// The words that streams of public models begin with.
TEST(AcceleratorNameTest, IsReadFromTheCommandStream) {
  const auto stream = [](std::uint32_t config) {
    std::vector<std::uint8_t> bytes = {'C', 'O', 'P', '1', 1, 0, 0x10, 0};
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(config >> (8 * i)));
    return bytes;
  };
  EXPECT_EQ(model::describeAccelerator(stream(0x1006)), "Ethos-U55 with 64 MACs a cycle");
  EXPECT_EQ(model::describeAccelerator(stream(0x3008)), "Ethos-U55 with 256 MACs a cycle");
  EXPECT_EQ(model::describeAccelerator(stream(0x10003009)), "Ethos-U65 with 512 MACs a cycle");
  EXPECT_EQ(model::describeAccelerator(std::vector<std::uint8_t>{'C', 'O', 'P', '1'}), "");
  EXPECT_EQ(model::describeAccelerator(std::vector<std::uint8_t>(16, 7)), "");
}

TEST_F(AcceleratorTest, SaysNothingOfWhatItDoesNotKnow) {
  const report::Report report = reportOn("cortex-m4");
  const json document = json::parse(output::toJson(report));
  EXPECT_EQ(document.at("status"), "ok");
  EXPECT_EQ(document.at("notes").size(), 2U);
  EXPECT_FALSE(document.at("outputs").at(0).contains("fnv1a64"));
  EXPECT_FALSE(document.at("outputs").at(0).contains("hex"));
  EXPECT_TRUE(document.at("inputs").at(0).contains("fnv1a64"));
  for (const json& op : document.at("ops")) EXPECT_FALSE(op.at("outputs").at(0).contains("fnv1a64"));
  EXPECT_THAT(output::toText(report, false), HasSubstr("The Ethos-U's work has not been run"));
  EXPECT_THAT(output::toText(report, false), Not(HasSubstr("it ran")));
}

} // namespace
} // namespace arenascope::test
