// Existing files survive failed writes.
#include "core/base/file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "tests/support/test_models.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FileWriterTest : public testing::Test {
protected:
  fs::path file(const std::string& name) const { return folder_.path() / name; }
  static unsigned modeOf(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
  }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_.path())) all.insert(entry.path().filename());
    return all;
  }

  test::TemporaryFolder folder_;
};

TEST_F(FileWriterTest, ALinkStaysOneAndItsFileIsReplaced) {
  folder_.write("real", std::string("old"));
  fs::create_symlink("real", file("link"));
  fs::create_symlink(file("link"), file("second"));
  ASSERT_FALSE(writeFile(file("second"), "new"));
  EXPECT_TRUE(fs::is_symlink(file("second")));
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_EQ(test::readText(file("real")), "new");
}

TEST_F(FileWriterTest, ALinkToNothingGetsItsFile) {
  fs::create_directory(file("sub"));
  fs::create_symlink("../later", file("sub/link"));
  ASSERT_FALSE(writeFile(file("sub/link"), "new"));
  EXPECT_TRUE(fs::is_symlink(file("sub/link")));
  EXPECT_EQ(test::readText(file("later")), "new");
  fs::create_symlink("round", file("round"));
  const auto failed = writeFile(file("round"), "new");
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->message, HasSubstr("symbolic links"));
}

TEST_F(FileWriterTest, TheModeIsKept) {
  folder_.write("secret", std::string("old"));
  fs::permissions(file("secret"), fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_FALSE(writeFile(file("secret"), "new"));
  EXPECT_EQ(modeOf(file("secret")), 0600U);
  fs::permissions(file("secret"), fs::perms::all);
  ASSERT_FALSE(writeFile(file("secret"), "new"));
  EXPECT_EQ(modeOf(file("secret")), 0777U);
  const mode_t mask = ::umask(027);
  ASSERT_FALSE(writeFile(file("made"), "new"));
  ::umask(mask);
  EXPECT_EQ(modeOf(file("made")), 0640U) << "as the user's shell makes files";
}

TEST_F(FileWriterTest, OtherFilesAreNotTouched) {
  folder_.write("out.json.part", std::string("mine"));
  ASSERT_FALSE(writeFile(file("out.json"), "new"));
  EXPECT_EQ(test::readText(file("out.json.part")), "mine");
  EXPECT_EQ(names(), (std::set<std::string>{"out.json", "out.json.part"}));
}

TEST_F(FileWriterTest, OfSeveralWritersOneIsThereAsAWhole) {
  const auto written = [](char letter) { return std::string(1 << 20, letter); };
  std::vector<std::thread> writers;
  for (const char letter : {'a', 'b', 'c', 'd'})
    writers.emplace_back([&, letter] {
      for (int i = 0; i < 5; ++i) EXPECT_FALSE(writeFile(file("out"), written(letter)));
    });
  for (std::thread& writer : writers) writer.join();
  const std::string found = test::readText(file("out"));
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found == written(found.front())) << found.size() << " bytes that begin with " << found.front();
  EXPECT_EQ(names(), std::set<std::string>{"out"});
}

TEST_F(FileWriterTest, AFileIsWrittenWhereItsFolderTakesNoNewOnes) {
  folder_.write("out", std::string("an older and longer one"));
  fs::permissions(file("out"),
                  fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read | fs::perms::others_write);
  fs::permissions(folder_.path(),
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  const pid_t child = ::fork(); // whom permissions bind, where this is root
  if (child == 0) {
    constexpr unsigned kNobody = 65534;
    if (::geteuid() == 0 && (::setegid(kNobody) != 0 || ::seteuid(kNobody) != 0)) ::_exit(2);
    const bool newOne = !writeFile(file("another"), "new");
    ::_exit(newOne || writeFile(file("out"), "new") ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  fs::permissions(folder_.path(), fs::perms::all);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(test::readText(file("out")), "new");
  EXPECT_EQ(names(), std::set<std::string>{"out"});
}

TEST_F(FileWriterTest, APipeIsWrittenTo) {
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = test::readText(file("pipe")); });
  EXPECT_FALSE(writeFile(file("pipe"), "new"));
  reader.join();
  EXPECT_EQ(read, "new");
  EXPECT_TRUE(fs::is_fifo(file("pipe")));
}

TEST_F(FileWriterTest, StandardOutputHasItsNames) {
  for (const char* name : {"-", "/dev/stdout"}) {
    testing::internal::CaptureStdout();
    std::printf("first ");
    EXPECT_FALSE(writeFile(name, "second "));
    std::printf("third");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "first second third");
  }
  EXPECT_FALSE(fs::exists("-"));
}

TEST_F(FileWriterTest, AFileIsTheSameByAnyName) {
  const fs::path model = folder_.write("m.tflite", std::string("model"));
  fs::create_symlink(model, file("link"));
  fs::create_hard_link(model, file("hard"));
  fs::create_symlink("later", file("dangling"));
  for (const char* name : {"m.tflite", "./m.tflite", "link", "hard"})
    EXPECT_TRUE(isSameFile(model, file(name))) << name;
  EXPECT_FALSE(isSameFile(model, file("other")));
  EXPECT_FALSE(isSameFile(file("other"), model));
  EXPECT_TRUE(isSameFile(file("later"), file("./later"))) << "neither is there yet";
  EXPECT_TRUE(isSameFile(file("later"), file("dangling")));
  EXPECT_FALSE(isSameFile("/dev/null", "/dev/null"));
}

} // namespace
} // namespace arenascope
