// `arenascope shrink` as a user runs it.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/options/version_options.h"
#include "core/base/number_text.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ShrinkCommandTest : public test::ProgramTest {
protected:
  std::string wide() const { return written("wide.tflite", test::wideInTheMiddleModel()); }
};

TEST_F(ShrinkCommandTest, WritesAModelThatProfileFindsAsPromised) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --json - --write '" + file("small.tflite") + "'"), 0) << err_;
  const json report = json::parse(out_);
  EXPECT_EQ(report.at("schema"), "arenascope.shrink.1");
  EXPECT_TRUE(report.at("outputs_identical"));
  const json& chosen = report.at("points").at(report.at("chosen").get<std::size_t>());
  EXPECT_TRUE(chosen.at("proven"));
  EXPECT_EQ(chosen.at("arena_bytes"), report.at("after").at("minimum_bytes"));
  EXPECT_EQ(chosen.at("model_bytes"), std::filesystem::file_size(file("small.tflite")));
  EXPECT_EQ(report.at("points").at(0).at("arena_bytes"), report.at("before").at("minimum_bytes"));
  EXPECT_FALSE(report.contains("seconds"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --kernels cmsis-nn --json -"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("arena"), report.at("after"));
  ASSERT_EQ(run("profile '" + file("small.tflite") + "' --kernels cmsis-nn"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("of the original in"));
}

TEST_F(ShrinkCommandTest, SaysWhatWasFoundAndWhatItCosts) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --means strips"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("the unchanged model"));
  EXPECT_THAT(out_, HasSubstr("bytes of arena instead of"));
  EXPECT_THAT(out_, HasSubstr("strips: operators"));
  EXPECT_THAT(out_, HasSubstr("its outputs equal the model's"));
}

// The price has all of it: the model's growth and the code of operators that the original does not register.
TEST_F(ShrinkCommandTest, ThePriceIsWhatProfilesOfBothSay) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --json - --write '" + file("small.tflite") + "'"), 0) << err_;
  const json report = json::parse(out_);
  const json& chosen = report.at("points").at(report.at("chosen").get<std::size_t>());
  const auto flashOf = [&](const std::string& model) {
    EXPECT_EQ(run("profile " + model + " --kernels cmsis-nn --json -"), 0) << err_;
    const json profile = json::parse(out_);
    return profile.at("model").at("bytes").get<std::int64_t>() +
           profile.at("resolver").at("flash_bytes").get<std::int64_t>() +
           profile.at("resolver").at("interpreter_flash_bytes").get<std::int64_t>();
  };
  const std::int64_t before = flashOf(wide());
  const std::int64_t after = flashOf("'" + file("small.tflite") + "'");
  EXPECT_EQ(report.at("points").at(0).at("flash_bytes"), before);
  EXPECT_EQ(chosen.at("flash_bytes"), after);
  EXPECT_EQ(chosen.at("flash_bytes"),
            chosen.at("model_bytes").get<std::int64_t>() + chosen.at("code_bytes").get<std::int64_t>());
  EXPECT_GT(chosen.at("code_bytes"), report.at("points").at(0).at("code_bytes")) << "of SPLIT_V and CONCATENATION";
  const auto added = chosen.at("new_operators").get<std::vector<std::string>>();
  EXPECT_THAT(added, testing::IsSupersetOf({"SPLIT_V", "CONCATENATION"}));
  EXPECT_TRUE(report.at("points").at(0).at("new_operators").empty());
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("+" + grouped(static_cast<std::uint64_t>(after - before)) + " bytes of flash (model +"));
  EXPECT_THAT(out_, HasSubstr("AddSplitV()"));
  EXPECT_THAT(out_, HasSubstr("Didn't find op"));
}

// Over two memories the budget is for the faster one, and the header has what lies in each.
TEST_F(ShrinkCommandTest, SplitsAnArenaOverSramAndPsram) {
  const std::string spotter = "shrink " + sample("keyword_spotter") + " --board teensy-4.1 --psram";
  ASSERT_EQ(run(spotter + " --budget 17K --json - --header '" + file("a.h") + "'"), 0) << err_;
  const json report = json::parse(out_);
  const json& chosen = report.at("points").at(report.at("chosen").get<std::size_t>());
  EXPECT_EQ(chosen.at("spilled"), json({"persistent"}));
  EXPECT_TRUE(chosen.at("fits"));
  EXPECT_LE(chosen.at("sram_bytes"), 17 * 1024);
  EXPECT_EQ(chosen.at("arena_bytes"),
            chosen.at("sram_bytes").get<std::uint64_t>() + chosen.at("psram_bytes").get<std::uint64_t>());
  EXPECT_EQ(report.at("memories").at("sram").at("region"), "DTCM");
  EXPECT_EQ(report.at("memories").at("psram").at("region"), "PSRAM");
  EXPECT_EQ(report.at("memories").at("psram").at("bytes"), chosen.at("psram_bytes"));
  const json& before = report.at("points").at(0);
  EXPECT_EQ(before.at("sram_bytes"), report.at("before").at("minimum_bytes"));
  EXPECT_TRUE(before.at("spilled").empty());
  const std::string header = test::readText(file("a.h"));
  EXPECT_THAT(header, HasSubstr("kPersistentArenaSize = " + to_string(chosen.at("psram_bytes")) + ";"));
  EXPECT_THAT(header, HasSubstr("kNonPersistentArenaSize = " + to_string(chosen.at("sram_bytes")) + ";"));
  ASSERT_EQ(run(spotter), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("The unchanged model fits DTCM."));
  EXPECT_THAT(out_, HasSubstr("PSRAM: 8,388,608 bytes free, 573 on reads"));
  EXPECT_EQ(run("shrink " + sample("sine") + " --psram"), 2);
  EXPECT_THAT(err_, HasSubstr("boards that have both: teensy-4.0 (OCRAM2), teensy-4.1 (OCRAM2, PSRAM)"));
  EXPECT_EQ(run("shrink " + sample("sine") + " --board teensy-4.1 --psram-region OCRAM2"), 2);
  EXPECT_THAT(err_, HasSubstr("--psram-region requires --psram"));
}

// The header of a version is for the version: neither its name nor its size is the original's.
TEST_F(ShrinkCommandTest, ModelHeaderAndResolverAreWrittenTogether) {
  const std::string model = wide();
  const std::string before = test::readText(file("wide.tflite"));
  const std::string options = "shrink " + model + " --kernels cmsis-nn --json - --header '" + file("small_arena.h") +
                              "' --resolver '" + file("small_ops.h") + "' --write '";
  ASSERT_EQ(run(options + file("small.tflite") + "'"), 0) << err_;
  const json report = json::parse(out_);
  const std::string header = test::readText(file("small_arena.h"));
  EXPECT_THAT(header, HasSubstr("// Model small.tflite, SHA-256 "));
  EXPECT_THAT(header, HasSubstr("kTensorArenaSize = " +
                                std::to_string(report.at("after").at("recommended_bytes").get<std::uint64_t>()) + ";"));
  const std::string resolver = test::readText(file("small_ops.h"));
  EXPECT_THAT(resolver, HasSubstr("// Operators that small.tflite needs"));
  EXPECT_THAT(resolver, HasSubstr("AddSplitV()"));
  // Nothing is written in the original's place, nor two files in one.
  EXPECT_EQ(run(options + file("wide.tflite") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("would overwrite the file that is read as MODEL"));
  EXPECT_EQ(test::readText(file("wide.tflite")), before);
  EXPECT_EQ(run(options + file("small_ops.h") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("are both written to"));
  EXPECT_EQ(test::readText(file("small_ops.h")), resolver);
}

// Between a model and its version with strips, each layer corresponds to its strips; nothing is counted twice or
// missing.
TEST_F(ShrinkCommandTest, ComparesLayersWithTheirStrips) {
  ASSERT_EQ(run("shrink " + wide() + " --kernels cmsis-nn --means strips --max-cycles-growth 50 --write '" +
                file("small.tflite") + "'"),
            0)
      << err_;
  const std::string compare = "compare " + wide() + " '" + file("small.tflite") + "' --kernels cmsis-nn";
  ASSERT_EQ(run(compare + " --json -"), 0) << err_;
  const json report = json::parse(out_);
  std::array<std::uint64_t, 2> cycles = {};
  std::set<std::string> added;
  int summed = 0;
  for (const json& row : report.at("ops")) {
    for (std::size_t r = 0; r < 2; ++r)
      if (!row.at("reports").at(r).is_null()) cycles.at(r) += row.at("reports").at(r).at("cycles").get<std::uint64_t>();
    EXPECT_FALSE(row.at("reports").at(1).is_null()) << row << ": no layer is gone";
    if (row.at("reports").at(0).is_null()) {
      added.insert(row.at("name"));
      EXPECT_TRUE(row.at("reports").at(1).at("change").get<std::string>().starts_with("new")) << row;
      continue;
    }
    if (!row.at("reports").at(1).contains("operators")) continue;
    ++summed;
    // A strip computes some rows twice, its layer no less than once.
    EXPECT_GE(row.at("reports").at(1).at("macs"), row.at("reports").at(0).at("macs")) << row;
    EXPECT_LT(row.at("reports").at(1).at("macs"), 2 * row.at("reports").at(0).at("macs").get<std::uint64_t>()) << row;
  }
  EXPECT_GT(summed, 0);
  for (std::size_t r = 0; r < 2; ++r)
    EXPECT_EQ(cycles.at(r), report.at("reports").at(r).at("cycles").at("kernels")) << "parts sum to the whole";
  for (const std::string& name : added)
    EXPECT_THAT(name, testing::AnyOf("SPLIT_V", "PAD", "PADV2", "CONCATENATION", "IF")) << "all else was there";
  ASSERT_EQ(run(compare), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("parts"));
  EXPECT_THAT(out_, HasSubstr("new"));
}

TEST_F(ShrinkCommandTest, DrawsArenaAgainstCycles) {
  const std::string svg = file("front.svg");
  // Also: a list takes one word, so that the model may come after it.
  ASSERT_EQ(run("shrink --kernels cmsis-nn " + wide() + " --means strips --svg '" + svg + "'"), 0) << err_;
  const std::string picture = test::readText(svg);
  EXPECT_THAT(picture, HasSubstr("Smaller arenas for wide.tflite"));
  EXPECT_THAT(picture, HasSubstr("growth of cycles"));
}

TEST_F(ShrinkCommandTest, ABudgetThatCannotBeMetWritesNothing) {
  const std::string with =
      "shrink " + wide() + " --kernels cmsis-nn --budget 1000 --write '" + file("none.tflite") + "'";
  EXPECT_EQ(run(with), 3);
  EXPECT_THAT(err_, HasSubstr("cannot be met"));
  EXPECT_THAT(out_, HasSubstr("AddSplitV()")) << "what the smallest takes is said all the same";
  EXPECT_FALSE(std::filesystem::exists(file("none.tflite")));
  EXPECT_EQ(run(with + " --anyway"), 3);
  EXPECT_TRUE(std::filesystem::exists(file("none.tflite")));
}

TEST_F(ShrinkCommandTest, BadInputIsNamed) {
  EXPECT_EQ(run("shrink '" + file("missing.tflite") + "' --json -"), 1);
  EXPECT_EQ(json::parse(out_).at("status"), "failed");
  EXPECT_EQ(run("shrink " + wide() + " --no-invoke"), 2);
  EXPECT_EQ(run("shrink " + wide() + " --means magic"), 2);
}

} // namespace
} // namespace arenascope
