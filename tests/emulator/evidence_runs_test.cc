// Files of evidence say what this program says: run again where the models are at hand.
#include "emulator/session/evidence_runs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "emulator/session/boards.h"
#include "emulator/session/evidence_files.h"
#include "emulator/targets/target.h"
#include "tests/support/test_models.h"

namespace arenascope::session {
namespace {

// Rounded to four digits, and a little room for another compiler of the same release.
constexpr double kSame = 0.005;

TEST(EvidenceRunsTest, TheFilesAreReadAndNameWhatThereIs) {
  EXPECT_GE(allEvidence().size(), 20U);
  for (const profile::Evidence& evidence : allEvidence()) {
    EXPECT_NE(findTarget(evidence.core), nullptr) << evidence.name;
    if (!evidence.board.empty()) {
      const auto board = findBoard(evidence.board);
      ASSERT_TRUE(board) << evidence.name;
      EXPECT_EQ(board->core, evidence.core) << evidence.name;
    }
    const bool needsKernels = evidence.kind == profile::EvidenceKind::kNetworks;
    EXPECT_TRUE(!needsKernels || !evidence.kernels.empty()) << evidence.name;
  }
}

TEST(EvidenceRunsTest, EveryCortexMHasItsInstructionsCompared) {
  for (const Target& target : targets()) {
    if (target.family != Family::kCortexM || !target.hasCycles) continue;
    if (!target.underQemu.empty()) { // experimental: instructions are compared, silicon is not
      const profile::Accuracy accuracy = profile::accuracyOf(allEvidence(), target.name, "", "cmsis-nn");
      EXPECT_FALSE(accuracy.operators.empty() || accuracy.compared) << target.name;
      continue;
    }
    for (const std::string& kernels : ownKernelSets(target)) {
      const profile::Accuracy accuracy = profile::accuracyOf(allEvidence(), target.name, "", kernels);
      EXPECT_FALSE(accuracy.operators.empty()) << target.name << " " << kernels;
      EXPECT_TRUE(accuracy.compared) << target.name;
    }
  }
}

TEST(EvidenceRunsTest, OursIsWhatThisProgramSays) {
  std::size_t run = 0;
  for (const profile::Evidence& evidence : allEvidence())
    for (const profile::PublishedFigure& figure : evidence.figures) {
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
} // namespace arenascope::session
