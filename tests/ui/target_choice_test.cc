// Choosing and leaving a board leaves nothing behind.
#include "ui/panels/target_choice.h"

#include <QSettings>

#include "service/store/boards.h"
#include "tests/ui/window_support.h"

namespace arenascope::ui {
namespace {

class TargetChoiceTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    dropSample("sine");
  }
  void TearDown() override { QSettings().clear(); }
  QComboBox* box(const char* name) { return find<QComboBox>(name); }
  void choose(const char* name, const QString& text) {
    change([&] { chooseText(box(name), text); });
  }
  void chooseBoard(const char* name) {
    change([&] { box("board")->setCurrentIndex(std::max(0, box("board")->findData(QLatin1String(name)))); });
  }
  template <typename Change>
  void change(Change make) {
    QSignalSpy settled(&window_, &MainWindow::settled);
    make();
    if (window_.busy()) settled.wait(kTestTimeout);
  }
  void expectRanOn(const std::string& target, const std::string& kernels) {
    EXPECT_EQ(window_.report()->target, target);
    EXPECT_EQ(window_.report()->kernels, kernels);
    EXPECT_EQ(box("target")->currentText().toStdString(), target);
    EXPECT_EQ(box("kernels")->currentText().toStdString(), kernels);
  }
};

TEST_F(TargetChoiceTest, WhatWasThereBeforeABoardIsThereAfterIt) {
  choose("target", QStringLiteral("cortex-m7"));
  choose("kernels", QStringLiteral("reference"));
  const std::uint64_t arena = window_.report()->arena->recommended;
  chooseBoard("nucleo-f446re");
  EXPECT_EQ(window_.report()->target, "cortex-m4");
  chooseBoard("blue-pill");
  EXPECT_EQ(window_.report()->target, "cortex-m3");
  chooseBoard("");
  expectRanOn("cortex-m7", "reference");
  EXPECT_FALSE(window_.report()->board);
  EXPECT_EQ(window_.report()->arena->recommended, arena);
}

TEST_F(TargetChoiceTest, AnotherTargetLeavesTheBoardForGood) {
  chooseBoard("blue-pill");
  choose("target", QStringLiteral("cortex-m7"));
  chooseBoard("nucleo-f446re");
  chooseBoard("");
  expectRanOn("cortex-m7", "cmsis-nn");
}

TEST_F(TargetChoiceTest, ItIsKnownInTheNextSessionToo) {
  choose("target", QStringLiteral("cortex-m7"));
  chooseBoard("nucleo-f446re");
  window_.close();
  MainWindow next;
  next.restoreSession();
  ASSERT_TRUE(QTest::qWaitFor([&] { return next.report() != nullptr && !next.busy(); }, kTestTimeout));
  EXPECT_EQ(next.report()->target, "cortex-m4");
  QSignalSpy settled(&next, &MainWindow::settled);
  next.findChild<QComboBox*>(QStringLiteral("board"))->setCurrentIndex(0);
  ASSERT_TRUE(settled.wait(kTestTimeout));
  EXPECT_EQ(next.report()->target, "cortex-m7");
}

// When the table of boards is read again, after a fitted one was saved.
TEST(TargetChoice, ABoardStaysChosenWhenBoardsAreReadAgain) {
  std::vector<Error> problems;
  const std::vector<hardware::Board> boards = service::loadBoards(problems);
  TargetChoice choice;
  const std::unique_ptr<QWidget> boxes[] = {std::unique_ptr<QWidget>(choice.target()),
                                            std::unique_ptr<QWidget>(choice.kernels()),
                                            std::unique_ptr<QWidget>(choice.board())};
  choice.setBoards(boards);
  choice.selectBoard(QStringLiteral("blue-pill"));
  choice.setBoards({boards.rbegin(), boards.rend()});
  service::ProfileRequest request;
  choice.applyTo(request);
  ASSERT_TRUE(request.board);
  EXPECT_EQ(request.board->name, "blue-pill");
}

} // namespace
} // namespace arenascope::ui
