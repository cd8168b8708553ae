#include "core/output/scene_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

TEST(SceneWriterTest, BoxesAreTheReportsBuffersWhereTheyLie) {
  const report::Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  const Json scene = sceneJson(report);
  ASSERT_EQ(scene["buffers"].size(), report.buffers.size());
  for (std::size_t i = 0; i < report.buffers.size(); ++i) {
    const Json& box = scene["buffers"][i];
    EXPECT_EQ(box["first_byte"], report.buffers[i].offset);
    EXPECT_EQ(box["bytes"], report.buffers[i].bytes);
    EXPECT_LE(box["end_byte"].get<std::uint64_t>(), report.arena->head);
    EXPECT_LE(box["first_step"], box["last_step"]);
    EXPECT_LT(box["last_step"].get<std::size_t>(), scene["steps"].size());
    EXPECT_EQ(box["fill"].size(), 2U) << "for light and for dark surroundings";
  }
  EXPECT_EQ(scene["head_bytes"].get<std::uint64_t>() + scene["tail_bytes"].get<std::uint64_t>(), report.arena->used);
}

TEST(SceneWriterTest, LayersAndTheirTailHaveNamesFamiliesAndPlaces) {
  const report::Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  const Json scene = sceneJson(report);
  std::vector<std::string> keys;
  for (const Json& family : scene["families"]) keys.push_back(family["key"]);
  const auto known = [&](const Json& one) {
    return std::find(keys.begin(), keys.end(), one["family"].get<std::string>()) != keys.end();
  };
  for (const Json& step : scene["steps"]) {
    if (step["row"] < 0) continue;
    EXPECT_TRUE(known(step));
    EXPECT_FALSE(step["layer"].get<std::string>().empty());
    EXPECT_GT(step["cycles"], 0);
  }
  for (const Json& box : scene["buffers"]) EXPECT_TRUE(known(box));
  ASSERT_FALSE(scene["tail"].empty());
  for (const Json& block : scene["tail"]) {
    EXPECT_TRUE(known(block));
    EXPECT_GE(scene["steps"].at(block["step"].get<std::size_t>())["row"], 0);
    EXPECT_GE(block["first_byte"], report.arena->minimum - report.arena->tail);
    EXPECT_LE(block["end_byte"], report.arena->minimum);
  }
  EXPECT_EQ(scene["tail_bands"].front()["end_byte"], report.arena->minimum);
}

TEST(SceneWriterTest, EverythingIsPaintedOnce) {
  const Json scene = sceneJson(test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4"));
  std::vector<std::size_t> order = scene["order"];
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  EXPECT_EQ(order.size(), scene["buffers"].size());
  EXPECT_EQ(scene["moments"].size(), scene["phases"].back()["end"].get<std::size_t>()) << "a moment for each event";
  EXPECT_LT(scene["fullest_moment"].get<std::size_t>(), scene["moments"].size());
}

} // namespace
} // namespace arenascope::output
