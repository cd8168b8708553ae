#include "core/output/answers/calibration_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace arenascope::output {
namespace {

using testing::HasSubstr;

calibration::Calibration calibrated(const std::string& asFile) {
  calibration::Calibration calibration;
  calibration.report.model.path = "/somewhere/model.tflite";
  calibration.report.board.emplace();
  calibration.report.board->title = "A board";
  calibration.log = "device.log";
  calibration.rows = {{.op = -1, .name = "CONV_2D", .measured = 2000, .ours = 1000},
                      {.op = -1, .name = "SOFTMAX", .measured = 200, .ours = 100}};
  calibration.attempts = {{.what = "flash with 3 wait states", .error = 1.5, .scaled = {}, .cycles = 1990},
                          {.what = "the board's file", .error = 50.0, .scaled = {}, .cycles = 1000}};
  calibration.asFile = asFile;
  return calibration;
}

TEST(CalibrationWriterTest, TheConclusionIsTheBestAttempt) {
  EXPECT_EQ(conclusionOf(calibrated("the board's file")), "The best explanation: flash with 3 wait states.");
  EXPECT_THAT(conclusionOf(calibrated("flash with 3 wait states")), HasSubstr("No trial"));
}

TEST(CalibrationWriterTest, TextAndJsonHaveTheSameRows) {
  const calibration::Calibration calibration = calibrated("the board's file");
  const std::string text = toText(calibration, false);
  EXPECT_THAT(text, HasSubstr("CONV_2D                             2,000            1,000"));
  EXPECT_THAT(text, HasSubstr(attemptsText(calibration)));
  const auto json = nlohmann::json::parse(toJson(calibration));
  EXPECT_EQ(json["operators"][0]["measured_cycles"], 2000.0);
  EXPECT_EQ(json["tried"][1]["as_file"], true);
  EXPECT_EQ(json["conclusion"], conclusionOf(calibration));
}

} // namespace
} // namespace arenascope::output
