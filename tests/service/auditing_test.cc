// An added library with three planted faults, and the same one without.
#include "service/diagnose/auditing.h"

#include <gmock/gmock.h>

#include <set>

#include "core/output/answers/audit_writer.h"
#include "tests/support/firmware_builder.h"

namespace arenascope::service {
namespace {

using diagnosis::Audit;
using diagnosis::AuditFinding;
using diagnosis::FindingKind;
using testing::HasSubstr;

class AuditingTest : public testing::Test {
protected:
  static void add(const std::string& name, const std::vector<std::string>& definitions) {
    static test::FirmwareBuilder builder;
    builder.addKernels(name, definitions);
  }
  Result<Audit> audited(const std::string& library, std::uint32_t shapes = 2, const std::filesystem::path& model = {}) {
    AuditRequest request;
    request.library = library;
    request.shapes = shapes;
    request.model = model;
    return auditLibrary(request, {}, control_);
  }
  static std::set<std::pair<std::string, FindingKind>> kindsOf(const Audit& audit) {
    std::set<std::pair<std::string, FindingKind>> kinds;
    for (const AuditFinding& finding : audit.findings) kinds.emplace(finding.op, finding.kind);
    return kinds;
  }
  static const diagnosis::AuditedOperator& operatorOf(const Audit& audit, const std::string& name) {
    return *std::ranges::find(audit.operators, name, &diagnosis::AuditedOperator::name);
  }

  engine::RunControl control_;
};

TEST_F(AuditingTest, EachFaultIsNamedAtItsOperator) {
  add("faulty", {"-DASKS_TOO_LITTLE", "-DWRITES_BEFORE", "-DROUNDS_DOWN"});
  const Result<Audit> audit = audited("faulty", 8);
  ASSERT_TRUE(audit) << audit.error().message;
  EXPECT_EQ(kindsOf(*audit), (std::set<std::pair<std::string, FindingKind>>{{"FULLY_CONNECTED", FindingKind::kOverrun},
                                                                            {"RESHAPE", FindingKind::kOverrun},
                                                                            {"QUANTIZE", FindingKind::kDiffers}}));
  std::set<std::uint32_t> misalignments;
  for (const AuditFinding& finding : audit->findings) {
    if (finding.op == "FULLY_CONNECTED") {
      EXPECT_THAT(finding.what, HasSubstr("writes 4 bytes right behind its scratch memory, at 0x"));
    }
    if (finding.op == "RESHAPE") {
      EXPECT_THAT(finding.what, HasSubstr("writes 1 byte right before its output 0 (out0), at 0x"));
      misalignments.insert(finding.misalignment);
    }
    if (finding.op == "QUANTIZE") {
      EXPECT_EQ(finding.largestDifference, 1);
      EXPECT_GT(finding.values, 0U);
      EXPECT_LE(finding.values, finding.allValues);
    }
  }
  EXPECT_EQ(misalignments.size(), 16U) << "one shape wherever the arena can begin";
  EXPECT_TRUE(diagnosis::hasMemoryFindings(*audit));
  EXPECT_EQ(diagnosis::groupsOf(*audit).size(), 3U);
  EXPECT_THAT(output::toText(*audit, false), HasSubstr("RESHAPE overrun, for example: writes 1 byte"));
}

TEST_F(AuditingTest, ASoundLibraryGivesNoFinding) {
  add("sound", {"-DUSES_SCRATCH"});
  const Result<Audit> audit = audited("sound", 8);
  ASSERT_TRUE(audit) << audit.error().message;
  EXPECT_TRUE(audit->findings.empty()) << audit->findings.front().op << audit->findings.front().what;
  EXPECT_TRUE(audit->complete);
  EXPECT_GT(audit->accesses, 1000U);
  for (const char* name : {"FULLY_CONNECTED", "RESHAPE", "QUANTIZE"}) {
    EXPECT_GE(operatorOf(*audit, name).shapes, 2U) << name;
    EXPECT_FALSE(operatorOf(*audit, name).missing) << name;
  }
  EXPECT_GT(operatorOf(*audit, "FULLY_CONNECTED").refused, 0U) << "16-bit layers";
  EXPECT_TRUE(operatorOf(*audit, "SOFTMAX").missing);
  EXPECT_THAT(audit->untried, testing::Contains("WHILE"));
  EXPECT_THAT(output::toText(*audit, false), HasSubstr("Nothing found"));
}

TEST_F(AuditingTest, OfAModelOnlyItsOperators) {
  add("faulty", {"-DASKS_TOO_LITTLE", "-DWRITES_BEFORE", "-DROUNDS_DOWN"});
  const Result<Audit> audit = audited("faulty", 2, test::sampleModel("sine"));
  ASSERT_TRUE(audit) << audit.error().message;
  ASSERT_EQ(audit->operators.size(), 1U);
  EXPECT_EQ(audit->operators[0].name, "FULLY_CONNECTED");
  std::set<std::int32_t> own;
  for (const AuditFinding& finding : audit->findings) own.insert(finding.modelOp);
  EXPECT_TRUE(own.contains(0) && own.contains(1) && own.contains(2)) << "its three layers, each alone";
}

TEST_F(AuditingTest, WhatCannotBeAuditedSaysWhy) {
  EXPECT_THAT(audited("reference").error().message, HasSubstr("no added library is called reference"));
  add("sound", {"-DUSES_SCRATCH"});
  EXPECT_THAT(audited("sound", 2, "/none.tflite").error().message, HasSubstr("none.tflite"));
  control_.cancelled = true;
  EXPECT_EQ(audited("sound").error().stage, Stage::kCancelled);
}

} // namespace
} // namespace arenascope::service
