// Files of evidence say what this program says: run again where the models are at hand.
#include "service/calibrate/evidence_runs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "emulator/engine/target.h"
#include "service/store/boards.h"
#include "service/store/evidence_files.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

// Rounded to four digits, and a little room for another compiler of the same release.
constexpr double kSame = 0.005;

TEST(EvidenceRunsTest, TheFilesAreReadAndNameWhatThereIs) {
  EXPECT_GE(allEvidence().size(), 20U);
  for (const hardware::Evidence& evidence : allEvidence()) {
    EXPECT_NE(engine::findTarget(evidence.core), nullptr) << evidence.name;
    if (!evidence.board.empty()) {
      const auto board = findBoard(evidence.board);
      ASSERT_TRUE(board) << evidence.name;
      EXPECT_EQ(board->core, evidence.core) << evidence.name;
    }
    const bool needsKernels = evidence.kind == hardware::EvidenceKind::kNetworks;
    EXPECT_TRUE(!needsKernels || !evidence.kernels.empty()) << evidence.name;
  }
}

TEST(EvidenceRunsTest, EveryCortexMHasItsInstructionsCompared) {
  for (const engine::Target& target : engine::targets()) {
    if (target.family != engine::Family::kCortexM || !target.hasCycles) continue;
    if (!target.vectorProcessor.empty()) { // experimental: instructions are compared, silicon is not
      const hardware::Accuracy accuracy = hardware::accuracyOf(allEvidence(), target.name, "", "cmsis-nn");
      EXPECT_FALSE(accuracy.operators.empty() || accuracy.compared) << target.name;
      continue;
    }
    for (const std::string& kernels : engine::ownKernelSets(target)) {
      const hardware::Accuracy accuracy = hardware::accuracyOf(allEvidence(), target.name, "", kernels);
      EXPECT_FALSE(accuracy.operators.empty()) << target.name << " " << kernels;
      EXPECT_TRUE(accuracy.compared) << target.name;
    }
  }
}

TEST(EvidenceRunsTest, OursIsWhatThisProgramSays) {
  std::size_t run = 0;
  for (const hardware::Evidence& evidence : allEvidence())
    for (const hardware::PublishedFigure& figure : evidence.figures) {
      const auto now = measured(evidence, figure, test::sharedFolder() / "models");
      ASSERT_TRUE(now) << now.error().message;
      if (!*now) continue;
      ++run;
      EXPECT_NEAR(**now / figure.ours, 1.0, kSame)
          << evidence.name << ", " << figure.name << ": `arenascope evidence --models DIR --write "
          << "resources/evidence` writes what is so now";
    }
  if (run == 0) GTEST_SKIP() << "the networks that others have measured are not at hand";
}

} // namespace
} // namespace arenascope::service
