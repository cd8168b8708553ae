// The box to paste a device's messages into.
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "tests/ui/window_support.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/explain_job.h"
#include "ui/panels/explain_panel.h"

namespace arenascope::ui {
namespace {

class ExplainTest : public WindowTest {
protected:
  QString explain(const QString& text) {
    find<QPlainTextEdit>("explainMessage")->setPlainText(text);
    find<QPushButton>("explainButton")->click();
    waitFor([this] { return !find<ExplainPanel>()->busy(); });
    return find<QPlainTextEdit>("explainAnswer")->toPlainText();
  }
};

TEST_F(ExplainTest, SaysWhatIsTooSmallAndWhatWillDo) {
  EXPECT_FALSE(find<QPushButton>("explainButton")->isEnabled());
  dropSample("sine");
  EXPECT_FALSE(find<QPushButton>("explainButton")->isEnabled()) << "nothing was pasted";
  const QString answer = explain(QStringLiteral("Too many buffers (max is 3)"));
  EXPECT_TRUE(answer.contains(QStringLiteral("in an arena of"))) << answer.toStdString();
  EXPECT_TRUE(answer.contains(QStringLiteral("1,296"))) << answer.toStdString();
  EXPECT_TRUE(explain(QStringLiteral("hello")).contains(QStringLiteral("No message")));
  EXPECT_TRUE(find<ExplainPanel>()->sizeLine().isEmpty()) << "of the answer before";
  EXPECT_TRUE(explain(QStringLiteral("hello")).contains(QStringLiteral("No message")));
  EXPECT_FALSE(explain(QString(300'000, QLatin1Char('x'))).isEmpty());
}

// The answer first: the line that goes into the firmware, from a paste and one click.
TEST_F(ExplainTest, APasteIsExplainedAtOnceAndItsSizeCopied) {
  dropSample("sine");
  window_.showPage(QStringLiteral("explain"));
  QApplication::clipboard()->setText(QStringLiteral("Too many buffers (max is 3)"));
  find<QPlainTextEdit>("explainMessage")->paste();
  EXPECT_TRUE(find<ExplainPanel>()->busy());
  waitFor([this] { return !find<ExplainPanel>()->busy(); });
  EXPECT_TRUE(find<QLabel>("explainSize")->isVisible());
  find<QPushButton>("explainCopy")->click();
  const QString line = QApplication::clipboard()->text();
  EXPECT_TRUE(line.startsWith(QStringLiteral("constexpr std::size_t kTensorArenaSize = "))) << line.toStdString();
  const QString size = groupedText(line.section(QLatin1Char(' '), -1).chopped(1).toULongLong());
  EXPECT_TRUE(find<QLabel>("explainSize")->text().contains(size));
  // Beside the number on screen stands no other one: that of a host, which needs more, comes after it.
  EXPECT_EQ(size, groupedText(window_.report()->arena->recommended));
}

// The box says something else once there is a model: all of it is painted anew, not what lies over the old text.
TEST_F(ExplainTest, NothingStaysOfTheTextBefore) {
  class Painted : public QObject {
  public:
    QRegion region;

  protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
      if (event->type() == QEvent::Paint) region += static_cast<QPaintEvent*>(event)->region();
      return false;
    }
  };
  window_.showPage(QStringLiteral("explain"));
  QTest::qWait(50);
  QWidget* answer = find<QPlainTextEdit>("explainAnswer")->viewport();
  Painted painted;
  answer->installEventFilter(&painted);
  const QString before = find<QPlainTextEdit>("explainAnswer")->placeholderText();
  find<ExplainPanel>()->setReport(std::make_shared<const report::Report>());
  waitFor([&] { return !painted.region.isEmpty(); });
  EXPECT_NE(find<QPlainTextEdit>("explainAnswer")->placeholderText(), before);
  EXPECT_EQ(painted.region.boundingRect(), answer->rect());
}

// Targets that the board does not have were asked for on it, and one failure was the whole answer.
TEST_F(ExplainTest, AnswersWithABoardToo) {
  dropSample("sine");
  auto* board = find<QComboBox>("board");
  QSignalSpy settled(&window_, &MainWindow::settled);
  board->setCurrentIndex(board->findData(QStringLiteral("nucleo-f446re")));
  if (window_.busy()) settled.wait(kTestTimeout);
  const QString answer = explain(QStringLiteral("Too many buffers (max is 3)"));
  EXPECT_TRUE(answer.contains(QStringLiteral("in an arena of"))) << answer.toStdString();
}

TEST_F(ExplainTest, AnotherModelForgetsTheAnswer) {
  dropSample("sine");
  EXPECT_FALSE(explain(QStringLiteral("Didn't find op for builtin opcode 'TANH'")).isEmpty());
  dropSample("countdown");
  EXPECT_TRUE(find<QPlainTextEdit>("explainAnswer")->toPlainText().isEmpty());
  EXPECT_FALSE(find<QPlainTextEdit>("explainMessage")->toPlainText().isEmpty());
}

} // namespace
} // namespace arenascope::ui
