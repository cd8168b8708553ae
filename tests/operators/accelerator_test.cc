// Models that Vela has compiled for an Ethos-U: their memory is known, the accelerator's work is not done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/analysis/buffer_facts.h"
#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class AcceleratorTest : public testing::Test {
protected:
  profile::Report reportOn(const char* target) {
    return profileOf(folder_.write("vela.tflite", acceleratedModel()), target);
  }

private:
  TemporaryFolder folder_;
};

TEST_F(AcceleratorTest, IsASuccessWithANote) {
  for (const char* target : {"host", "cortex-m4"}) {
    const profile::Report report = reportOn(target);
    ASSERT_TRUE(report.ok()) << report.error->message;
    EXPECT_TRUE(report.invoked);
    ASSERT_EQ(notesOf(report).size(), 1U) << "the plan's overlap is the accelerator's own";
    EXPECT_THAT(notesOf(report).front(), HasSubstr("was not run (ethos-u, operator 0, 2)"));
    EXPECT_TRUE(report.arena->minimumProven);
    EXPECT_EQ(describeProof(report), "proven: it was allocated; 16 bytes less failed");
    expectConsistent(report);
  }
}

// Vela's region of 1,024 bytes, and above it what the operator itself asks for: an address of 8 bytes and a size of 4
// for each of 5 inputs and an output, 48 and 32 bytes in steps of 16. Source: TFLM's kernel, as M4 runs it.
TEST_F(AcceleratorTest, CountsNoByteTwice) {
  const profile::Report report = reportOn("cortex-m4");
  EXPECT_EQ(report.arena->head, 1024U + 48U + 32U);
  EXPECT_EQ(report.operators[0].liveBytes, report.arena->head);
  EXPECT_EQ(report.operators[1].liveBytes, 1024U);
  int memory = 0;
  const std::vector<int> rows = profile::rowsByStep(report);
  for (const profile::PlannedBuffer& buffer : report.buffers) {
    if (bufferKind(report, buffer) != profile::BufferKind::kAccelerator) continue;
    ++memory;
    EXPECT_EQ(lifetimeOf(report, rows, buffer).from, "start");
    EXPECT_EQ(lifetimeOf(report, rows, buffer).to, "2");
  }
  EXPECT_EQ(memory, 2);
}

TEST_F(AcceleratorTest, SaysNothingOfWhatItDoesNotKnow) {
  const profile::Report report = reportOn("cortex-m4");
  const json document = json::parse(profile::toJson(report));
  EXPECT_EQ(document.at("status"), "ok");
  EXPECT_EQ(document.at("notes").size(), 1U);
  EXPECT_FALSE(document.at("outputs").at(0).contains("fnv1a64"));
  EXPECT_FALSE(document.at("outputs").at(0).contains("hex"));
  EXPECT_TRUE(document.at("inputs").at(0).contains("fnv1a64"));
  for (const json& op : document.at("ops")) EXPECT_FALSE(op.at("outputs").at(0).contains("fnv1a64"));
  EXPECT_THAT(toText(report, false), HasSubstr("The Ethos-U's work was not run"));
  EXPECT_THAT(toText(report, false), Not(HasSubstr("it ran")));
}

} // namespace
} // namespace arenascope::test
