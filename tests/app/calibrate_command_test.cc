#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "service/calibrate/calibrating.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

class CalibrateCommandTest : public test::ProgramTest {
protected:
  // What a device with that memory would print, `scale` ticks for each cycle.
  std::string logOf(const std::string& options, double scale = 1.0) {
    EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --json - " + options), 0) << err_;
    const Json report = Json::parse(out_);
    std::string log;
    for (const Json& op : report.at("ops"))
      log += op.at("name").get<std::string>() + " took " +
             std::to_string(static_cast<std::uint64_t>(op.at("cycles").get<double>() * scale)) + " ticks (1 ms).\n";
    return text("log.txt", log);
  }
  std::string text(const std::string& name, const std::string& lines) {
    folder_.write(name, lines);
    return file(name);
  }
  Json calibrated(const std::string& log, const std::string& options) {
    EXPECT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + log + "' --json - " + options), 0) << err_;
    return Json::parse(out_);
  }
};

TEST_F(CalibrateCommandTest, TheSameBoardIsExplainedByItsFile) {
  const Json json = calibrated(logOf("--board nucleo-l4r5zi"), "--board nucleo-l4r5zi --kernels cmsis-nn");
  EXPECT_NEAR(json.at("error_percent").get<double>(), 0.0, 0.1);
  EXPECT_THAT(json.at("conclusion").get<std::string>(), HasSubstr("No trial explains the log better"));
  EXPECT_FALSE(json.contains("fitted"));
  EXPECT_FALSE(json.at("knows_time").get<bool>());
}

// Parts sum to the whole, and what is best comes first.
TEST_F(CalibrateCommandTest, OtherMemoryIsFoundAndFitted) {
  const Json json = calibrated(logOf("--board arduino-nano-33-ble --caches none", 3.0), "--board arduino-nano-33-ble");
  double sum = 0.0;
  for (const Json& row : json.at("operators")) sum += row.at("measured_cycles").get<double>();
  EXPECT_NEAR(sum, json.at("measured_cycles").get<double>(), 1.0);
  double before = 0.0;
  for (const Json& attempt : json.at("tried")) {
    const double error = attempt.at("error_with_any_clock_percent");
    EXPECT_GE(error, before);
    before = error;
  }
  EXPECT_EQ(json.at("tried")[0].at("what"), "without the cache for code");
  EXPECT_LT(json.at("fitted").at("error_percent").get<double>(), json.at("error_percent").get<double>());
}

TEST_F(CalibrateCommandTest, AFittedBoardIsUsedFromThenOn) {
  const std::string log = logOf("--board arduino-nano-33-ble --caches none");
  ASSERT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + log +
                "' --board arduino-nano-33-ble --save arduino-nano-33-ble"),
            0)
      << err_;
  EXPECT_THAT(err_, HasSubstr("from now on: --board arduino-nano-33-ble"));
  ASSERT_EQ(run("profile " + sample("keyword_spotter") + " --board arduino-nano-33-ble"), 0);
  EXPECT_THAT(out_, HasSubstr("Its memory timing is fitted to log.txt"));
}

TEST_F(CalibrateCommandTest, ABoardOfYourOwnIsNotReplaced) {
  const std::string mine =
      test::readText(std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "resources/boards/blue-pill.json");
  std::filesystem::create_directories(file("config/arenascope/boards"));
  text("config/arenascope/boards/mine.json", mine);
  const std::string calibrate = "calibrate " + sample("keyword_spotter") + " '" +
                                logOf("--board arduino-nano-33-ble --caches none") +
                                "' --board arduino-nano-33-ble --save ";
  EXPECT_EQ(run(calibrate + "mine"), 1);
  EXPECT_THAT(err_, HasSubstr("the board mine exists"));
  EXPECT_EQ(test::readText(file("config/arenascope/boards/mine.json")), mine);
  EXPECT_EQ(run(calibrate + "fitted"), 0) << err_;
  EXPECT_EQ(run(calibrate + "fitted"), 0) << "what was fitted once may be fitted again: " << err_;
}

TEST_F(CalibrateCommandTest, TheBoardsOwnClockIsNoOtherOne) {
  ASSERT_EQ(run("profile " + sample("keyword_spotter") + " --board arduino-nano-33-ble --json -"), 0);
  const Json report = Json::parse(out_);
  std::string log;
  for (const Json& op : report.at("ops"))
    log += op.at("name").get<std::string>() + ": " + std::to_string(op.at("cycles").get<double>() / 64.004e3) + " ms\n";
  text("ms.txt", log);
  ASSERT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + file("ms.txt") + "' --board arduino-nano-33-ble"), 0);
  EXPECT_THAT(out_, testing::Not(HasSubstr("a clock of 64 MHz instead of 64")));
  EXPECT_THAT(out_, testing::Not(HasSubstr("-0 %")));
}

TEST_F(CalibrateCommandTest, MillisecondsTellTheClock) {
  ASSERT_EQ(run("profile " + sample("keyword_spotter") + " --board arduino-nano-33-ble --json -"), 0);
  const Json report = Json::parse(out_);
  std::string log;
  for (const Json& op : report.at("ops"))
    log += op.at("name").get<std::string>() + ": " + std::to_string(op.at("cycles").get<double>() / 32e3) + " ms\n";
  text("ms.txt", log);
  const Json json = calibrated(file("ms.txt"), "--board arduino-nano-33-ble");
  EXPECT_EQ(json.at("tried")[0].at("what"), "a clock of 32 MHz instead of 64");
}

// Any clock would explain one time, and one that no chip has would explain times that are all too long.
TEST_F(CalibrateCommandTest, NoClockIsInvented) {
  const std::string calibrate =
      "calibrate " + sample("sine") + " '" + file("log.txt") + "' --board arduino-nano-33-ble";
  text("log.txt", "Inference took 598 ms\n");
  ASSERT_EQ(run(calibrate), 0) << err_;
  EXPECT_THAT(out_, testing::Not(HasSubstr("MHz")));
  EXPECT_THAT(out_, HasSubstr("times as long as here"));
  EXPECT_THAT(out_, HasSubstr("-O0"));
  EXPECT_THAT(out_, HasSubstr("One time does not separate the causes"));
  text("log.txt", "FULLY_CONNECTED took 5 ms\nFULLY_CONNECTED took 5 ms\nFULLY_CONNECTED took 5 ms\n");
  ASSERT_EQ(run(calibrate), 0) << err_;
  EXPECT_THAT(out_, testing::Not(HasSubstr("MHz")));
  EXPECT_THAT(out_, HasSubstr("No trial explains the log. The device takes"));
  EXPECT_THAT(out_, HasSubstr("times as long as here"));
  text("log.txt", "Inference took 0 ms\n");
  EXPECT_EQ(run(calibrate), 2);
  EXPECT_THAT(err_, HasSubstr("the log's times are all zero"));
}

TEST_F(CalibrateCommandTest, BadInputSaysWhatIsWrong) {
  text("other.txt", "CONV_2D took 5 ticks\nSOFTMAX took 3 ticks\n");
  EXPECT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + file("other.txt") + "' --board nucleo-l4r5zi"), 2);
  EXPECT_THAT(err_, HasSubstr("the log has times of 2 operators, but an inference of this model has"));
  EXPECT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + file("other.txt") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("--board"));
  EXPECT_EQ(run("calibrate " + sample("keyword_spotter") + " '" + file("other.txt") + "' --board esp32-s3-box"), 1);
  EXPECT_THAT(err_, HasSubstr("there are no cycles"));
}

} // namespace
} // namespace arenascope
