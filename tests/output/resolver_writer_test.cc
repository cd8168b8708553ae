#include "core/output/resolver_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::output {
namespace {

using testing::HasSubstr;

report::Report reportWith(const std::vector<std::string>& operators) {
  report::Report report;
  report.model.path = "/somewhere/model.tflite";
  model::SubgraphInfo subgraph;
  for (const std::string& name : operators) {
    model::OperatorInfo op;
    op.name = name;
    subgraph.operators.push_back(op);
  }
  report.model.subgraphs = {subgraph, subgraph};
  return report;
}

TEST(ResolverWriterTest, EachOperatorIsRegisteredOnce) {
  const std::string code = toResolver(reportWith({"CONV_2D", "SOFTMAX", "CONV_2D"}));
  EXPECT_THAT(code, HasSubstr("Operators that model.tflite needs"));
  EXPECT_THAT(code, HasSubstr("using ModelOpResolver = tflite::MicroMutableOpResolver<2>;"));
  EXPECT_THAT(code, HasSubstr("resolver.AddConv2D());\n  TF_LITE_ENSURE_STATUS(resolver.AddSoftmax());\n  return"));
}

TEST(ResolverWriterTest, KernelsOfOnesOwnAreLeftToTheApplication) {
  const std::string code = toResolver(reportWith({"MyOwn\nKernel"}));
  EXPECT_THAT(code, HasSubstr("// Your own kernel: resolver.AddCustom(\"MyOwn?Kernel\", its registration)"));
}

TEST(ResolverWriterTest, FlashIsSaidWhereItIsKnown) {
  report::Report report = reportWith({"CONV_2D"});
  EXPECT_EQ(toResolver(report).find("flash"), std::string::npos);
  report.flash = report::FlashReport{.operators = {{"CONV_2D", 1000}}, .interpreter = 5, .needed = 1000, .all = 9000};
  EXPECT_THAT(toResolver(report), HasSubstr("take 1,000 bytes of flash, all operators together 9,000"));
  EXPECT_EQ(report.flash->saved(), 8000U);
}

} // namespace
} // namespace arenascope::output
