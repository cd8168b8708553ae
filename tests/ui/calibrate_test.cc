// The page that puts a device's times beside the program's.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "tests/ui/window_support.h"
#include "ui/charts/calibration_chart.h"
#include "ui/panels/calibrate_panel.h"

namespace arenascope::ui {
namespace {

class CalibrateTest : public WindowTest {
protected:
  void openOn(const char* board) {
    dropSample("sine");
    auto* boards = find<QComboBox>("board");
    QSignalSpy settled(&window_, &MainWindow::settled);
    boards->setCurrentIndex(boards->findData(QLatin1String(board)));
    ASSERT_TRUE(settled.wait(kTestTimeout));
  }
  // What a device prints that takes so much longer.
  QString logOf(double factor) const {
    QString log;
    for (const report::OperatorReport& op : window_.report()->operators)
      log += QStringLiteral("%1 took %2 ticks (0 ms).\n")
                 .arg(QString::fromStdString(op.name))
                 .arg(static_cast<qulonglong>(factor * static_cast<double>(op.cost.cycles)));
    return log;
  }
  QString compare(const QString& log) {
    find<QPlainTextEdit>("calibrateLog")->setPlainText(log);
    find<QPushButton>("calibrateButton")->click();
    waitFor([this] { return !find<CalibratePanel>()->busy(); });
    return find<QLabel>("calibrateConclusion")->text();
  }
};

TEST_F(CalibrateTest, WantsAModelABoardAndALog) {
  EXPECT_FALSE(find<QPushButton>("calibrateButton")->isEnabled());
  dropSample("sine");
  const QString wanted = find<QLabel>("calibrateConclusion")->text();
  EXPECT_TRUE(wanted.contains(QStringLiteral("Choose the board")));
  EXPECT_TRUE(wanted.contains(QStringLiteral("at the top of the window"))) << "which is where the board is chosen";
  openOn("nucleo-l4r5zi");
  EXPECT_FALSE(find<QPushButton>("calibrateButton")->isEnabled());
  find<QPlainTextEdit>("calibrateLog")->setPlainText(QStringLiteral("x"));
  EXPECT_TRUE(find<QPushButton>("calibrateButton")->isEnabled());
}

TEST_F(CalibrateTest, ShowsWhatExplainsTheLog) {
  openOn("nucleo-l4r5zi");
  const QString conclusion = compare(logOf(2.0));
  EXPECT_TRUE(conclusion.contains(QStringLiteral("No trial explains"))) << conclusion.toStdString();
  EXPECT_TRUE(find<QPlainTextEdit>("calibrateDetails")->toPlainText().contains(QStringLiteral("wait states")));
  EXPECT_TRUE(static_cast<bool>(find<CalibratePanel>()->painter()));
  EXPECT_TRUE(find<QPushButton>("calibrateKeep")->isHidden()) << "there is nothing to keep";
  openOn("raspberry-pi-pico");
  EXPECT_FALSE(static_cast<bool>(find<CalibratePanel>()->painter())) << "of another board";
}

TEST_F(CalibrateTest, ALogOfAnotherModelSaysSo) {
  openOn("nucleo-l4r5zi");
  EXPECT_TRUE(compare(QStringLiteral("FULLY_CONNECTED took 5 ticks")).contains(QStringLiteral("1 operator")));
  EXPECT_FALSE(static_cast<bool>(find<CalibratePanel>()->painter()));
}

} // namespace
} // namespace arenascope::ui
