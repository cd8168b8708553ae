// What options take, and that none is accepted where it does nothing.
#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>

#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class OptionsTest : public test::ProgramTest {
protected:
  // The options in a subcommand's help, without --help.
  std::set<std::string> optionsOf(const std::string& subcommand) {
    EXPECT_EQ(run(subcommand + " --help"), 0);
    std::set<std::string> names;
    const std::regex kOption("\n  (?:-[a-z],)?(--[a-z-]+)");
    for (std::sregex_iterator at(out_.begin(), out_.end(), kOption), none; at != none; ++at)
      if ((*at)[1] != "--help") names.insert((*at)[1]);
    return names;
  }
  void refused(const std::string& words, const std::string& why) {
    EXPECT_EQ(run(words), 2) << words;
    EXPECT_THAT(err_, HasSubstr(why)) << words;
    EXPECT_EQ(out_, "") << words;
  }
};

TEST_F(OptionsTest, NumbersAreReadWholeOrRefused) {
  const std::string sine = sample("sine");
  const std::map<std::string, std::vector<std::string>> kWhole = {
      {"profile " + sine,
       {"--budget", "--max-cycles", "--arena-size", "--resource-variables", "--board nucleo-f446re --reserved-ram",
        "--board nucleo-f446re --reserved-flash"}},
      {"plan " + sine, {"--budget"}},
      {"plan --buffers x.csv", {"--capacity"}},
      {"sweep " + sine, {"--budget", "--step"}},
      {"batch " + sine, {"--budget", "--max-cycles", "--jobs"}},
      {"shrink " + sine, {"--budget"}},
      {"advise " + sine, {"--budget"}},
      {"compare " + sine, {"--budget", "--max-cycles"}},
      {"explain " + sine + " message", {"--arena-size"}}};
  for (const auto& [subcommand, options] : kWhole)
    for (const std::string& option : options)
      for (const char* number : {"-1", "-5", "99999999999999999999", "1.5", "12x", "64KB", "nan", "''"})
        refused(subcommand + " " + option + " " + number, "takes a whole number from ");
  const std::map<std::string, std::string> kReal = {{"plan", "--time-limit"},
                                                    {"advise", "--deadline"},
                                                    {"shrink", "--max-cycles-growth"},
                                                    {"compress", "--max-cycles-growth"},
                                                    {"profile", "--expect 0=x --tolerance"},
                                                    {"profile ", "--board nucleo-f446re --clock"},
                                                    {"profile  ", "--board nucleo-f446re --power-mw"}};
  for (const auto& [subcommand, option] : kReal)
    for (const char* number : {"-1", "nan", "inf", "1e999", "12x", "''"})
      refused(subcommand + " " + sine + " " + option + " " + number, "takes a number from ");
  refused("sweep " + sine + " --sizes 1K:-5", "--sizes takes two numbers of bytes");
  refused("profile " + sine + " --threshold arena=-1 --baseline x", "--threshold takes a figure");
  refused("profile " + sine + " --limit seconds=-1", "limit seconds takes a number from 1");
}

TEST_F(OptionsTest, BytesMayBeScaled) {
  EXPECT_EQ(run("profile " + sample("sine") + " --budget 64K --arena-size 8K --reserved-ram 1K --board nucleo-f446re"),
            0)
      << err_;
  EXPECT_EQ(run("profile " + sample("keyword_spotter") + " --budget 16K"), 3);
  EXPECT_THAT(err_, HasSubstr("the budget is 16,384"));
  EXPECT_EQ(run("profile " + sample("sine") + " --budget 0"), 3) << "nothing fits in no bytes";
  EXPECT_EQ(run("sweep " + sample("sine") + " --sizes 1K:2K --budget 2K"), 0) << err_;
}

TEST_F(OptionsTest, WhatAnotherVerbTakesIsNamed) {
  refused("boards " + sample("sine") + " --budget 10", "boards does not take --budget; these do: profile, ");
  refused("boards " + sample("sine") + " --max-cycles 10", "boards does not take --max-cycles; these do: profile, ");
  refused("calibrate " + sample("sine") + " - --board nucleo-f446re --target cortex-m4",
          "calibrate does not take --target");
  refused("advise " + sample("sine") + " --no-invoke", "advise does not take --no-invoke");
  refused("compare " + sample("sine") + " --board nucleo-f446re --reserved-ram 9",
          "compare does not take --reserved-ram");
}

TEST_F(OptionsTest, WhatDoesNothingWithTheOthersIsRefused) {
  const std::string sine = sample("sine");
  for (const char* option :
       {"--entry main", "--skip f", "--set 1=2", "--base 0", "--interpreter 1", "--model x.tflite"})
    refused("profile " + sine + " " + option, "needs a firmware image");
  for (const char* option : {"--guard", "--overlap", "--max-cycles 9", "--input 0=x", "--dump x"})
    refused("profile " + sine + " --no-invoke " + option, "needs an inference, which --no-invoke leaves out");
  for (const char* option : {"--lens allocation", "--colour-by kind", "--time-axis cycles"})
    refused("profile " + sine + " " + option, "needs an image file");
  for (const char* option : {"--json -", "--csv x", "--kernels reference", "--no-invoke", "--clock 10"})
    refused(std::string("boards ") + option, "needs a MODEL");
  for (const char* option : {"--target cortex-m3", "--order best", "--overlap", "--header x", "--budget 9", "--guard"})
    refused(std::string("plan --buffers x.csv ") + option, "needs a model");
  refused("profile " + sine + " --whole-path", "requires --json");
  refused("plan " + sine + " --timing", "requires --json");
  refused("shrink " + sine + " --anyway", "requires --write");
  refused("profile " + sine + " --other-model", "requires --baseline");
}

TEST_F(OptionsTest, AnImageTakesNothingOfOurInterpreter) {
  folder_.write("image.elf", std::string("\x7f"
                                         "ELF not really"));
  const std::string image = "profile '" + file("image.elf") + "' ";
  for (const char* option : {"--kernels reference", "--tflm 2023-05", "--planner linear", "--resource-variables 1",
                             "--separate-variables", "--overlap", "--decompression-memory 1K"})
    refused(image + option, "is a firmware image, whose own interpreter and kernels run");
}

// A subcommand's name, and the arguments before the option.
using Subcommand = std::pair<const char*, const char*>;
class EachOptionTest : public OptionsTest, public testing::WithParamInterface<Subcommand> {};

// Settings of the run, or effects that a model within limits does not show.
const std::set<std::string> kUnseen = {"--verify", "--guard", "--no-cache", "--jobs", "--time-limit"};
// Covered by separate tests, which need other models or further options.
const std::set<std::string> kElsewhere = {"--entry",
                                          "--skip",
                                          "--set",
                                          "--base",
                                          "--interpreter",
                                          "--model",
                                          "--separate-variables",
                                          "--expect",
                                          "--tolerance",
                                          "--threshold",
                                          "--buffers",
                                          "--expect-tensors",
                                          "--input",
                                          "--persistent-region",
                                          "--place",
                                          "--record",
                                          "--store",
                                          "--summary",
                                          "--sqlite",
                                          "--other-model",
                                          "--shared",
                                          "--capacity",
                                          "--esphome",
                                          "--calibrate",
                                          "--fail-on",
                                          "--non-persistent-region"};
const std::map<std::string, std::string> kValues = {
    {"--target", "cortex-m0plus"},
    {"--board", "nucleo-l4r5zi"},
    {"--clock", "20"},
    {"--caches", "none"},
    {"--power-mw", "100"},
    {"--sleep-power-mw", "1 --power-mw 100 --period 1000"},
    {"--period", "1000 --power-mw 100"},
    {"--battery-mwh", "1500 --power-mw 100 --period 1000"},
    {"--reserved-ram", "128000"},
    {"--reserved-flash", "500000"},
    {"--kernels", "reference"},
    {"--tflm", "2023-05"},
    {"--arena-size", "100"},
    {"--planner", "linear"},
    {"--decompression-memory", "4K"},
    {"--no-invoke", ""},
    {"--resource-variables", "50"},
    {"--json", "new"},
    {"--limit", "model-bytes=10"},
    {"--budget", "10"},
    {"--max-cycles", "10"},
    {"--csv", "new"},
    {"--baseline", "base.json"},
    {"--markdown", "new"},
    {"--junit", "new"},
    {"--header", "new"},
    {"--resolver", "new"},
    {"--buffers-csv", "new"},
    {"--trace", "new"},
    {"--model-explorer", "new"},
    {"--dump", "new"},
    {"--unaligned", ""},
    {"--overlap", ""},
    {"--whole-path", "--json -"},
    {"--html", "new"},
    {"--png", "new"},
    {"--svg", "new"},
    {"--lens", "allocation --svg new"},
    {"--colour-by", "kind --svg new"},
    {"--time-axis", "cycles --svg new"},
    {"--sizes", "20000:20032"},
    {"--step", "8"},
    {"--order", "best"},
    {"--as", "int8"},
    {"--resize-input", "2x1"},
    {"--width", "2"},
    {"--write", "new"},
    {"--timing", "--json -"},
};

// With a value that shows, what is printed or written, or the status, is another one. An option that is in no list
// fails, so that somebody thinks of a new one.
TEST_P(EachOptionTest, ChangesWhatTheVerbAnswers) {
  const auto [subcommand, words] = GetParam();
  std::filesystem::copy(test::sampleModel("sine"), file("m.tflite"));
  const std::string inFolder = "cd '" + folder_.path().string() + "' && ";
  ASSERT_EQ(shell(inFolder + "'" ARENASCOPE_CLI "' profile m.tflite --json base.json"), 0) << err_;
  const std::string command = "'" ARENASCOPE_CLI "' " + std::string(subcommand) + " " + std::string(words);
  const auto answer = [&](const std::string& options) {
    const int status =
        shell(inFolder + "rm -rf new* && " + command + options + "; status=$?; ls -d new* 2>/dev/null; exit $status");
    return std::to_string(status) + out_ + err_;
  };
  const bool hasBoard = optionsOf(subcommand).contains("--board");
  const std::string board = hasBoard ? " --board nucleo-f446re" : "";
  const std::string plain = answer("");
  const std::string onBoard = hasBoard ? answer(board) : plain;
  for (const std::string& option : optionsOf(subcommand)) {
    if (kUnseen.contains(option) || kElsewhere.contains(option)) continue;
    const bool ofBoard = option == "--clock" || option == "--caches" || option.ends_with("-mw") ||
                         option == "--period" || option == "--battery-mwh" || option.starts_with("--reserved");
    ASSERT_TRUE(kValues.contains(option)) << option << ": say what it changes";
    const bool changed =
        answer((ofBoard ? board + " " : " ") + option + " " + kValues.at(option)) != (ofBoard ? onBoard : plain);
    EXPECT_TRUE(changed) << option << " does nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Subcommands, EachOptionTest,
    testing::Values(Subcommand("profile", "m.tflite"), Subcommand("compare", "m.tflite m.tflite"),
                    Subcommand("boards", "m.tflite"), Subcommand("batch", "m.tflite"),
                    Subcommand("overhead", "m.tflite"), Subcommand("plan", "m.tflite"), Subcommand("sweep", "m.tflite"),
                    Subcommand("explain",
                               "m.tflite 'Failed to resize buffer. Requested: 640, available 12, missing: 628'")),
    [](const auto& info) { return std::string(info.param.first); });

} // namespace
} // namespace arenascope
