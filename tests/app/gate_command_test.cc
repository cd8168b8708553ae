// The gate for continuous integration and exports for other tools, as a user runs them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using GateCommandTest = test::ProgramTest;
using ExportCommandTest = test::ProgramTest;

TEST_F(GateCommandTest, ABaselineHoldsUntilTheModelGrows) {
  ASSERT_EQ(run("profile " + sample("sine") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline '" + file("base.json") + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("within the limits of baseline")) << "all well, and said so";
  EXPECT_THAT(err_, HasSubstr("minimum arena 1,296 bytes (1,296 there), cycles "));
  EXPECT_EQ(run("profile " + sample("edge_detector") + " --other-model --baseline '" + file("base.json") +
                "' --markdown '" + file("report.md") + "' --junit '" + file("report.xml") + "'"),
            3);
  EXPECT_THAT(err_, HasSubstr("minimum arena grew from 1,296"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("❌"));
  EXPECT_THAT(test::readText(file("report.xml")), HasSubstr("failures=\"2\""));
  EXPECT_EQ(run("profile " + sample("edge_detector") + " --other-model --baseline '" + file("base.json") +
                "' --threshold arena=10000 --threshold cycles=none"),
            0)
      << err_;
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline '" + file("base.json") + "' --threshold speed=1"), 2);
  EXPECT_EQ(run("profile " + sample("sine") + " --baseline /none.json"), 1);
  EXPECT_THAT(err_, HasSubstr("/none.json cannot be read"));
}

TEST_F(GateCommandTest, CyclesHaveABudgetToo) {
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 1000"), 3);
  EXPECT_THAT(err_, HasSubstr("cycles, the budget 1000"));
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 100000"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --max-cycles 1000 --target host"), 2);
  EXPECT_THAT(err_, HasSubstr("does not tell it"));
}

// A limit that cannot be checked is no limit that was kept.
TEST_F(GateCommandTest, WhatCannotBeComparedDoesNotPass) {
  const std::string base = " --baseline '" + file("base.json") + "'";
  ASSERT_EQ(run("profile " + sample("sine") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=2%" + base + " --markdown '" +
                file("report.md") + "' --junit '" + file("report.xml") + "'"),
            3);
  EXPECT_THAT(err_, HasSubstr("cycles cannot be compared: this run on cortex-m4 does not tell the figure"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("### ❌"));
  EXPECT_THAT(test::readText(file("report.md")), HasSubstr("| not known |"));
  EXPECT_THAT(test::readText(file("report.xml")), HasSubstr("failures=\"1\""));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=none" + base), 0) << err_;
  ASSERT_EQ(run("profile " + sample("sine") + " --no-invoke --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + base), 3);
  EXPECT_THAT(err_, HasSubstr("base.json does not have it; --threshold cycles=none leaves it out"));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke" + base), 0) << "neither has cycles: " << err_;
  EXPECT_THAT(err_, HasSubstr("cycles not known in either"));
  EXPECT_EQ(run("profile " + sample("sine") + " --no-invoke --threshold cycles=5%" + base), 3) << "they were named";
}

TEST_F(GateCommandTest, ABaselineOfSomethingElseIsWrongUse) {
  const std::string base = " --baseline '" + file("base.json") + "'";
  ASSERT_EQ(run("profile " + sample("keyword_spotter") + " --json '" + file("base.json") + "'"), 0);
  EXPECT_EQ(run("profile " + sample("sine") + base), 2) << "a smaller model would keep every limit";
  EXPECT_THAT(err_, HasSubstr("of keyword_spotter.tflite, the report of sine.tflite: compare like with like"));
  EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --kernels reference" + base), 2);
  EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --tflm 2023-05" + base), 2);
  std::filesystem::copy(test::sampleModel("keyword_spotter"), file("renamed.tflite"));
  EXPECT_EQ(run("profile '" + file("renamed.tflite") + "'" + base), 0) << "the same bytes: " << err_;
}

TEST_F(ExportCommandTest, TensorsGoOutAndAreExpectedBack) {
  const std::string model = sample("keyword_spotter");
  const std::string folder = "'" + file("tensors") + "'";
  ASSERT_EQ(run("profile " + model + " --dump " + folder), 0) << err_;
  EXPECT_EQ(run("profile " + model + " --expect-tensors " + folder), 0) << err_;
  EXPECT_EQ(run("profile " + model + " --kernels reference --expect-tensors " + folder), 0) << "the sets agree";
  const std::filesystem::path tensor = file("tensors") + "/subgraph0-tensor12.npy";
  std::string bytes = test::readText(tensor);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  folder_.write("tensors/subgraph0-tensor12.npy", bytes);
  EXPECT_EQ(run("profile " + model + " --expect-tensors " + folder), 4);
  EXPECT_THAT(err_, HasSubstr("the first that differs is operator 3 (DEPTHWISE_CONV_2D), tensor 12"));
  EXPECT_EQ(run("profile " + model + " --tolerance 1 --expect-tensors " + folder), 0);
  folder_.write("tensors/subgraph0-tensor12.npy", bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(run("profile " + model + " --expect-tensors " + folder), 4);
  EXPECT_THAT(err_, HasSubstr("has 7999"));
  EXPECT_EQ(run("profile " + model + " --expect-tensors '" + newFolder("empty") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("has no tensor of this model"));
}

TEST_F(ExportCommandTest, FilesForOtherTools) {
  folder_.write("manifest.json", std::string(R"({"micro": {"sliding_window_size": 5}})"));
  ASSERT_EQ(run("profile " + sample("sine") + " --trace '" + file("trace.json") + "' --model-explorer '" +
                file("node") + "' --buffers-csv '" + file("b.csv") + "' --esphome '" + file("manifest.json") + "'"),
            0)
      << err_;
  for (const char* name : {"trace.json", "node-cycles.json", "node-bytes.json", "manifest.json"})
    EXPECT_FALSE(nlohmann::json::parse(test::readText(file(name))).empty()) << name;
  EXPECT_EQ(run("plan --buffers '" + file("b.csv") + "' --capacity 32"), 0) << err_;
  const auto size = nlohmann::json::parse(test::readText(file("manifest.json"))).at("micro").at("tensor_arena_size");
  ASSERT_EQ(run("profile " + sample("sine") +
                " --target esp32s3 --tflm esp-1.3.3 --resource-variables 20 "
                "--separate-variables --unaligned --no-invoke --json -"),
            0)
      << err_;
  EXPECT_EQ(nlohmann::json::parse(out_).at("arena").at("recommended_bytes"), size) << "no version needs more for it";
  folder_.write("manifest.json", std::string("{}"));
  EXPECT_EQ(run("profile " + sample("sine") + " --esphome '" + file("manifest.json") + "'"), 1);
  EXPECT_EQ(test::readText(file("manifest.json")), "{}");
}

TEST_F(ExportCommandTest, ArenasInRegionsOfABoard) {
  const std::string board = "profile " + sample("keyword_spotter") + " --board teensy-4.1";
  ASSERT_EQ(run(board + " --json -"), 0) << err_;
  const auto cycles = [this] { return nlohmann::json::parse(out_).at("cycles").at("total").get<std::uint64_t>(); };
  const std::uint64_t plain = cycles();
  ASSERT_EQ(run(board + " --persistent-region dtcm --json -"), 0) << err_;
  EXPECT_EQ(cycles(), plain) << "tightly coupled memory makes nobody wait";
  ASSERT_EQ(
      run(board + " --persistent-region dtcm --non-persistent-region psram --json - --header '" + file("a.h") + "'"), 0)
      << err_;
  EXPECT_GT(cycles(), plain);
  const auto regions = nlohmann::json::parse(out_).at("regions");
  EXPECT_EQ(regions.at("persistent").at("region"), "DTCM");
  EXPECT_TRUE(regions.at("fits"));
  const std::string header = test::readText(file("a.h"));
  EXPECT_THAT(header, HasSubstr("kPersistentArenaSize = " + to_string(regions["persistent"]["bytes"]) + ";"));
  EXPECT_THAT(header, HasSubstr("kNonPersistentArenaSize = " + to_string(regions["non_persistent"]["bytes"]) + ";"));
  EXPECT_EQ(run(board + " --persistent-region nowhere"), 2);
  EXPECT_THAT(err_, HasSubstr("it has: DTCM, OCRAM2, PSRAM"));
}

} // namespace
} // namespace arenascope
