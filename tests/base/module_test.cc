#include "core/base/module.h"

#include <gtest/gtest.h>

#include "core/base/folders.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

// As of a program that is installed in a folder.
class ModuleTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char* part : {"bin", "lib/arenascope", "share/arenascope"})
      std::filesystem::create_directories(folder_.path() / part);
    setProgramFolder(folder_.path() / "bin");
  }
  ~ModuleTest() override { setProgramFolder({}); }
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

TEST_F(ModuleTest, SaysThatItIsMissing) { EXPECT_EQ(failure("draw"), "part.so is missing"); }

TEST_F(ModuleTest, AFileThatIsNoneIsNamed) {
  folder_.write("lib/arenascope/part.so", std::string("no library"));
  const std::string message = failure("draw");
  EXPECT_NE(message.find("part.so"), std::string::npos) << message;
  EXPECT_NE(message, "part.so is missing");
}

TEST_F(ModuleTest, AFunctionThatItDoesNotHaveIsOfAnotherVersion) {
  folder_.write("part.c", std::string("int draw(void) { return 42; }\n"));
  const std::string file = (folder_.path() / "lib/arenascope/part.so").string();
  ASSERT_EQ(std::system(("cc -shared -fPIC -o '" + file + "' '" + (folder_.path() / "part.c").string() + "'").c_str()),
            0);
  EXPECT_EQ(failure("draw"), "");
  EXPECT_NE(failure("paint").find("part.so is not of this version"), std::string::npos) << failure("paint");
}

} // namespace
} // namespace arenascope
