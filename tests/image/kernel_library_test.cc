// A user's library as a kernel set.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "emulator/elf/library_file.h"
#include "emulator/engine/kernel_library.h"
#include "emulator/engine/target.h"
#include "emulator/runners/image_runner.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/profiler.h"
#include "tests/support/firmware_builder.h"
#include "tests/support/report_rules.h"

namespace arenascope {
namespace {

using engine::KernelLibrary;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class KernelLibraryTest : public testing::Test {
protected:
  KernelLibraryTest() { setenv("ARENASCOPE_KERNELS_DIR", (builder().folder() / "kernels").c_str(), 1); }

  static test::FirmwareBuilder& builder() {
    static test::FirmwareBuilder made;
    return made;
  }
  static engine::NewKernelLibrary wanted() {
    return {.name = "mine",
            .library = builder().library(),
            .headers = test::FirmwareBuilder::headers(),
            .flags = folder_.write("flags.txt", std::string("# as the library\n-std=c++20\n")),
            .target = {}};
  }

  inline static test::TemporaryFolder folder_;
};

TEST_F(KernelLibraryTest, StandsWhereverAKernelSetDoes) {
  const Result<KernelLibrary> added = engine::addKernelLibrary(wanted());
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->target, "cortex-m4");
  EXPECT_THAT(added->missing, Contains("tflite::Register_SOFTMAX()"));
  EXPECT_THAT(service::kernelSets(*engine::findTarget("cortex-m4")), Contains("mine"));
  EXPECT_THAT(service::kernelSets(*engine::findTarget("cortex-m7")), Not(Contains("mine")));

  const report::Report own = test::profileOf(test::sampleModel("sine"), "cortex-m4", "reference");
  const report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4", "mine");
  EXPECT_FALSE(report.error.has_value());
  EXPECT_EQ(report.arena->used, own.arena->used);
  EXPECT_EQ(report.arena->minimum, own.arena->minimum);
  EXPECT_TRUE(report.arena->minimumProven);
  EXPECT_EQ(report.outputs[0].bytes, own.outputs[0].bytes);
  EXPECT_EQ(report.library, builder().library().string());
  EXPECT_GT(report.cost->kernels.cycles, 0U);
  test::expectConsistent(report);
  ASSERT_TRUE(report.flash.has_value());
  ASSERT_EQ(report.flash->operators.size(), 1U);
  // Its kernel, its preparation and the arithmetic that nothing else of the harness needs; not the interpreter.
  EXPECT_GT(report.flash->operators[0].bytes, 300U);
  EXPECT_EQ(report.flash->operators[0].bytes, report.flash->needed);
  EXPECT_GE(report.flash->all, report.flash->needed);
  EXPECT_GT(report.flash->interpreter, 1000U);
  EXPECT_LT(report.flash->needed + report.flash->interpreter, std::filesystem::file_size(added->image));

  const report::Report softmax = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4", "mine");
  ASSERT_TRUE(softmax.error.has_value());
  EXPECT_THAT(softmax.error->message, HasSubstr("the library has no kernel for"));

  service::ProfileRequest other;
  other.model = test::sampleModel("sine");
  other.target = "cortex-m7";
  other.kernels = "mine";
  engine::RunControl control;
  const auto wrong = service::profileModel(other, {}, control);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("kernel set mine is for cortex-m4, not for cortex-m7"));

  EXPECT_EQ(engine::removeKernelLibrary("mine"), std::nullopt);
  EXPECT_TRUE(engine::kernelLibraries().empty());
  EXPECT_FALSE(std::filesystem::exists(added->image));
  EXPECT_THAT(engine::removeKernelLibrary("mine")->message, HasSubstr("there is no kernel set mine"));
}

TEST_F(KernelLibraryTest, AModelWithoutOperatorsIsSized) {
  const std::filesystem::path model = folder_.write("none.tflite", test::modelWithoutOperators());
  const Result<KernelLibrary> added = engine::addKernelLibrary(wanted());
  ASSERT_TRUE(added) << added.error().message;
  const report::Report own = test::profileOf(model, "cortex-m4", "reference");
  const report::Report report = test::profileOf(model, "cortex-m4", "mine");
  ASSERT_FALSE(report.error.has_value()) << report.error->message;
  EXPECT_EQ(report.arena->used, own.arena->used);
  EXPECT_EQ(report.arena->minimum, own.arena->minimum);
  EXPECT_TRUE(report.arena->minimumProven);
  ASSERT_EQ(report.outputs.size(), 1U);
  EXPECT_EQ(report.outputs[0].bytes.size(), 40U);
  EXPECT_EQ(report.inputs[0].bytes, own.inputs[0].bytes);
  EXPECT_EQ(report.outputs[0].bytes, own.outputs[0].bytes);
  test::expectConsistent(report);
}

// Some ask for more than there is, and go on with less.
TEST_F(KernelLibraryTest, OneThatGoesOnWithoutABlockIsNoError) {
  engine::NewKernelLibrary trying = wanted();
  trying.name = "trying";
  trying.library = builder().library({"-DTRIES_MORE_FIRST"});
  const Result<KernelLibrary> added = engine::addKernelLibrary(trying);
  ASSERT_TRUE(added) << added.error().message;
  const report::Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4", "trying");
  EXPECT_FALSE(report.error.has_value()) << report.error->message;
  EXPECT_EQ(report.arena->used, test::profileOf(test::sampleModel("sine"), "cortex-m4", "reference").arena->used);
}

report::Report watchedProfile(const std::string& kernels) {
  service::ProfileRequest request;
  request.model = test::sampleModel("sine");
  request.kernels = kernels;
  request.guard = true;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : report::Report();
}

TEST_F(KernelLibraryTest, ItsKernelsAreWatched) {
  engine::NewKernelLibrary sound = wanted();
  sound.library = builder().library({"-DUSES_SCRATCH"});
  ASSERT_TRUE(engine::addKernelLibrary(sound));
  const report::Report clean = watchedProfile("mine");
  EXPECT_FALSE(clean.error.has_value()) << clean.error->message;
  EXPECT_GT(clean.guardedAccesses.value_or(0), 500U);
  EXPECT_EQ(clean.watchedOn, "cortex-m4");
  const report::Report unwatched = test::profileOf(test::sampleModel("sine"), "cortex-m4", "mine");
  EXPECT_EQ(clean.arena->minimum, unwatched.arena->minimum) << "gaps are in the watched run alone";
  EXPECT_EQ(clean.outputs[0].bytes, unwatched.outputs[0].bytes);
  EXPECT_EQ(clean.cost->kernels.cycles, unwatched.cost->kernels.cycles);
  test::expectConsistent(clean);
}

TEST_F(KernelLibraryTest, WhatIsNotTheirsIsNamedWithTheOperator) {
  engine::NewKernelLibrary greedy = wanted();
  greedy.name = "greedy";
  greedy.library = builder().library({"-DASKS_TOO_LITTLE"});
  ASSERT_TRUE(engine::addKernelLibrary(greedy));
  const report::Report report = watchedProfile("greedy");
  ASSERT_TRUE(report.error.has_value());
  EXPECT_EQ(report.error->stage, Stage::kEmulate);
  EXPECT_EQ(report.error->op, 0);
  EXPECT_THAT(report.error->message,
              HasSubstr("operator 0 (FULLY_CONNECTED) writes 4 bytes outside its own buffers: right behind its scratch "
                        "memory, at 0x"));
  EXPECT_FALSE(report.guardedAccesses.has_value());
  EXPECT_TRUE(test::profileOf(test::sampleModel("sine"), "cortex-m4", "greedy").ok()) << "nothing shows it otherwise";
}

TEST_F(KernelLibraryTest, WhatCannotBeAddedSaysWhy) {
  engine::NewKernelLibrary bad = wanted();
  bad.name = "reference";
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("is taken by a built-in kernel set"));
  bad.name = "../up";
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("letters, digits"));
  bad = wanted();
  std::filesystem::create_directories(engine::kernelLibraryFolder());
  std::ofstream(engine::kernelLibraryFolder() / "theirs.json") << "{\"not\": \"ours\"}";
  bad.name = "theirs";
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("it is left unchanged"));
  EXPECT_EQ(test::readText(engine::kernelLibraryFolder() / "theirs.json"), "{\"not\": \"ours\"}");
  bad = wanted();
  bad.library = folder_.write("text.a", std::string("no library"));
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("is not a static library"));
  bad = wanted();
  bad.headers = {folder_.path()};
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("micro_interpreter.h"));
  bad.headers = {folder_.path() / "none"};
  EXPECT_THAT(engine::addKernelLibrary(bad).error().message, HasSubstr("--headers: no such folder"));
}

} // namespace
} // namespace arenascope
