#include "core/output/answers/sweep_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace arenascope::output {
namespace {

using diagnosis::ArenaFate;
using testing::HasSubstr;

// One size: TFLM refuses the array where it is aligned, and runs everywhere else.
diagnosis::Sweep sweep() {
  diagnosis::Sweep sweep;
  sweep.report.model.path = "/somewhere/model.tflite";
  sweep.report.arena.emplace();
  sweep.report.arena->minimum = 1000;
  sweep.report.arena->recommended = 1008;
  sweep.report.allocations = {{}};
  sweep.sizes = {1000};
  sweep.unaligned = {.bytes = 1015, .worst = 1};
  for (std::uint32_t misalignment = 0; misalignment < report::kArenaStep; ++misalignment) {
    diagnosis::SweepCell cell;
    cell.place = {.bytes = 1000, .misalignment = misalignment};
    cell.tflm.fate = misalignment == 0 ? ArenaFate::kOverwrites : ArenaFate::kWorks;
    cell.allocated = misalignment != 0;
    sweep.cells.push_back(cell);
  }
  return sweep;
}

TEST(SweepWriterTest, EachPlaceIsInTheGridAndInTheJson) {
  const std::string text = toText(sweep(), false);
  EXPECT_THAT(text, HasSubstr("         1,000    !  ok  ok"));
  EXPECT_THAT(text, HasSubstr("At any address: 1,015 bytes; the worst is 1 modulo 16."));
  const auto json = nlohmann::json::parse(toJson(sweep()));
  EXPECT_EQ(json["unaligned_bytes"], 1015);
  ASSERT_EQ(json["cells"].size(), report::kArenaStep);
  EXPECT_EQ(json["cells"][0]["tflm"], "overwrites");
  EXPECT_EQ(json["cells"][1]["tflm"], "works");
}

} // namespace
} // namespace arenascope::output
