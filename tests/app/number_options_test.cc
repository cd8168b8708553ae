#include "app/cli/options/number_options.h"

#include <gmock/gmock.h>

#include <functional>
#include <optional>
#include <string>

namespace arenascope::cli {
namespace {

std::string problemOf(const std::function<void()>& read) {
  try {
    read();
  } catch (const CLI::ValidationError& error) {
    return error.what();
  }
  return "";
}

TEST(NumberOptionsTest, AreReadWhole) {
  EXPECT_EQ(wholeOf("--budget", "65536", {}), 65536U);
  EXPECT_EQ(wholeOf("--budget", "64K", bytesFrom(0)), 65536U);
  EXPECT_EQ(realOf("--clock", "12.5", {1, 100}), 12.5);
}

TEST(NumberOptionsTest, OrSayWhatTheyTake) {
  EXPECT_EQ(problemOf([] { wholeOf("--jobs", "0", {.lowest = 1, .highest = 1024}); }),
            "--jobs: takes a whole number from 1 to 1,024, not \"0\"");
  for (const char* text : {"-1", "1.5", "64K", "", " 5", "5 ", "0x10", "18446744073709551617"})
    EXPECT_THAT(problemOf([&] { wholeOf("--jobs", text, {}); }), testing::HasSubstr("not \"" + std::string(text)))
        << text;
  EXPECT_THAT(problemOf([] { wholeOf("--budget", "64KB", bytesFrom(0)); }),
              testing::HasSubstr("(of bytes, for example 65536 or 64K)"));
  for (const char* text : {"-1", "101", "nan", "inf", "1,5", ""})
    EXPECT_EQ(problemOf([&] {
                realOf("--clock", text, {1, 100});
              }),
              "--clock: takes a number from 1 to 100, not \"" + std::string(text) + "\"");
}

// A number that its variable cannot hold is refused, not cut off.
TEST(NumberOptionsTest, KnowHowMuchTheirVariableHolds) {
  CLI::App app;
  std::uint8_t small = 7;
  std::optional<double> seconds;
  addWhole(app, "--small", small, {}, "A small number");
  addReal(app, "--time-limit", seconds, {0, 86'400}, "Seconds", "S");
  EXPECT_THROW(app.parse("--small 256"), CLI::ValidationError);
  EXPECT_EQ(small, 7);
  app.parse("--small 255 --time-limit 0.5");
  EXPECT_EQ(small, 255);
  EXPECT_EQ(seconds, 0.5);
  EXPECT_THROW(app.parse("--time-limit 86401"), CLI::ValidationError);
}

} // namespace
} // namespace arenascope::cli
