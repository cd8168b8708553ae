// ESPHome's manifest from the window: while one goes on working, and the same as the command line's.
#include "core/base/process.h"
#include "tests/ui/window_support.h"
#include "ui/jobs/manifest_job.h"
#include "ui/jobs/run_settings.h"

namespace arenascope::ui {
namespace {

class ManifestTest : public WindowTest {
protected:
  QString path(const char* name) const { return qt(folder_.path() / name); }
  void exportAndWait(const QString& path) {
    QSignalSpy exported(&window_, &MainWindow::exported);
    ASSERT_TRUE(window_.exportTo(exportKind("manifest.json"), path));
    EXPECT_FALSE(QFile::exists(path)) << "the window does not wait for it";
    EXPECT_TRUE(find<QAction>("cancel")->isEnabled());
    waitFor([&] { return !exported.isEmpty(); });
    EXPECT_FALSE(find<QAction>("cancel")->isEnabled());
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ManifestTest, IsTheCommandLinesOwn) {
  dropSample("keyword_spotter");
  exportAndWait(path("window.json"));
  EXPECT_EQ(window_.message(), QString());
  ASSERT_TRUE(runProgram({ARENASCOPE_CLI, "profile", test::sampleModel("keyword_spotter").string(), "--esphome",
                          (folder_.path() / "program.json").string()},
                         folder_.path() / "log"))
      << test::readText(folder_.path() / "log");
  EXPECT_EQ(test::readText(folder_.path() / "window.json"), test::readText(folder_.path() / "program.json"));
}

// The chips' kernels need more than the processor's that is on screen.
TEST_F(ManifestTest, GoesNoFurtherThanTheLimits) {
  arenascope::Limits limits;
  limits.arenaBytes = 30'000;
  chooseLimits(limits);
  dropSample("keyword_spotter");
  EXPECT_EQ(window_.message(), QString());
  chooseLimits({}); // what is on screen was made with the others
  exportAndWait(path("none.json"));
  EXPECT_FALSE(QFile::exists(path("none.json")));
  EXPECT_TRUE(window_.message().contains(QStringLiteral("the limit is 30,000"))) << window_.message().toStdString();
  EXPECT_FALSE(runProgram({ARENASCOPE_CLI, "profile", test::sampleModel("keyword_spotter").string(), "--limit",
                           "arena-bytes=30000", "--esphome", (folder_.path() / "none.json").string()},
                          folder_.path() / "log"));
  // Each names the way to change the limit that it has; the window groups digits.
  const QString asProgram = window_.message().replace(QStringLiteral("File, Limits changes it"),
                                                      QStringLiteral("--limit arena-bytes=N changes it"));
  QString log = QString::fromStdString(test::readText(folder_.path() / "log"));
  EXPECT_TRUE(log.remove(QLatin1Char(',')).contains(QString(asProgram).remove(QLatin1Char(','))))
      << asProgram.toStdString();
}

TEST_F(ManifestTest, IsOfTheModelThatWasOnScreen) {
  dropSample("keyword_spotter");
  QSignalSpy exported(&window_, &MainWindow::exported);
  ASSERT_TRUE(window_.exportTo(exportKind("manifest.json"), path("first.json")));
  window_.openModel(qt(test::sampleModel("sine")));
  waitFor([&] { return !exported.isEmpty() && !window_.busy(); });
  EXPECT_NE(test::readText(folder_.path() / "first.json").find("keyword_spotter.tflite"), std::string::npos);
}

TEST_F(ManifestTest, IsNotWrittenWhenItIsCancelled) {
  dropSample("keyword_spotter");
  QSignalSpy exported(&window_, &MainWindow::exported);
  ASSERT_TRUE(window_.exportTo(exportKind("manifest.json"), path("none.json")));
  find<QAction>("cancel")->trigger();
  EXPECT_EQ(exported.count(), 1);
  EXPECT_FALSE(find<QAction>("cancel")->isEnabled());
  EXPECT_FALSE(QFile::exists(path("none.json")));
}

} // namespace
} // namespace arenascope::ui
