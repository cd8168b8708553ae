// Totals of ranges of operators, and terms in sentences.
#include "core/report/operator_range.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/text/terms.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

TEST(OperatorRangeTest, TheWholeIsTheInference) {
  const Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const OperatorRange all = rangeOf(report, 0, report.operators.size() - 1);
  EXPECT_EQ(all.operators, report.operators.size());
  EXPECT_EQ(all.cycles, report.cost->kernels.cycles);
  EXPECT_LE(all.percent, 100.0);
  EXPECT_EQ(all.weights, report.model.weightBytes);
  EXPECT_EQ(all.mostLive, report.operators[static_cast<std::size_t>(report.peakOperator())].liveBytes);
}

TEST(OperatorRangeTest, PartsAddUpToTheWhole) {
  const Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const std::size_t last = report.operators.size() - 1;
  ASSERT_GT(last, 3U);
  for (std::size_t cut = 0; cut < last; ++cut) {
    const OperatorRange first = rangeOf(report, 0, cut);
    const OperatorRange second = rangeOf(report, cut + 1, last);
    const OperatorRange all = rangeOf(report, 0, last);
    EXPECT_EQ(first.cycles + second.cycles, all.cycles);
    EXPECT_EQ(first.macs + second.macs, all.macs);
    EXPECT_EQ(std::max(first.mostLive, second.mostLive), all.mostLive);
    EXPECT_EQ(std::min(first.leastFree, second.leastFree), all.leastFree);
  }
}

TEST(TermsTest, EachHasItsFigure) {
  const Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const auto has = [&](Term term, std::uint64_t number) {
    const std::string text = explainTerm(report, term);
    EXPECT_NE(text.find(grouped(number)), std::string::npos) << text;
    EXPECT_EQ(text.back(), '.');
  };
  has(Term::kArenaSize, report.arena->minimum);
  has(Term::kUsed, report.arena->tail);
  has(Term::kHead, report.arena->head);
  has(Term::kTail, report.arena->tail);
  has(Term::kTemporary, report.arena->tempPeak);
  has(Term::kPlanned, static_cast<std::uint64_t>(std::count_if(report.buffers.begin(), report.buffers.end(),
                                                               [](const PlannedBuffer& b) { return !b.scratch; })));
  has(Term::kResolver, report.model.operatorNames().size());
}

// The parts of the difference are named for what they are, and add up to it.
TEST(TermsTest, TheReasonForALargerArenaIsTheRightOne) {
  bool rounded = false;
  bool setUp = false;
  for (const char* name :
       {"sine", "person_detector", "keyword_spotter", "countdown", "autoencoder", "image_classifier"})
    for (const char* target : {"host", "cortex-m4", "esp32s3"}) {
      const Report report = test::profileOf(test::sampleModel(name), target);
      const std::string text = explainTerm(report, Term::kArenaSize);
      SCOPED_TRACE(std::string(name) + " on " + target + ": " + text);
      // In use at the fullest time while the model is set up, as the events have it.
      std::uint64_t most = report.arena->used;
      for (std::size_t i = 0; i < report.allocations.size(); ++i) {
        const ArenaSnapshot& snapshot = report.analysis.snapshots[i];
        most = std::max(most, std::min(snapshot.need, std::max(snapshot.temp, snapshot.head) + snapshot.tail));
      }
      const bool saysSetUp = text.find("during set-up") != std::string::npos;
      const bool saysSteps = text.find("multiples of 16 bytes") != std::string::npos;
      if (most == report.arena->used) {
        EXPECT_FALSE(saysSetUp);
        EXPECT_EQ(saysSteps, report.arena->minimum > report.arena->used);
      }
      if (report.arena->minimum >= report.arena->used + 2 * kArenaStep) {
        EXPECT_TRUE(saysSetUp);
      }
      rounded = rounded || (saysSteps && !saysSetUp);
      setUp = setUp || saysSetUp;
    }
  EXPECT_TRUE(rounded) << "both kinds are among the samples";
  EXPECT_TRUE(setUp);
}

} // namespace
} // namespace arenascope::report
