#include "core/devtree/module_part.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "core/base/folders.h"
#include "core/devtree/module.h"
#include "tests/support/test_models.h"

namespace arenascope::devtree {
namespace {

// As of a program that is installed in a folder.
class ModulePartTest : public testing::Test {
protected:
  void SetUp() override {
    setProgramFolder(folder_.path() / "bin");
    for (const std::filesystem::path& part : {folder_.path() / "bin", installedLibraries(), installedFolder("")})
      std::filesystem::create_directories(part);
  }
  ~ModulePartTest() override { setProgramFolder({}); }
  static std::string failure(const char* name) {
    const Module module{
        .target = "part", .folder = "app", .what = "what does it", .missing = {Stage::kExport, "part.so is missing"}};
    const Result<void*> function = functionOf(module, name);
    if (function) return "";
    EXPECT_EQ(function.error().stage, Stage::kExport);
    return function.error().message;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ModulePartTest, SaysThatItIsMissing) { EXPECT_EQ(failure("draw"), "part.so is missing"); }

TEST_F(ModulePartTest, AFileThatIsNoneIsNamed) {
  std::ofstream(installedLibraries() / "part.so") << "no library";
  const std::string message = failure("draw");
  EXPECT_NE(message.find("part.so"), std::string::npos) << message;
  EXPECT_NE(message, "part.so is missing");
}

TEST_F(ModulePartTest, AFunctionThatItDoesNotHaveIsOfAnotherVersion) {
  folder_.write("part.c", std::string("int draw(void) { return 42; }\n"));
  const std::string file = (installedLibraries() / "part.so").string();
  ASSERT_EQ(std::system(("cc -shared -fPIC -o '" + file + "' '" + (folder_.path() / "part.c").string() + "'").c_str()),
            0);
  EXPECT_EQ(failure("draw"), "");
  EXPECT_NE(failure("paint").find("part.so is from another version of ArenaScope"), std::string::npos)
      << failure("paint");
}

} // namespace
} // namespace arenascope::devtree
