// What a report claims of esp-nn's scratch memory, by version and chip.
#include "core/report/kernel_evidence.h"

#include <gmock/gmock.h>

#include "core/report/text/report_text.h"

namespace arenascope::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Report withConvolution(const std::string& target, const std::string& kernels) {
  Report report;
  report.target = target;
  report.kernels = kernels;
  model::OperatorInfo conv;
  conv.name = "CONV_2D";
  conv.builtinCode = 3;
  report.model.subgraphs.emplace_back().operators.push_back(conv);
  return report;
}

TEST(KernelEvidenceTest, WhatIsNotProvenIsSaid) {
  struct Case {
    const char* target;
    const char* version;
    const char* kind;
    const char* claim;
  };
  for (const Case& one : {Case{"esp32s3", "1.3.1", "proven", "Exact for TFLM"},
                          Case{"esp32s3", "1.2.8", "read in its source", "As read in the source for TFLM"},
                          Case{"esp32p4", "1.2.8", "proven", "Exact for TFLM"},
                          Case{"esp32s3", "1.4.0", "upper bound", "Upper bound for TFLM"},
                          Case{"esp32s31", "1.4.1", "read in its source", "As read in the source for TFLM"},
                          Case{"esp32", "1.4.1", "assumed", "Assumed for TFLM"},
                          Case{"esp32s3", "1.5.0", "assumed", "Assumed for TFLM"}}) {
    SCOPED_TRACE(std::string(one.target) + " " + one.version);
    const Report report = withConvolution(one.target, std::string("esp-nn@") + one.version);
    EXPECT_EQ(kernelEvidence(report).kind, one.kind);
    EXPECT_THAT(describeInterpreter(report), StartsWith(one.claim));
  }
}

TEST(KernelEvidenceTest, NewerVersionsAreNamed) {
  const Report report = withConvolution("esp32s3", "esp-nn@1.3.1");
  EXPECT_EQ(kernelEvidence(report).newer, (std::vector<std::string>{"1.3.2", "1.4.0", "1.4.1", "1.4.2", "1.5.0"}));
  EXPECT_THAT(describeInterpreter(report), HasSubstr("Newer versions exist, up to 1.5.0"));
  EXPECT_TRUE(kernelEvidence(withConvolution("esp32s3", "esp-nn@1.5.0")).newer.empty());
}

TEST(KernelEvidenceTest, ModelsWithoutSuchKernelsAreExact) {
  Report report = withConvolution("esp32s3", "esp-nn@1.4.0");
  report.model.subgraphs.front().operators.front().builtinCode = 0;
  EXPECT_THAT(describeInterpreter(report),
              AllOf(StartsWith("Exact for TFLM"), HasSubstr("No operator of this model asks for such memory")));
}

TEST(KernelEvidenceTest, OtherKernelSetsHaveNone) {
  EXPECT_TRUE(kernelEvidence(withConvolution("cortex-m4", "cmsis-nn")).kind.empty());
}

} // namespace
} // namespace arenascope::report
