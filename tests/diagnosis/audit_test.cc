#include "core/diagnosis/audit.h"

#include <gtest/gtest.h>

namespace arenascope::diagnosis {
namespace {

AuditFinding finding(const char* op, FindingKind kind, const char* shape) {
  AuditFinding made;
  made.op = op;
  made.kind = kind;
  made.shape = shape;
  return made;
}

TEST(AuditTest, FindingsOfAnOperatorAreOneGroupForEachKind) {
  Audit audit;
  audit.findings = {finding("ADD", FindingKind::kDiffers, "int8 1x10x10x3"),
                    finding("ADD", FindingKind::kDiffers, "int8 1x3"),
                    finding("ADD", FindingKind::kDiffers, "int8 1x3"), // at another address
                    finding("MUL", FindingKind::kDiffers, "int8 2"), finding("ADD", FindingKind::kOverrun, "int8 1x3")};
  audit.findings[0].largestDifference = 7;
  audit.findings[4].bytes = 12;
  const std::vector<FindingGroup> groups = groupsOf(audit);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].shapes, 2U);
  EXPECT_EQ(groups[0].example, &audit.findings[1]) << "the shortest to read";
  EXPECT_EQ(groups[1].example->op, "MUL");
  EXPECT_EQ(groups[2].example->kind, FindingKind::kOverrun);
  EXPECT_EQ(groups[0].largestDifference, 7) << "of all shapes";
  EXPECT_EQ(groups[2].mostBytes, 12U);
  EXPECT_TRUE(hasMemoryFindings(audit));
  audit.findings.pop_back();
  EXPECT_FALSE(hasMemoryFindings(audit));
}

} // namespace
} // namespace arenascope::diagnosis
