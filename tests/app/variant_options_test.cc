#include "app/cli/options/variant_options.h"

#include <gmock/gmock.h>

namespace arenascope::cli {
namespace {

TEST(VariantOptionsTest, AreEveryKernelSetOnEveryTarget) {
  CLI::App app;
  VariantOptions options;
  addVariantOptions(app, options, "Targets");
  app.parse("--target cortex-m4,cortex-m0plus --kernels reference,cmsis-nn");
  service::ProfileRequest profile;
  std::vector<service::PlanRequest::Variant> also;
  setVariants(options, profile, also);
  std::vector<std::string> all = {profile.target + " " + profile.kernels};
  for (const auto& variant : also) all.push_back(variant.target + " " + variant.kernels);
  EXPECT_THAT(all, testing::ElementsAre("cortex-m4 reference", "cortex-m4 cmsis-nn", "cortex-m0plus reference",
                                        "cortex-m0plus cmsis-nn"));
}

TEST(VariantOptionsTest, WithoutAnyItIsTheTargetWithWhatItHas) {
  service::ProfileRequest profile;
  std::vector<service::PlanRequest::Variant> also;
  setVariants({}, profile, also);
  EXPECT_EQ(profile.target, service::ProfileRequest().target);
  EXPECT_EQ(profile.kernels, "");
  EXPECT_TRUE(also.empty());
  CLI::App app;
  VariantOptions options;
  addVariantOptions(app, options, "Targets");
  EXPECT_THROW(app.parse("--target cortex-m4,cortex-a9"), CLI::ValidationError);
  EXPECT_THROW(app.parse("--kernels nobodys"), CLI::ValidationError);
}

} // namespace
} // namespace arenascope::cli
