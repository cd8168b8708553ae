// The program as a user runs it: exit status, what is printed where, files written.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class CommandLineTest : public test::ProgramTest {};

TEST_F(CommandLineTest, ProfilePrintsTheSizeFirst) {
  ASSERT_EQ(run("profile " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("kTensorArenaSize = "));
  EXPECT_EQ(err_, "") << "no progress where nobody watches";
}

TEST_F(CommandLineTest, JsonOnStandardOutputIsAllThatIsThere) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "ok");
}

TEST_F(CommandLineTest, WritesAllThreeFiles) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --target host --json '" + file("r.json") + "' --csv '" +
                file("r.csv") + "' --header '" + file("r.h") + "'"),
            0);
  const auto json = nlohmann::json::parse(test::readText(file("r.json")));
  EXPECT_FALSE(json.contains("cycles"));
  EXPECT_THAT(test::readText(file("r.h")),
              HasSubstr("kTensorArenaSize = " + std::to_string(json["arena"]["recommended_bytes"].get<int>())));
  EXPECT_THAT(test::readText(file("r.csv")), HasSubstr("FULLY_CONNECTED"));
}

TEST_F(CommandLineTest, BudgetDecidesTheStatus) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000000"), 0);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000"), 3);
  EXPECT_THAT(err_, HasSubstr("over budget"));
}

TEST_F(CommandLineTest, AnArenaThatIsTooSmallFailsWithAReport) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --arena-size 2000 --json -"), 1);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("status"), "failed");
  EXPECT_GT(json.at("arena").at("minimum_bytes"), 2000);
  EXPECT_THAT(err_, HasSubstr("the arena has 2000 bytes, the model needs"));
}

TEST_F(CommandLineTest, WrongUseIsStatusTwo) {
  EXPECT_EQ(run(""), 2);
  EXPECT_EQ(run("profile"), 2);
  EXPECT_EQ(run("profile x.tflite --no-such-option"), 2);
  EXPECT_EQ(run("profile x.tflite --target cortex-a9"), 2);
  EXPECT_EQ(run("profile x.tflite --arena-size many"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --input nonsense"), 2);
  EXPECT_EQ(run("--help"), 0);
  EXPECT_EQ(run("--version"), 0);
}

TEST_F(CommandLineTest, WhatIsNotPartOfThisVersionSaysSo) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --target cortex-m99"), 2);
  EXPECT_THAT(err_, HasSubstr("cortex-m99 not in {cortex-m4,cortex-m0plus,cortex-m3,cortex-m7,cortex-m33,cortex-m55,"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --target host --kernels cmsis-nn"), 1);
  EXPECT_THAT(err_, HasSubstr("target host has no kernel set cmsis-nn; it has: reference"));
}

TEST_F(CommandLineTest, ARevisionThatIsNotKnownIsWrongUse) {
  for (const char* words : {"profile ", "compare ", "explain ", "sweep ", "batch "}) {
    EXPECT_EQ(run(words + sample("sine") + " message --tflm foo"), 2) << words;
    EXPECT_THAT(err_, HasSubstr("revision foo of TensorFlow Lite Micro is not known here")) << words;
  }
}

TEST_F(CommandLineTest, EvidenceShowsRatiosAsTheyAre) {
  ASSERT_EQ(run("evidence"), 0);
  EXPECT_THAT(out_, HasSubstr("1.000 ratio here"));
  EXPECT_THAT(out_, testing::Not(testing::ContainsRegex(" [01] ratio")));
  EXPECT_THAT(out_, testing::Not(HasSubstr("-0 %")));
}

TEST_F(CommandLineTest, ComparesTheKernelSetsOfOneModel) {
  ASSERT_EQ(run("compare " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("cmsis-nn"));
  EXPECT_THAT(out_, HasSubstr("reference"));
  EXPECT_THAT(out_, HasSubstr("The outputs are the same, byte for byte."));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --board nucleo-u575zi"), 0);
  EXPECT_THAT(out_, HasSubstr("reference"));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --kernels reference,cmsis-nn --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  ASSERT_EQ(json.at("reports").size(), 2U);
  EXPECT_EQ(json["reports"][0]["kernels"], "reference");
  EXPECT_GT(json["reports"][0]["cycles"]["total"], json["reports"][1]["cycles"]["total"]);
  EXPECT_EQ(json.at("outputs_identical"), true);
}

TEST_F(CommandLineTest, ComparesRevisions) {
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --kernels reference --tflm current,2023-05"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("TFLM 2023-05"));
  EXPECT_THAT(out_, HasSubstr("The outputs are the same, byte for byte."));
}

TEST_F(CommandLineTest, ComparesTargetsAndModels) {
  ASSERT_EQ(run("compare " + sample("autoencoder") + " --target cortex-m4,cortex-m0plus,host"), 0);
  EXPECT_THAT(out_, HasSubstr("host, reference"));
  ASSERT_EQ(run("compare " + sample("autoencoder") + " " + sample("keyword_spotter") + " --no-invoke --csv '" +
                file("c.csv") + "'"),
            0);
  EXPECT_THAT(test::readText(file("c.csv")), HasSubstr("autoencoder index"));
  EXPECT_EQ(run("compare " + sample("autoencoder") + " --budget 1000"), 3);
}

TEST_F(CommandLineTest, CompareSaysWhatItCannotDo) {
  EXPECT_EQ(run("compare " + sample("autoencoder") + " --target host"), 2);
  EXPECT_THAT(err_, HasSubstr("there is nothing to compare"));
  EXPECT_EQ(run("compare " + sample("autoencoder") + " /no/such/model.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("/no/such/model.tflite: no such file"));
  EXPECT_THAT(out_, HasSubstr("kTensorArenaSize")) << "what is known is printed";
}

TEST_F(CommandLineTest, ABoardGivesTimeAndWhatIsLeft) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re"), 0);
  EXPECT_THAT(out_, HasSubstr("NUCLEO-F446RE"));
  EXPECT_THAT(out_, HasSubstr("frames/s"));
  ASSERT_EQ(run("profile " + sample("autoencoder") +
                " --board raspberry-pi-pico --clock 50 --reserved-ram 1000 "
                "--reserved-flash 2000 --json -"),
            0);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("target"), "cortex-m0plus");
  EXPECT_EQ(json.at("clock_hz"), 50'000'000);
  const auto& board = json.at("board");
  EXPECT_EQ(board.at("reserved_ram_bytes"), 1000);
  EXPECT_EQ(board.at("ram_left_bytes"), board.at("ram_bytes").get<int>() - 1000 - board.at("arena_bytes").get<int>());
  EXPECT_NEAR(board.at("milliseconds").get<double>(), json.at("cycles").at("total").get<double>() / 50e3, 1e-6);
}

TEST_F(CommandLineTest, WhatDoesNotFitABoardIsStatusOneWithAReport) {
  EXPECT_EQ(run("profile " + sample("person_detector") + " --board blue-pill --json -"), 1);
  EXPECT_EQ(nlohmann::json::parse(out_).at("board").at("fits"), false);
  EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "ok") << "the run itself went well";
  EXPECT_THAT(err_, HasSubstr("does not fit Blue Pill"));
  EXPECT_THAT(err_, HasSubstr("of RAM missing"));
}

TEST_F(CommandLineTest, EveryReportSaysWhatErrorToExpect) {
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --target riscv32 --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("accuracy").at("experimental"), true);
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json -"), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("accuracy").at("experimental"), false);
  ASSERT_EQ(run("profile " + sample("autoencoder")), 0);
  EXPECT_THAT(out_, HasSubstr("cycles against silicon: "));
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --board arduino-nano-33-ble"), 0);
  EXPECT_THAT(out_, HasSubstr("cycles of kernels like those of CMSIS-NN "));
  EXPECT_THAT(out_, HasSubstr("people usually have CMSIS-NN of April 2022 "));
  EXPECT_THAT(out_, HasSubstr("compiled by GCC 8, -Os"));
  EXPECT_THAT(out_, HasSubstr("cmsis-nn@Os kernels"));
  EXPECT_THAT(out_, HasSubstr("instructions of our kernels (TensorFlow Lite Micro of July 2026): FULLY_CONNECTED "));
  for (const auto& [verb, what] : {std::pair{"boards ", "cortex-m3: cycles against silicon: programs "},
                                   std::pair{"overhead --target riscv32 ", "riscv32: experimental: "},
                                   std::pair{"compare --target cortex-m7 ", "cortex-m7: cycles against silicon: "}}) {
    ASSERT_EQ(run(verb + sample("autoencoder")), 0) << verb;
    EXPECT_THAT(out_, HasSubstr(what)) << verb;
  }
}

// Images of other levels are built when they are asked for.
TEST_F(CommandLineTest, KernelsAtAnotherLevelNeedTheSameArena) {
  ASSERT_EQ(run("profile " + sample("sine") + " --kernels reference --json -"), 0);
  const auto usual = nlohmann::json::parse(out_);
  ASSERT_EQ(run("profile " + sample("sine") + " --kernels reference@Os --json -"), 0) << err_;
  const auto small = nlohmann::json::parse(out_);
  EXPECT_EQ(small.at("arena"), usual.at("arena"));
  EXPECT_EQ(small.at("outputs"), usual.at("outputs"));
  EXPECT_NE(small.at("instructions").at("total"), usual.at("instructions").at("total"));
  EXPECT_THAT(small.at("accuracy").at("compiler").get<std::string>(), testing::EndsWith(", -Os"));
  EXPECT_EQ(run("profile " + sample("sine") + " --target host --kernels reference@Os"), 1);
  EXPECT_THAT(err_, HasSubstr("has no kernel set reference@Os"));
}

TEST_F(CommandLineTest, BoardsAreListedAndComparedForAModel) {
  ASSERT_EQ(run("boards"), 0);
  EXPECT_THAT(out_, HasSubstr("raspberry-pi-pico "));
  ASSERT_EQ(run("boards " + sample("autoencoder") + " --csv '" + file("b.csv") + "'"), 0);
  EXPECT_THAT(out_, HasSubstr("frames/s"));
  EXPECT_THAT(test::readText(file("b.csv")), HasSubstr("\nstm32f746-discovery,cortex-m7,216,"));
  ASSERT_EQ(run("boards " + sample("autoencoder") + " --no-invoke --json -"), 0);
  EXPECT_GE(nlohmann::json::parse(out_).at("boards").size(), 12U);
}

TEST_F(CommandLineTest, WrongBoardsSaySo) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board no-such"), 2);
  EXPECT_THAT(err_, HasSubstr("there is no board no-such; there are: "));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re --target cortex-m7"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --board nucleo-f446re --clock fast"), 2);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --clock 48"), 2);
  EXPECT_THAT(err_, HasSubstr("--clock requires --board"));
  EXPECT_EQ(run("boards /no/such/model.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("no such file"));
}

TEST_F(CommandLineTest, WhatWasRunIsKeptAndTheSameTheSecondTime) {
  const std::string line = "profile " + sample("autoencoder") + " --json -";
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 results of runs"));
  ASSERT_EQ(run(line + " --no-cache"), 0);
  const std::string expected = out_;
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 results of runs"));
  ASSERT_EQ(run(line), 0);
  EXPECT_EQ(out_, expected);
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, testing::Not(HasSubstr("0 results of runs")));
  ASSERT_EQ(run(line), 0);
  EXPECT_EQ(out_, expected);
  ASSERT_EQ(run("cache --clear"), 0);
  EXPECT_THAT(out_, HasSubstr("results dropped"));
  ASSERT_EQ(run("cache"), 0);
  EXPECT_THAT(out_, HasSubstr("0 results of runs"));
}

TEST_F(CommandLineTest, OverheadOfSeveralModelsSideBySide) {
  ASSERT_EQ(run("overhead " + sample("autoencoder") + " " + sample("keyword_spotter")), 0);
  EXPECT_THAT(out_, HasSubstr("calculation"));
  EXPECT_THAT(out_, HasSubstr("keyword_spotter"));
  ASSERT_EQ(run("overhead " + sample("autoencoder") + " --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  const auto& row = json.at("models").at(0);
  EXPECT_EQ(row.at("cycles").at("total"),
            row.at("cycles").at("kernels").get<int>() + row.at("cycles").at("interpreter").get<int>());
  int parts = 0;
  for (const auto& function : row.at("interpreter_functions")) parts += function.at("cycles").get<int>();
  EXPECT_EQ(parts, row.at("cycles").at("interpreter").get<int>());
}

TEST_F(CommandLineTest, BrokenModelsAreStatusOneWithOneMessage) {
  const std::vector<std::uint8_t> model = test::twoLayerModel();
  const std::vector<std::uint8_t> half(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(model.size() / 2));
  for (const std::string& path :
       {written("empty.tflite", {}), written("half.tflite", half), written("text.tflite", {'h', 'e', 'l', 'l', 'o'}),
        std::string("/no/such/model.tflite"), std::string("/tmp")}) {
    EXPECT_EQ(run("profile " + path + " --json -"), 1) << path;
    EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "failed") << path;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
  }
}

TEST_F(CommandLineTest, UnsupportedOperatorsAreNamedAndTheRestIsReported) {
  EXPECT_EQ(run("profile " + written("mul.tflite", test::unsupportedOperatorModel()) + " --json -"), 1);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("error").at("op"), 1);
  EXPECT_THAT(json.at("error").at("message").get<std::string>(), HasSubstr("TILE (operator 1)"));
  EXPECT_EQ(json.at("ops").size(), 2U);
}

TEST_F(CommandLineTest, TheResolverHasTheModelsOperatorsAndTheReportTheirFlash) {
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

TEST_F(CommandLineTest, PicturesAndThePageNeedNoDisplay) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --png '" + file("a.png") + "' --svg '" + file("a.svg") +
                "' --html '" + file("a.html") + "' --colour-by kind"),
            0)
      << err_;
  EXPECT_EQ(err_, "arenascope: wrote " + file("a.png") + "\narenascope: wrote " + file("a.svg") +
                      "\narenascope: wrote " + file("a.html") + "\n");
  EXPECT_EQ(test::readText(file("a.png")).substr(1, 3), "PNG");
  const std::string svg = test::readText(file("a.svg"));
  EXPECT_THAT(svg, HasSubstr("Tensor arena of person_detector.tflite"));
  EXPECT_THAT(svg, HasSubstr(">activation</text>"));
  const std::string page = test::readText(file("a.html"));
  for (const char* part : {"<!DOCTYPE html>", "66,384", "</svg>", "DEPTHWISE_CONV_2D", "Made by ArenaScope"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* link : {"src=\"http", "href=\"http", "url(http"})
    EXPECT_EQ(page.find(link), std::string::npos) << "it needs nothing else";
  ASSERT_EQ(run("profile " + sample("person_detector") + " --svg '" + file("b.svg") + "' --lens allocation"), 0);
  EXPECT_THAT(test::readText(file("b.svg")), HasSubstr("least free space"));
}

TEST_F(CommandLineTest, WhatCannotBeDrawnSaysSo) {
  const std::string model = written("tile.tflite", test::unsupportedOperatorModel());
  EXPECT_EQ(run("profile " + model + " --png '" + file("a.png") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("no picture was written: the arena is not known"));
  EXPECT_EQ(run("profile " + model + " --html '" + file("a.html") + "'"), 1);
  EXPECT_THAT(test::readText(file("a.html")), HasSubstr("TILE"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --png /no/such/folder/a.png"), 1);
  EXPECT_THAT(err_, HasSubstr("/no/such/folder/a.png cannot be written"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --lens none"), 2);
}

TEST_F(CommandLineTest, TheBuffersHeaderCompiles) {
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

TEST_F(CommandLineTest, TheLinearPlannerSharesNothing) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --planner linear --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json.at("planner"), "linear");
  int sum = 0;
  for (const auto& buffer : json.at("planned_buffers")) sum += (buffer.at("bytes").get<int>() + 15) / 16 * 16;
  EXPECT_EQ(json.at("arena").at("head_bytes"), sum);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --planner none"), 2);
}

TEST_F(CommandLineTest, JsonSaysWhatTheTailIsAndHowLargeTwoArenasAre) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --json -"), 0);
  const auto json = nlohmann::json::parse(out_);
  int sum = 0;
  for (const auto& part : json.at("tail").at("parts")) sum += part.at("bytes").get<int>();
  EXPECT_EQ(json.at("arena").at("tail_bytes"), sum);
  EXPECT_EQ(json.at("split_arenas").at("non_persistent_bytes"), json.at("arena").at("head_bytes"));
  EXPECT_EQ(json.at("planned_buffers").at(0).at("use"), "input");
}

TEST_F(CommandLineTest, AFullDiskIsStatusOne) {
  for (const char* option : {"--json", "--csv", "--header", "--resolver"}) {
    EXPECT_EQ(run("profile " + sample("autoencoder") + " " + option + " /dev/full"), 1);
    EXPECT_THAT(err_, HasSubstr("No space left on device"));
  }
}

TEST_F(CommandLineTest, InputsComeFromRawAndNumpyFiles) {
  const std::vector<std::uint8_t> zeros(256, 0);
  const std::string header = std::string("\x93NUMPY\x01\x00", 8) + std::string("\x46\x00", 2) +
                             "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 256), }        \n";
  std::vector<std::uint8_t> numpy(header.begin(), header.end());
  numpy.insert(numpy.end(), zeros.begin(), zeros.end());
  ASSERT_EQ(header.size(), 80U);
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json - --input 0=" + written("raw.bin", zeros)), 0);
  const auto raw = nlohmann::json::parse(out_).at("outputs");
  ASSERT_EQ(run("profile " + sample("autoencoder") + " --json - --input 0=" + written("in.npy", numpy)), 0);
  EXPECT_EQ(nlohmann::json::parse(out_).at("outputs"), raw);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --input 0=/no/such/file"), 1);
}

} // namespace
} // namespace arenascope
