// A file that changes, goes and comes back is seen, however long it was away.
#include "ui/window/file_watch.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_models.h"
#include "tests/ui/window_support.h"

namespace arenascope::ui {
namespace {

class FileWatchTest : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directories(file().parent_path());
    write("first");
    watch_.watch(qt(file()), stampOf(qt(file())));
  }
  std::filesystem::path file() const { return folder_.path() / "of" / "models" / "m.tflite"; }
  void write(const std::string& text) const { folder_.write("of/models/m.tflite", text); }
  // What was done so far is told, and no more of it comes.
  void expectReported(const char* what) {
    EXPECT_TRUE(QTest::qWaitFor([this] { return changes_.count() > 0; }, kTestTimeout)) << what;
    changes_.clear();
  }

  const test::TemporaryFolder folder_;
  FileWatch watch_;
  QSignalSpy changes_{&watch_, &FileWatch::changed};
};

TEST_F(FileWatchTest, AChangeIsTold) {
  write("second");
  expectReported("written");
  write("third!");
  expectReported("written again");
}

TEST_F(FileWatchTest, AFileThatWasAwayIsTold) {
  std::filesystem::remove(file());
  expectReported("gone");
  EXPECT_EQ(watch_.read(), FileStamp{});
  write("second");
  expectReported("back");
  write("and changed");
  expectReported("changed after that");
}

TEST_F(FileWatchTest, AFileThatIsReplacedByAnotherIsTold) {
  std::filesystem::rename(folder_.write("of/models/new", std::string("second")), file());
  expectReported("replaced");
  write("third");
  expectReported("changed after that");
}

TEST_F(FileWatchTest, AFolderThatGoesAndComesIsTold) {
  std::filesystem::rename(folder_.path() / "of", folder_.path() / "away");
  expectReported("moved away");
  std::filesystem::rename(folder_.path() / "away", folder_.path() / "of");
  expectReported("moved back");
  std::filesystem::remove_all(folder_.path() / "of");
  expectReported("removed");
  std::filesystem::create_directories(file().parent_path());
  write("second");
  expectReported("made anew");
}

TEST_F(FileWatchTest, AFileBehindALinkIsTold) {
  const std::filesystem::path link = folder_.path() / "link.tflite";
  std::filesystem::create_symlink(file(), link);
  watch_.watch(qt(link), stampOf(qt(link)));
  std::filesystem::remove(file());
  expectReported("gone");
}

TEST_F(FileWatchTest, AnotherFileOfTheFolderIsNotTold) {
  folder_.write("of/models/other", std::string("not watched"));
  write("watched");
  expectReported("the one that is");
  EXPECT_EQ(watch_.read(), stampOf(qt(file())));
}

// Between reading and watching.
TEST_F(FileWatchTest, WhatHasChangedAlreadyIsTold) {
  const FileStamp before = stampOf(qt(file()));
  write("longer than it was");
  watch_.watch(qt(file()), before);
  expectReported("since it was read");
}

} // namespace
} // namespace arenascope::ui
