// Compressed constants: what is answered is what runs of both models say.
#include "service/optimize/compressing.h"

#include <gmock/gmock.h>

#include "core/model/load/model_file.h"
#include "core/optimization/compression_report.h"
#include "core/output/answers/compression_writer.h"
#include "service/profile/watched_runs.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using optimization::CompressionReport;
using testing::HasSubstr;

class CompressingTest : public testing::Test {
protected:
  CompressRequest requestFor(const std::vector<std::uint8_t>& model, const std::string& target = "cortex-m4") const {
    CompressRequest request;
    request.profile.model = folder_.write("model.tflite", model);
    request.profile.target = target;
    return request;
  }
  static CompressionReport compressed(const CompressRequest& request) {
    engine::RunControl control;
    const auto report = compressModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CompressionReport();
  }

  test::TemporaryFolder folder_;
};

// Weights of three values.
TEST_F(CompressingTest, TheAnswerIsWhatTheModelsDo) {
  const CompressRequest request = requestFor(test::greedilyPlannedBadlyModel());
  const CompressionReport report = compressed(request);
  ASSERT_TRUE(report.gains());
  EXPECT_TRUE(report.identical);
  EXPECT_EQ(report.constants.size(), 3U);
  std::uint64_t cycles = 0;
  for (const optimization::CompressedConstant& constant : report.constants) {
    EXPECT_EQ(constant.method, rewrite::Method::kTable);
    EXPECT_EQ(constant.bits, 2);
    EXPECT_EQ(constant.packedBytes, constant.bytes / 16 + 16 + 3 * sizeof(float));
    EXPECT_EQ(constant.operators.size(), 1U);
    cycles += *constant.cycles;
  }
  const optimization::Price price = report.price();
  EXPECT_EQ(static_cast<std::uint64_t>(report.before.model.bytes) - report.model.size(),
            static_cast<std::uint64_t>(-price.modelBytes));
  EXPECT_GT(*price.codeBytes, 0);
  EXPECT_THAT(price.newOperators, testing::ElementsAre("TFLM_DECODE"));
  EXPECT_GT(cycles, 0U);
  EXPECT_LE(cycles, report.after->cost->total.cycles);

  test::expectConsistent(*report.after);
  ProfileRequest again = request.profile;
  const auto file = model::ModelFile::fromBytes(report.model, "compressed.tflite");
  ASSERT_TRUE(file) << file.error().message;
  again.file = *file;
  again.guard = true;
  engine::RunControl control;
  const auto run = profileModel(again, {}, control);
  ASSERT_TRUE(run && run->ok());
  EXPECT_EQ(run->arena->minimum, report.after->arena->minimum);
  EXPECT_GT(run->arena->minimum, report.before.arena->minimum) << "DECODE writes weights into the arena";
  const auto same = giveTheSame(request.profile, again, 2, control);
  ASSERT_TRUE(same);
  EXPECT_TRUE(*same);
}

TEST_F(CompressingTest, SmallConstantsGainNothing) {
  const CompressionReport report = compressed(requestFor(test::twoLayerModel()));
  EXPECT_FALSE(report.gains());
  EXPECT_FALSE(report.after);
  EXPECT_EQ(report.left.size(), 2U);
  EXPECT_EQ(report.left.front().distinct, 3U);
  EXPECT_EQ(report.model.size(), report.before.model.bytes);
  EXPECT_THAT(output::describeCompression(report), HasSubstr("Nothing to gain: no constant is smaller"));
  EXPECT_THAT(output::describeCompression(report), HasSubstr("3 different values"));
}

// Fewer constants within a limit; the dearest for a byte go first.
TEST_F(CompressingTest, TheGrowthOfCyclesIsLimited) {
  CompressRequest request = requestFor(test::greedilyPlannedBadlyModel());
  const CompressionReport all = compressed(request);
  request.mostGrowth = *all.growth() / 2;
  const CompressionReport some = compressed(request);
  ASSERT_TRUE(some.after);
  EXPECT_LE(*some.growth(), *request.mostGrowth);
  EXPECT_LT(some.constants.size(), all.constants.size());
  EXPECT_EQ(some.left.size(), 3 - some.constants.size());
  request.mostGrowth = 0;
  const CompressionReport none = compressed(request);
  EXPECT_FALSE(none.after);
  EXPECT_THAT(output::describeCompression(none), HasSubstr("within 0 % more cycles"));
  request.profile.target = "host";
  engine::RunControl control;
  const auto refused = compressModel(request, {}, control);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("has no cycles"));
}

TEST_F(CompressingTest, WithoutCyclesAndCodeTheFileCounts) {
  const CompressionReport report = compressed(requestFor(test::greedilyPlannedBadlyModel(), "host"));
  EXPECT_TRUE(report.gains());
  EXPECT_FALSE(report.price().codeBytes);
  EXPECT_FALSE(report.growth());
  EXPECT_FALSE(report.constants.front().cycles);
  EXPECT_THAT(output::toText(report, false), HasSubstr("This target has no cycles"));
}

TEST_F(CompressingTest, AModelThatDoesNotRunIsAnError) {
  engine::RunControl control;
  EXPECT_FALSE(compressModel(requestFor(test::unsupportedOperatorModel()), {}, control));
}

} // namespace
} // namespace arenascope::service
