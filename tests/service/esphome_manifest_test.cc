// The manifest of a wake word gets the arena that every chip and version needs.
#include "service/esphome/esphome_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace arenascope::service {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(EsphomeManifestTest, TheLargestSizeIsWrittenAndTheRestKept) {
  const std::vector<ChipArena> sizes = {{"ESP32", "esp-nn 1.1.2 to 1.2.3", 9920, 9936},
                                        {"ESP32-S3", "esp-nn 1.2.3", 24624, 24640},
                                        {"ESP32-P4", "esp-nn 1.2.3", 16624, 16640}};
  const auto written = [&](const std::string& before) {
    return withArenaSize(before, "m.json", "a/vad.tflite", sizes);
  };
  const auto sizeIn = [](const Result<ManifestUpdate>& update) {
    return json::parse(update->text).at("micro").at("tensor_arena_size").get<std::uint64_t>();
  };
  const auto changed = written(R"({"type": "micro", "author": "A", "micro": {"probability_cutoff": 0.97}})");
  ASSERT_TRUE(changed);
  const json manifest = json::parse(changed->text);
  EXPECT_EQ(manifest.at("author"), "A");
  EXPECT_EQ(manifest.at("micro").at("probability_cutoff"), 0.97);
  EXPECT_EQ(sizeIn(changed), 24640U);
  EXPECT_EQ(json::parse(written("")->text).at("model"), "vad.tflite");

  const auto sized = [&](std::uint64_t bytes) {
    return written(json{{"micro", {{"tensor_arena_size", bytes}}}}.dump());
  };
  const auto raised = sized(16772);
  EXPECT_EQ(sizeIn(raised), 24640U);
  EXPECT_EQ(raised->before, 16772U);
  EXPECT_THAT(describe(*raised, sizes), HasSubstr("is 24640 (before: 16772): ESP32-S3 with esp-nn 1.2.3 needs this"));
  // A larger existing size stays.
  const auto larger = sized(30000);
  EXPECT_EQ(sizeIn(larger), 30000U);
  EXPECT_TRUE(larger->kept);
  EXPECT_THAT(describe(*larger, sizes), HasSubstr("stays 30000: the largest known need is 24640"));
  EXPECT_THAT(written("nothing").error().message, HasSubstr("m.json is not a JSON object"));
  EXPECT_THAT(written("{}").error().message, HasSubstr("has no object \"micro\""));
}

} // namespace
} // namespace arenascope::service
