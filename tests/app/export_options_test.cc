// Files that a report is written as, as a user asks for them.
#include "app/cli/options/export_options.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using ExportOptionsTest = test::ProgramTest;

TEST_F(ExportOptionsTest, TheResolverHasTheModelsOperatorsAndTheReportTheirFlash) {
  const test::TemporaryFolder folder;
  const std::string header = (folder.path() / "ops.h").string();
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json - --resolver " + header), 0);
  EXPECT_THAT(test::readText(header), HasSubstr("TF_LITE_ENSURE_STATUS(resolver.AddFullyConnected());"));
  const auto resolver = nlohmann::json::parse(out_).at("resolver");
  std::uint64_t sum = 0;
  for (const auto& op : resolver.at("operators")) {
    EXPECT_EQ(op.at("method").get<std::string>().substr(0, 3), "Add");
    sum += op.at("flash_bytes").get<std::uint64_t>();
  }
  EXPECT_GT(sum, 0U);
  EXPECT_LE(resolver.at("flash_bytes"), sum);
  EXPECT_EQ(resolver.at("flash_bytes").get<std::uint64_t>() + resolver.at("saved_flash_bytes").get<std::uint64_t>(),
            resolver.at("all_flash_bytes"));
}

TEST_F(ExportOptionsTest, TheBuffersHeaderCompiles) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --buffers '" + file("buffers.h") + "' --header '" +
                file("size.h") + "'"),
            0);
  const std::string source = "#include \"" + file("buffers.h") + "\"\n#include \"" + file("size.h") +
                             "\"\nstatic_assert(arena_plan::kHeadBytes == 55296);\n"
                             "static_assert(arena_plan::kBuffers[0].offset + arena_plan::kBuffers[0].bytes <= "
                             "arena_plan::kHeadBytes);\nstatic_assert(sizeof(arena_plan::kBuffers) / "
                             "sizeof(arena_plan::kBuffers[0]) == arena_plan::kBufferCount);\n"
                             "static_assert(kTensorArenaSize == 66384);\n";
  const auto path = folder_.write("use.cc", source);
  EXPECT_EQ(std::system(("c++ -std=c++17 -Wall -Werror -fsyntax-only '" + path.string() + "'").c_str()), 0);
  const std::string header = test::readText(file("size.h"));
  for (const char* part : {"SHA-256", "Made by ArenaScope", "cortex-m4, cmsis-nn kernels"})
    EXPECT_THAT(header, HasSubstr(part));
}

TEST_F(ExportOptionsTest, TensorsGoOutAndAreExpectedBack) {
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
  EXPECT_THAT(err_, HasSubstr("the first difference is in operator 3 (DEPTHWISE_CONV_2D), tensor 12"));
  EXPECT_EQ(run("profile " + model + " --tolerance 1 --expect-tensors " + folder), 0);
  folder_.write("tensors/subgraph0-tensor12.npy", bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(run("profile " + model + " --expect-tensors " + folder), 4);
  EXPECT_THAT(err_, HasSubstr("has 7,999"));
  EXPECT_EQ(run("profile " + model + " --expect-tensors '" + newFolder("empty") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("has no tensor of this model"));
}

TEST_F(ExportOptionsTest, FilesForOtherTools) {
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

TEST_F(ExportOptionsTest, ArenasInRegionsOfABoard) {
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

TEST_F(ExportOptionsTest, WeightsCodeAndArenaInRegionsOfABoard) {
  const std::string board = "profile " + sample("keyword_spotter") + " --board mimxrt1060-evk";
  const auto cycles = [this] { return nlohmann::json::parse(out_).at("cycles").at("total").get<std::uint64_t>(); };
  ASSERT_EQ(run(board + " --json -"), 0) << err_;
  const std::uint64_t plain = cycles();
  ASSERT_EQ(run(board + " --place weights=dtcm,code=itcm --place arena=ram --json -"), 0) << err_;
  EXPECT_LT(cycles(), plain);
  const auto placement = nlohmann::json::parse(out_).at("placement");
  EXPECT_TRUE(placement.at("fits"));
  EXPECT_EQ(placement.at("parts").at(1).at("region"), "ITCM");
  EXPECT_EQ(placement.at("parts").at(2).at("region"), "OCRAM");
  EXPECT_EQ(run(board + " --place weights=dtcm:1K"), 1);
  EXPECT_THAT(err_, HasSubstr("the placement does not fit the regions: weights: "));
  EXPECT_EQ(run(board + " --place weights=dctm"), 2);
  EXPECT_THAT(err_, HasSubstr("did you mean DTCM?"));
  EXPECT_EQ(run(board + " --place arena=dtcm --persistent-region dtcm"), 2);
  EXPECT_EQ(run("profile " + sample("sine") + " --place weights=dtcm"), 2) << "of which board?";
}

} // namespace
} // namespace arenascope
