// The tail as pictures show it: where each layer's data lies, and who owns the rest.
#include "core/report/scene/tail_scene.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

TEST(TailSceneTest, CoversTheTailFromTheEndDownWithoutAGap) {
  for (const char* name : {"person_detector", "autoencoder", "keyword_spotter"}) {
    SCOPED_TRACE(name);
    const Report report = test::profileOf(test::sampleModel(name), "host");
    const TailScene scene = tailScene(report);
    ASSERT_FALSE(scene.blocks.empty());
    std::uint64_t at = report.arena->minimum;
    for (const TailBlock& block : scene.blocks) {
      EXPECT_EQ(block.bytes.end, at);
      EXPECT_LT(block.bytes.first, block.bytes.end);
      at = block.bytes.first;
    }
    EXPECT_EQ(report.arena->minimum - at, report.arena->tail);
    at = report.arena->minimum;
    for (const TailBand& band : scene.bands) {
      EXPECT_EQ(band.bytes.end, at);
      EXPECT_FALSE(band.caption.empty());
      at = band.bytes.first;
    }
    EXPECT_EQ(report.arena->minimum - at, report.arena->tail);
  }
}

TEST(TailSceneTest, LayersFollowInTheOrderInWhichTheyArePrepared) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "host");
  const TailScene scene = tailScene(report);
  const std::vector<std::uint64_t> bytes = tailBytesByRow(report, scene);
  const std::uint64_t ofLayers = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  EXPECT_GT(ofLayers, 0U);
  EXPECT_LT(ofLayers, report.arena->tail) << "structs are the interpreter's";
  std::uint64_t inBands = 0;
  for (const TailBand& band : scene.bands) inBands += band.ofLayers ? band.bytes.end - band.bytes.first : 0;
  EXPECT_EQ(inBands, ofLayers);
}

TEST(TailSceneTest, WithoutAnArenaIsEmpty) { EXPECT_TRUE(tailScene(Report()).blocks.empty()); }

} // namespace
} // namespace arenascope::report
