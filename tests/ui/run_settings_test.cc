// Limits and the watching of memory accesses, as the window has them.
#include "core/report/text/report_text.h"
#include "ui/jobs/run_settings.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>

#include "tests/ui/window_support.h"
#include "ui/window/limits_dialog.h"

namespace arenascope::ui {
namespace {

class RunSettingsTest : public WindowTest {
protected:
  void TearDown() override {
    chooseLimits({});
    watchAccesses(false);
  }
  void trigger(QAction* action) {
    QSignalSpy settled(&window_, &MainWindow::settled);
    action->trigger();
    if (window_.busy()) settled.wait(kTestTimeout);
  }
};

TEST_F(RunSettingsTest, WatchingIsSwitchedOnAndOff) {
  dropSample("edge_detector");
  EXPECT_FALSE(window_.report()->guardedAccesses.has_value());
  auto* watch = find<QAction>("watchAccesses");
  trigger(watch);
  EXPECT_TRUE(watchesAccesses());
  ASSERT_TRUE(window_.report()->guardedAccesses.has_value());
  EXPECT_GT(*window_.report()->guardedAccesses, 100U);
  bool said = false;
  for (const QLabel* label : window_.findChildren<QLabel*>())
    said = said || label->text().contains(QString::fromStdString(describeGuard(*window_.report())));
  EXPECT_TRUE(said) << "whose code it was is on the summary";
  trigger(watch);
  EXPECT_FALSE(window_.report()->guardedAccesses.has_value());
}

TEST_F(RunSettingsTest, TheHostIsRunWithoutWatching) {
  watchAccesses(true);
  service::ProfileRequest request;
  request.target = "host";
  applyRunSettings(request);
  EXPECT_FALSE(request.guard);
  request.target = "cortex-m4";
  applyRunSettings(request);
  EXPECT_TRUE(request.guard);
}

TEST_F(RunSettingsTest, ALimitEndsARunWithAMessage) {
  arenascope::Limits limits;
  limits.tensors = 3;
  chooseLimits(limits);
  EXPECT_EQ(chosenLimits().tensors, 3U);
  dropSample("sine");
  EXPECT_TRUE(window_.message().contains(QStringLiteral("the limit is 3"))) << window_.message().toStdString();
  EXPECT_TRUE(window_.message().contains(QStringLiteral("File, Limits changes it"))) << window_.message().toStdString();
  EXPECT_FALSE(window_.message().contains(QStringLiteral("--limit"))) << "an option of the command line";
  chooseLimits({});
  dropSample("sine");
  EXPECT_EQ(window_.message(), QString());
}

TEST_F(RunSettingsTest, NumbersThatMakeNoSenseAreTheDefault) {
  QSettings().setValue(QStringLiteral("limits/rank"), QStringLiteral("nine"));
  QSettings().setValue(QStringLiteral("limits/seconds"), QStringLiteral("-4"));
  EXPECT_EQ(chosenLimits().rank, arenascope::Limits().rank);
  EXPECT_EQ(chosenLimits().seconds, arenascope::Limits().seconds);
  QSettings().remove(QStringLiteral("limits"));
}

TEST_F(RunSettingsTest, TheDialogTakesNumbersAndSaysWhatIsWrong) {
  LimitsDialog dialog({});
  auto* seconds = dialog.findChild<QLineEdit*>(QStringLiteral("seconds"));
  auto* problem = dialog.findChild<QLabel*>(QStringLiteral("problem"));
  ASSERT_NE(seconds, nullptr);
  EXPECT_EQ(seconds->text(), QStringLiteral("600"));
  seconds->setText(QStringLiteral("soon"));
  dialog.accept();
  EXPECT_EQ(dialog.result(), QDialog::Rejected);
  EXPECT_TRUE(problem->text().contains(QStringLiteral("limit seconds takes a number")))
      << problem->text().toStdString();
  seconds->setText(QStringLiteral("30"));
  dialog.findChild<QLineEdit*>(QStringLiteral("host-bytes"))->setText(QStringLiteral("2G"));
  dialog.accept();
  EXPECT_EQ(dialog.result(), QDialog::Accepted);
  EXPECT_EQ(dialog.limits().seconds, 30U);
  EXPECT_EQ(dialog.limits().hostBytes, std::uint64_t{2} << 30);
}

} // namespace
} // namespace arenascope::ui
