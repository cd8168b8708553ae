// What can go wrong around the program: files, disks, permissions, displays, firmware images, memory, time.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "emulator/runners/emulated_runner.h"
#include "resources/generator/model_builder.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class FaultsTest : public test::ProgramTest {
protected:
  // As a user without root's permissions.
  static std::string unprivileged() {
    return geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : "";
  }
  // No incomplete files remain next to the intended ones.
  std::vector<std::string> filesIn(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(file(name)))
      names.push_back(entry.path().filename().string());
    return names;
  }
};

TEST_F(FaultsTest, FilesThatCannotBeReadSayWhy) {
  const std::string secret = written("secret.tflite", test::twoLayerModel());
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  std::filesystem::permissions(file("secret.tflite"), std::filesystem::perms::none);
  EXPECT_EQ(run("profile --no-cache " + secret, unprivileged()), 1);
  EXPECT_THAT(err_, HasSubstr("secret.tflite: cannot be opened: Permission denied"));

  std::filesystem::create_symlink(file("gone"), file("link.tflite"));
  EXPECT_EQ(run("profile '" + file("link.tflite") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("link.tflite: no such file"));

  ASSERT_EQ(shell("mkfifo '" + file("pipe.tflite") + "'"), 0);
  EXPECT_EQ(run("profile '" + file("pipe.tflite") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("is not a regular file"));
  EXPECT_EQ(run("profile " + sample("sine") + " --input 0='" + file("pipe.tflite") + "'"), 1) << "it must not wait";
}

// A limit on the size of files stands for a disk that is full: the write fails in the middle. The thread sanitizer
// writes a separate file before the program can say that it does not want the signal.
#ifdef __SANITIZE_THREAD__
constexpr const char* kFullDisk = "trap '' XFSZ; ulimit -S -f 0; ";
#else
constexpr const char* kFullDisk = "ulimit -S -f 0; ";
#endif

TEST_F(FaultsTest, AFullDiskLeavesTheOldFileAndNothingElse) {
  newFolder("results");
  for (const char* option : {"--json", "--csv", "--header", "--buffers", "--resolver", "--html", "--svg", "--png"}) {
    const std::string path = file("results/kept");
    std::ofstream(path) << "what was there";
    // What it says goes through a pipe, since files take nothing.
    const std::string said = file("said");
    EXPECT_EQ(shell("rm -f '" + said + "'; mkfifo '" + said + "'; (" + kFullDisk + "exec '" + ARENASCOPE_CLI +
                    "' profile " + sample("person_detector") + " --no-cache " + option + " '" + path +
                    "' > /dev/null 2> '" + said + "') & cat '" + said + "' >&2; wait $!"),
              1)
        << option;
    EXPECT_THAT(err_, HasSubstr("kept cannot be written")) << option;
    EXPECT_EQ(test::readText(path), "what was there") << option;
    EXPECT_THAT(filesIn("results"), testing::ElementsAre("kept")) << option;
  }
}

TEST_F(FaultsTest, AFolderWithoutPermissionSaysSo) {
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  std::filesystem::permissions(newFolder("readonly"),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec |
                                   std::filesystem::perms::others_read | std::filesystem::perms::others_exec);
  EXPECT_EQ(run("profile " + sample("sine") + " --no-cache --json '" + file("readonly/r.json") + "'", unprivileged()),
            1);
  EXPECT_THAT(err_, HasSubstr("readonly/r.json cannot be written: Permission denied"));
}

TEST_F(FaultsTest, ACacheThatCannotBeWrittenIsDoneWithout) {
  std::ofstream(file("no-folder")) << "a file";
  EXPECT_EQ(run("profile " + sample("sine"), "XDG_CACHE_HOME='" + file("no-folder") + "'"), 0) << err_;
  EXPECT_EQ(run("profile " + sample("sine"), std::string(kFullDisk) + "XDG_CACHE_HOME='" + file("small") + "'"), 1)
      << "standard output is a file here, too";
  EXPECT_EQ(run("profile " + sample("sine"), "XDG_CACHE_HOME= HOME="), 0) << err_;
}

// Another program of that name, say, or one that knows no plugins: what can be known without it is.
TEST_F(FaultsTest, AQemuThatDoesNotStartIsDoneWithout) {
  const std::filesystem::path program = newFolder("qemu") + "/qemu-system-arm";
  std::ofstream(program) << "#!/bin/sh\nexit 3\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_EQ(run("profile " + sample("sine") + " --target cortex-m55 --no-cache",
                "PATH='" + program.parent_path().string() + "':\"$PATH\""),
            0)
      << err_;
  EXPECT_THAT(out_, HasSubstr("minimum arena"));
  EXPECT_THAT(out_, testing::Not(HasSubstr("cycles for one inference")));
  EXPECT_THAT(out_, HasSubstr("QEMU executes its vector instructions, and "));
}

TEST_F(FaultsTest, FirmwareImagesThatAreMissingOrDamagedSaySo) {
  const std::string folder = newFolder("firmware");
  const std::string profile = "profile " + sample("sine") + " --no-cache";
  const std::string chosen = "ARENASCOPE_FIRMWARE_DIR='" + folder + "'";
  EXPECT_EQ(run(profile, chosen), 1);
  EXPECT_THAT(err_, HasSubstr("cortex-m4-cmsis-nn.elf is missing: build or install the firmware images"));

  const auto real = runners::findFirmware("cortex-m4", "cmsis-nn");
  ASSERT_TRUE(real);
  const std::string image = test::readText(*real);
  const std::string copy = folder + "/cortex-m4-cmsis-nn.elf";
  std::filesystem::copy_file(std::filesystem::path(*real).replace_extension(".map"),
                             folder + "/cortex-m4-cmsis-nn.map");
  for (const std::size_t length : {std::size_t{0}, std::size_t{40}, std::size_t{200}, image.size() / 2}) {
    std::ofstream(copy, std::ios::binary) << image.substr(0, length);
    EXPECT_EQ(run(profile, chosen), 1) << length;
    EXPECT_THAT(err_, HasSubstr("firmware image")) << length;
  }
  std::ofstream(copy, std::ios::binary) << std::string(image.size(), 'x');
  EXPECT_EQ(run(profile, chosen), 1);
  EXPECT_THAT(err_, HasSubstr("is not an ELF file"));

  // Code that is not code: the run fails, the program does not.
  std::string damaged = image;
  for (std::size_t at = 0x1000; at < 0x9000; ++at) damaged[at] = static_cast<char>(at * 37);
  std::ofstream(copy, std::ios::binary) << damaged;
  EXPECT_EQ(run(profile, chosen), 1);
  EXPECT_NE(err_, "");
}

TEST_F(FaultsTest, LimitsEndARunWithAMessage) {
  const std::string model = "profile " + sample("person_detector") + " --no-cache --json - ";
  EXPECT_EQ(run(model + "--limit instructions=1M"), 1);
  EXPECT_THAT(err_, HasSubstr("instructions (the limit is "));
  EXPECT_EQ(nlohmann::json::parse(out_).at("status"), "failed");
  EXPECT_GT(nlohmann::json::parse(out_).at("arena").at("minimum_bytes"), 0) << "what was known by then is reported";
  EXPECT_EQ(run(model + "--limit operator-runs=3"), 1);
  EXPECT_THAT(err_, HasSubstr("the model ran too many operators: the limit is 3"));
  EXPECT_EQ(run(model + "--limit host-bytes=1"), 1);
  EXPECT_THAT(err_, HasSubstr("bytes of memory: the limit is 1"));
  EXPECT_EQ(run(model + "--limit model-bytes=1K"), 1);
  EXPECT_THAT(err_, HasSubstr("the file has 73712 bytes: the limit is 1024"));
  EXPECT_EQ(run(model + "--limit arena-bytes=16K"), 1);
  EXPECT_THAT(err_, HasSubstr("--limit arena-bytes=N changes it"));
  EXPECT_EQ(run(model + "--limit arena-bytes=16K --arena-size 20000"), 1);
  EXPECT_THAT(err_, HasSubstr("an arena of 20000 bytes is too large: the limit is 16384"));
  EXPECT_EQ(run(model + "--limit rank=three"), 2);
  EXPECT_EQ(run(model + "--limit speed=3"), 2);
}

TEST_F(FaultsTest, EveryVerbThatRunsAModelHasLimits) {
  const std::string model = sample("person_detector");
  const std::string message = " 'Failed to resize buffer. Requested: 1000, available 900, missing: 100'";
  for (const std::string& words :
       {"profile " + model, "compare " + model, "boards " + model, "batch " + model, "overhead " + model,
        "plan " + model, "sweep " + model, "explain " + model + message}) {
    EXPECT_EQ(run(words + " --limit arena-bytes=16K"), words.starts_with("explain") ? 0 : 1) << words;
    EXPECT_THAT(out_ + err_, HasSubstr("--limit arena-bytes=N changes it")) << words;
    EXPECT_EQ(run(words + " --limit operators=1"), 1) << words;
    EXPECT_THAT(out_ + err_, HasSubstr("operators: the limit is 1")) << words;
  }
}

// Condition and body of a loop, without operators, or with some without effect. One of those takes long: a report lists
// each of its runs.
std::vector<std::uint8_t> endlessLoop(bool withOperators) {
  generator::ModelBuilder model("endless");
  const auto flag = [&](const char* name) { return model.addTensor(name, schema::TensorType_BOOL, {1}); };
  const auto on = model.addConstant("on", schema::TensorType_BOOL, {1}, {1});
  const auto end = flag("end");
  model.addOperator(
      schema::BuiltinOperator_WHILE, {on}, {end},
      {schema::BuiltinOptions_WhileOptions, schema::CreateWhileOptions(model.flatbuffer(), 1, 2).Union()});
  model.setInputs({});
  model.setOutputs({end});
  for (int graph = 0; graph < 2; ++graph) {
    model.beginSubgraph();
    const auto in = flag("in");
    std::int32_t out = in;
    if (withOperators) {
      out = flag("out");
      model.addOperator(schema::BuiltinOperator_LOGICAL_OR, {in, in}, {out});
      constexpr std::int32_t kMany = 1 << 13;
      const auto many = model.addConstant("many", schema::TensorType_BOOL, {kMany}, std::vector<std::uint8_t>(kMany));
      const auto all = model.addTensor("all", schema::TensorType_BOOL, {kMany});
      model.addOperator(schema::BuiltinOperator_LOGICAL_OR, {many, many}, {all});
    }
    model.setInputs({in});
    model.setOutputs({out});
  }
  return model.finish();
}

TEST_F(FaultsTest, LoopsWithoutAnEndAreStopped) {
  const std::string endless = " --limit loop-iterations=2147483647 --limit operator-runs=1G --limit seconds=1";
  for (const bool withOperators : {true, false}) {
    const std::string model = written("loop.tflite", endlessLoop(withOperators));
    for (const char* target : {"host", "cortex-m4"}) {
      const std::string profile = "profile " + model + " --no-cache --target " + target;
      EXPECT_EQ(run(profile + " --limit loop-iterations=1000"), 1) << target;
      EXPECT_THAT(err_, HasSubstr("operator 0 (WHILE): the loop did not end within 1000 iterations (the limit)"));
      // Not even a kernel is called in the loop without operators: it has to be left where it is.
      EXPECT_EQ(run(profile + endless), 1) << target;
      EXPECT_THAT(err_, HasSubstr("it took too long: the limit is 1")) << target;
    }
    EXPECT_EQ(run("sweep " + model + " --no-cache" + endless), 1);
    EXPECT_THAT(err_, HasSubstr("it took too long: the limit is 1"));
    EXPECT_EQ(run("explain " + model + " --no-cache --target host" + endless +
                  " 'Node WHILE (number 0f) failed to invoke with status 1'"),
              0);
    EXPECT_THAT(out_, HasSubstr("it took too long: the limit is 1"));
  }
}

TEST_F(FaultsTest, TheSameModelGivesTheSameBytesWhereverAndHoweverOftenItRuns) {
  std::string line;
  for (int i = 0; i < 6; ++i) {
    const std::string folder = newFolder("run" + std::to_string(i));
    std::filesystem::copy_file(test::sampleModel("keyword_spotter"), folder + "/model.tflite");
    line += "(cd '" + folder + "' && '" + ARENASCOPE_CLI + "' profile " +
            (i % 2 == 0 ? "model.tflite" : "'" + folder + "/model.tflite'") + (i % 3 == 0 ? " --no-cache" : "") +
            " --json report.json) & ";
  }
  ASSERT_EQ(shell(line + "wait"), 0) << err_;
  const std::string first = test::readText(file("run0/report.json"));
  EXPECT_EQ(nlohmann::json::parse(first).at("model").at("path"), "model.tflite");
  for (int i = 1; i < 6; ++i) EXPECT_EQ(test::readText(file("run" + std::to_string(i) + "/report.json")), first) << i;
}

TEST_F(FaultsTest, FailuresAreTheSameWhereverTheyAre) {
  std::vector<std::string> reports;
  for (const char* folder : {"here", "there"}) {
    std::filesystem::create_directory(file(folder));
    written(folder + std::string("/bad.tflite"), {1, 2, 3});
    EXPECT_EQ(run("profile '" + file(folder) + "/bad.tflite' --json -"), 1);
    reports.push_back(out_);
  }
  EXPECT_EQ(reports[0], reports[1]);
  EXPECT_EQ(run("profile '" + file("here/bad.tflite") + "' --whole-path --json -"), 1);
  EXPECT_EQ(nlohmann::json::parse(out_).at("model").at("path"), file("here/bad.tflite"));
}

TEST_F(FaultsTest, ProgramsThatShareACacheDoNotDisturbEachOther) {
  std::string line;
  for (int i = 0; i < 8; ++i) {
    const std::string report = file("r" + std::to_string(i) + ".json");
    line += "'" + std::string(ARENASCOPE_CLI) + "' profile " + sample("edge_detector") + " --json '" + report + "' & ";
    if (i % 3 == 2) line += "'" + std::string(ARENASCOPE_CLI) + "' cache --clear & ";
  }
  // A damaged or truncated result is not used.
  line += "wait; for entry in \"$XDG_CACHE_HOME\"/arenascope/*; do head -c 100 \"$entry\" > \"$entry.x\"; mv "
          "\"$entry.x\" \"$entry\"; done; '" +
          std::string(ARENASCOPE_CLI) + "' profile " + sample("edge_detector") + " --json '" + file("r8.json") + "'";
  ASSERT_EQ(shell(line), 0) << err_;
  const std::string first = test::readText(file("r0.json"));
  EXPECT_EQ(nlohmann::json::parse(first).at("status"), "ok");
  for (int i = 1; i <= 8; ++i) EXPECT_EQ(test::readText(file("r" + std::to_string(i) + ".json")), first) << i;
}

#ifdef ARENASCOPE_GUI_PROGRAM
TEST_F(FaultsTest, WithoutADisplayTheWindowSaysSo) {
  for (const char* platform : {"", "QT_QPA_PLATFORM=xcb"}) {
    EXPECT_EQ(shell(std::string("env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM ") + platform + " '" +
                    ARENASCOPE_GUI_PROGRAM + "'"),
              1);
    EXPECT_THAT(err_, HasSubstr("without a display"));
  }
}
#endif

TEST_F(FaultsTest, TheGuardWatchesKernelsAndFindsOursClean) {
  ASSERT_EQ(run("profile " + sample("edge_detector") + " --guard --json -"), 0) << err_;
  auto guarded = nlohmann::json::parse(out_);
  EXPECT_GT(guarded.at("guard").at("accesses"), 100);
  EXPECT_EQ(guarded.at("guard").at("violations"), 0);
  ASSERT_EQ(run("profile " + sample("edge_detector") + " --json -"), 0);
  guarded.erase("guard");
  EXPECT_EQ(nlohmann::json::parse(out_), guarded) << "watching changes nothing";
  EXPECT_EQ(run("profile " + sample("edge_detector") + " --guard --target host"), 1);
  EXPECT_THAT(err_, HasSubstr("target host cannot check accesses of kernels"));
}

// Kernels of ours run in the place of code that does not run here: the guard says so.
TEST_F(FaultsTest, TheGuardSaysWhoseCodeItWatched) {
  struct Case {
    const char* options;
    const char* kernels;
    const char* compiledFor;
    const char* unwatched; // empty: nothing
  };
  for (const Case& wanted :
       {Case{"--target cortex-m4 --kernels cmsis-nn", "like those of CMSIS-NN", "cortex-m4", ""},
        Case{"--target cortex-m4 --kernels cmsis-nn@armclang", "like those of CMSIS-NN", "cortex-m4", "Arm's compiler"},
        Case{"--target cortex-m4 --tflm 2022-01", "like those of CMSIS-NN", "cortex-m4", "another revision"},
        Case{"--target cortex-m85 --kernels cmsis-nn", "like those of CMSIS-NN", "cortex-m7",
             "CMSIS-NN's code for the vector instructions of cortex-m85"},
        Case{"--target cortex-m85 --kernels reference", "like the reference ones", "cortex-m7", ""},
        Case{"--target esp32s3 --kernels esp-nn@1.2.0", "like the portable ones of esp-nn 1.2.0", "rv32imafc",
             "esp-nn's code for the vector instructions of esp32s3"},
        Case{"--target esp32p4", "like the portable ones of esp-nn", "rv32imafc", "vector instructions of esp32p4"},
        Case{"--target esp32s3 --kernels reference", "like the reference ones", "rv32imafc", ""},
        Case{"--target esp32c3", "like the portable ones of esp-nn", "rv32imc", ""}}) {
    ASSERT_EQ(
        run("profile " + sample("sine") + " --guard " + wanted.options + " --json - --html '" + file("r.html") + "'"),
        0)
        << err_;
    const auto guard = nlohmann::json::parse(out_).at("guard");
    EXPECT_THAT(guard.at("kernels").get<std::string>(), HasSubstr(wanted.kernels)) << wanted.options;
    EXPECT_EQ(guard.at("compiled_for"), wanted.compiledFor) << wanted.options;
    EXPECT_EQ(guard.contains("not_watched"), *wanted.unwatched != '\0') << wanted.options;
    ASSERT_EQ(run("profile " + sample("sine") + " --guard " + wanted.options), 0) << err_;
    for (const std::string& text : {out_, test::readText(file("r.html"))}) {
      EXPECT_THAT(text, HasSubstr("always within their own buffers. Checked: kernels")) << wanted.options;
      if (*wanted.unwatched != '\0') {
        EXPECT_THAT(guard.at("not_watched").get<std::string>(), HasSubstr(wanted.unwatched)) << wanted.options;
        EXPECT_THAT(text, HasSubstr("Not checked, because it does not run here: ")) << wanted.options;
      }
    }
  }
}

} // namespace
} // namespace arenascope
