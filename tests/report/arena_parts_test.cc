// What the answer consists of and why it is so large, in the cases that models have.
#include "core/report/arena_parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

using Kind = ArenaPart::Kind;

std::uint64_t bytesOf(const std::vector<ArenaPart>& parts, Kind kind) {
  std::uint64_t bytes = 0;
  for (const ArenaPart& part : parts)
    if (part.kind == kind) bytes += part.bytes;
  return bytes;
}

TEST(ArenaPartsTest, AddUpForEverySampleModel) {
  for (const char* name : {"person_detector", "autoencoder", "keyword_spotter", "sine", "countdown"}) {
    SCOPED_TRACE(name);
    test::expectConsistent(test::profileOf(test::sampleModel(name), "host"));
  }
}

TEST(ArenaPartsTest, NameTheBuffersAtThePeakAndTheLayerThatNeedsThem) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "host");
  const std::vector<ArenaPart> parts = arenaParts(report);
  ASSERT_GE(parts.size(), 2U);
  EXPECT_EQ(parts.front().kind, Kind::kBuffer);
  EXPECT_TRUE(parts.front().title.starts_with("Output of layer ")) << parts.front().title;
  EXPECT_EQ(bytesOf(parts, Kind::kTail), report.arena->tail);
  const ArenaReason reason = whySoLarge(report);
  EXPECT_EQ(reason.row, report.peakOperator());
  EXPECT_TRUE(reason.subject.starts_with("Layer ")) << reason.subject;
  EXPECT_NE(reason.text.find("its input"), std::string::npos) << reason.text;
}

TEST(ArenaPartsTest, ATailThatIsMostOfTheArenaIsTheReason) {
  const Report report = test::profileOf(test::sampleModel("sine"), "host");
  const std::vector<ArenaPart> parts = arenaParts(report);
  ASSERT_GT(bytesOf(parts, Kind::kTail), report.arena->recommended / 2);
  EXPECT_EQ(whySoLarge(report).subject, "The tail");
}

TEST(ArenaPartsTest, WithoutAnArenaThereIsNothing) {
  EXPECT_TRUE(arenaParts(Report()).empty());
  EXPECT_TRUE(whySoLarge(Report()).subject.empty());
  EXPECT_TRUE(arenaInImage(Report()).empty());
}

} // namespace
} // namespace arenascope::report
