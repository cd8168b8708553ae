// The program as a user runs it: exit status, what is printed where, files written.
#include "app/cli/command_line.h"

#include <gmock/gmock.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class CommandLineTest : public test::ProgramTest {
protected:
  // How often files of a folder of boards are opened in a call.
  int boardsOpened(const std::string& arguments) {
    const std::string folder = newFolder("boards");
    std::ofstream(folder + "/mine.json") << R"({"title": "Mine", "core": "cortex-m4", "clock_mhz": 84,)"
                                         << R"( "ram": [{"name": "SRAM", "kib": 64}], "flash": {"kib": 512}})";
    const int watch = inotify_init1(IN_NONBLOCK);
    inotify_add_watch(watch, folder.c_str(), IN_OPEN);
    run(arguments, "ARENASCOPE_BOARDS_DIR='" + folder + "'");
    int opened = 0;
    alignas(inotify_event) std::array<char, 4096> events;
    for (ssize_t size; (size = read(watch, events.data(), events.size())) > 0;)
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(events.data() + at);
        if ((event->mask & IN_ISDIR) == 0) ++opened;
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    close(watch);
    return opened;
  }
};

// Each start read the files of all boards, once for each option that takes one.
TEST_F(CommandLineTest, BoardsAreReadByWhatNeedsThem) {
  EXPECT_EQ(boardsOpened("--version"), 0);
  EXPECT_EQ(boardsOpened("profile --help"), 0);
  EXPECT_EQ(boardsOpened("profile " + sample("sine") + " --no-such-option"), 0);
  EXPECT_EQ(boardsOpened("profile " + sample("sine")), 0);
  EXPECT_GT(boardsOpened("boards"), 0);
}

TEST_F(CommandLineTest, BudgetDecidesTheStatus) {
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000000"), 0);
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --budget 1000"), 3);
  EXPECT_THAT(err_, HasSubstr("over budget"));
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
    EXPECT_THAT(err_, HasSubstr("revision foo of TensorFlow Lite Micro is unknown")) << words;
  }
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

TEST_F(CommandLineTest, AFullDiskIsStatusOne) {
  for (const char* option : {"--json", "--csv", "--header", "--resolver"}) {
    EXPECT_EQ(run("profile " + sample("autoencoder") + " " + option + " /dev/full"), 1);
    EXPECT_THAT(err_, HasSubstr("No space left on device"));
  }
}

} // namespace
} // namespace arenascope
