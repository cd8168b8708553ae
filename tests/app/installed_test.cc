// A program uses a source tree's files only if it lies in its build folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/devtree/checkout.h"
#include "emulator/runners/firmware.h"
#include "tests/app/program_test.h"

namespace arenascope::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class InstalledTest : public test::ProgramTest {
protected:
  // The program alone, in a folder of this test's.
  std::string copiedTo(const std::string& folder) const {
    std::filesystem::create_directories(file(folder));
    std::filesystem::copy_file(ARENASCOPE_CLI, file(folder) + "/arenascope");
    return "'" + file(folder) + "/arenascope' ";
  }
  // What looks like a checkout's build, and leaves a trace when something is built in it.
  void plantBuild(const std::string& folder) const {
    for (const char* part : {"/", "/firmware/"}) {
      std::filesystem::create_directories(file(folder) + part);
      std::ofstream(file(folder) + part + "build.ninja")
          << "rule trace\n  command = touch '" << file("trace")
          << "'\nbuild arenascope-kernels arenascope-pictures cortex-m4-cmsis-nn: trace\n";
    }
    std::ofstream(file(folder) + "/checkout_of_this_build.txt") << file(folder) << "\n";
  }
  bool leftATrace() const { return std::filesystem::exists(file("trace")); }

  std::string profile_ = "profile " + sample("sine") + " --no-cache";
};

TEST_F(InstalledTest, TakesNothingFromTheBuildThatMadeIt) {
  const std::string program = copiedTo("usr/bin");
  EXPECT_EQ(shell(program + profile_), 1) << out_;
  EXPECT_THAT(err_, HasSubstr(" is missing: build or install"));
  EXPECT_EQ(shell(program + profile_ + " --target host"), 1) << out_;
  EXPECT_THAT(err_ + out_, HasSubstr("arenascope-kernels.so, with the kernels of the target host, is missing"));
  EXPECT_EQ(shell(program + "doctor"), 1);
  EXPECT_THAT(out_, HasSubstr("arenascope-pictures.so is missing"));
  EXPECT_THAT(out_, HasSubstr("--board has no choices"));
  EXPECT_THAT(out_, HasSubstr("reports do not state the accuracy of cycles"));
}

// A command line without the desktop's package.
TEST_F(InstalledTest, APageNeedsNothingThatDrawsPictures) {
  const std::string program = copiedTo("usr/bin");
  std::filesystem::create_symlink(devtree::partFile("arenascope-emulator", "emulator"),
                                  newFolder("parts") + "/arenascope-emulator");
  const auto image = runners::findFirmware("cortex-m4", "cmsis-nn");
  ASSERT_TRUE(image) << image.error().message;
  const std::string where = "ARENASCOPE_PARTS_DIR='" + file("parts") + "' ARENASCOPE_FIRMWARE_DIR='" +
                            std::filesystem::path(*image).parent_path().string() + "' ";
  EXPECT_EQ(shell(where + program + profile_ + " --html '" + file("page.html") + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("page.html has no charts: arenascope-pictures.so is missing"));
  const std::string page = test::readText(file("page.html"));
  EXPECT_THAT(page, HasSubstr("<span class=\"size\">1,296</span>"));
  EXPECT_THAT(page, HasSubstr("<h2>Planned buffers</h2>"));
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_EQ(shell(where + program + profile_ + " --svg '" + file("a.svg") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("no image file has been written: arenascope-pictures.so is missing"));
}

TEST_F(InstalledTest, BuildsNothingWhateverLiesAroundIt) {
  const std::string program = copiedTo("usr/bin");
  plantBuild("usr");
  plantBuild(".");
  std::filesystem::create_directories(file("usr/share/arenascope"));
  EXPECT_EQ(shell(program + profile_), 1);
  EXPECT_EQ(shell(program + profile_ + " --target host"), 1);
  EXPECT_EQ(shell(program + "doctor"), 1);
  EXPECT_FALSE(leftATrace());
  EXPECT_THAT(err_, Not(HasSubstr("needed now for the first time")));
}

TEST_F(InstalledTest, AProgramInABuildFolderBuildsThere) {
  const std::string program = copiedTo("build/app/cli");
  plantBuild("build");
  EXPECT_EQ(shell(program + profile_), 1);
  EXPECT_TRUE(leftATrace());
}

} // namespace
} // namespace arenascope::cli
