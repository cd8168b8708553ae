// Before a model is open, and finding things by typing.
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTimer>

#include "tests/ui/window_support.h"
#include "ui/answer/skeleton.h"
#include "ui/jobs/recent_models.h"
#include "ui/panels/start_page.h"
#include "ui/views/inference_view.h"
#include "ui/views/picture_hint.h"
#include "ui/window/command_palette.h"
#include "ui/window/drop_area.h"

namespace arenascope::ui {
namespace {

class StartTest : public WindowTest {
protected:
  StartPage* start() { return find<StartPage>(); }
};

TEST_F(StartTest, ASampleIsOneClickAway) {
  EXPECT_TRUE(start()->isVisible());
  auto* samples = find<QLabel>("startSamples");
  ASSERT_TRUE(samples->text().contains(QStringLiteral("sine.tflite")));
  QSignalSpy settled(&window_, &MainWindow::settled);
  emit samples->linkActivated(qt(test::sampleModel("sine")));
  EXPECT_FALSE(start()->isVisible());
  settled.wait(kTestTimeout);
  ASSERT_NE(window_.report(), nullptr);
  EXPECT_FALSE(start()->isVisible());
}

TEST_F(StartTest, AFailedOpenComesBackToIt) {
  const test::TemporaryFolder folder;
  drop(qt(folder.write("broken.tflite", std::string("no model"))));
  EXPECT_TRUE(start()->isVisible());
  EXPECT_FALSE(window_.message().isEmpty());
}

TEST_F(StartTest, WhatWasOpenLastIsThereWithItsNumberAndPicture) {
  dropSample("sine");
  const std::uint64_t size = window_.report()->arena->recommended;
  MainWindow next;
  next.resize(1280, 860);
  next.show();
  auto* recent = next.findChild<QListWidget*>(QStringLiteral("startRecent"));
  ASSERT_GT(recent->count(), 0);
  EXPECT_TRUE(recent->item(0)->text().startsWith(QStringLiteral("sine.tflite\n")));
  EXPECT_TRUE(recent->item(0)->text().contains(QLocale(QLocale::English).toString(static_cast<qulonglong>(size))));
  EXPECT_FALSE(recent->item(0)->icon().isNull());
  QSignalSpy settled(&next, &MainWindow::settled);
  recent->setCurrentRow(0);
  QTest::keyClick(recent, Qt::Key_Return);
  settled.wait(kTestTimeout);
  ASSERT_NE(next.report(), nullptr);
  EXPECT_EQ(next.report()->arena->recommended, size);
}

TEST_F(StartTest, AMessageGoesToItsPage) {
  emit start()->explainWanted();
  EXPECT_TRUE(find<QPlainTextEdit>("explainMessage")->isVisible());
}

// Where a drop opens a file and where it compares it, beside each other; the one that is meant is lit.
TEST_F(StartTest, ADragShowsTwoHalvesOverAModel) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(qt(test::sampleModel("sine")))});
  const auto over = [&](double share) {
    const QWidget* canvas = find<QWidget>("canvas");
    const QPoint at = canvas->mapTo(&window_, QPoint(static_cast<int>(canvas->width() * share), 200));
    QDragEnterEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window_, &event);
  };
  auto* area = find<DropArea>();
  EXPECT_FALSE(area->isVisible());
  over(0.8);
  EXPECT_TRUE(area->isVisible());
  EXPECT_FALSE(area->compares()) << "with nothing";
  QDragLeaveEvent leave;
  QApplication::sendEvent(&window_, &leave);
  EXPECT_FALSE(area->isVisible());
  dropSample("person_detector");
  EXPECT_FALSE(area->isVisible());
  over(0.2);
  EXPECT_FALSE(area->compares());
  const QImage opens = area->grab().toImage();
  over(0.8);
  EXPECT_TRUE(area->compares());
  const QImage compares = area->grab().toImage();
  EXPECT_NEAR(area->width(), find<QWidget>("canvas")->width(), 1) << "both";
  const QPoint left(area->width() / 4, 40);
  const QPoint right(area->width() * 3 / 4, 40);
  EXPECT_EQ(opens.pixel(left), compares.pixel(right)) << "lit";
  EXPECT_NE(opens.pixel(left), opens.pixel(right));
  EXPECT_NE(compares.pixel(left), compares.pixel(right));
}

// What is on its way has its places before it comes, and an empty window none.
TEST_F(StartTest, PlacesAreKeptForWhatIsComing) {
  const auto shown = [this] {
    int shown = 0;
    for (const Skeleton* skeleton : window_.findChildren<Skeleton*>()) shown += skeleton->isVisible() ? 1 : 0;
    return shown;
  };
  EXPECT_EQ(shown(), 0);
  EXPECT_FALSE(find<QPushButton>("copySize")->isVisible()) << "there is nothing to copy";
  QSignalSpy settled(&window_, &MainWindow::settled);
  window_.openModel(qt(test::sampleModel("sine")));
  EXPECT_GT(shown(), 0);
  settled.wait(kTestTimeout);
  ASSERT_NE(window_.report(), nullptr);
  EXPECT_TRUE(find<QPushButton>("copySize")->isVisible());
  waitFor([&] { return shown() == 0; }); // what would help is known then, too
}

// One line, until the person has clicked a box or closed it; then never again.
TEST_F(StartTest, OneHintIsThereUntilItIsNoLongerNeeded) {
  QSettings().clear();
  dropSample("sine");
  auto* hint = find<PictureHint>();
  waitFor([&] { return hint->isVisible(); });
  EXPECT_TRUE(hint->parentWidget()->rect().contains(hint->geometry()));
  find<InferenceView>()->select({.op = 0});
  EXPECT_FALSE(hint->isVisible());
  dropSample("countdown");
  EXPECT_FALSE(hint->isVisible());
  MainWindow next;
  EXPECT_FALSE(next.findChild<PictureHint*>()->isNeeded());
}

class PaletteTest : public WindowTest {
protected:
  // Opens it, types, and presses Return.
  void type(const QString& words) {
    QTimer::singleShot(0, &window_, [&] {
      auto* palette = window_.findChild<CommandPalette*>();
      ASSERT_NE(palette, nullptr);
      QTest::keyClicks(palette->findChild<QLineEdit*>(), words);
      QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    find<QAction>("findAnything")->trigger();
  }
};

TEST_F(PaletteTest, FindsOperatorsBuffersPagesBoardsAndFigures) {
  dropSample("person_detector");
  type(QStringLiteral("operator 2 conv"));
  EXPECT_EQ(window_.report()->operators[static_cast<std::size_t>(find<Selection>()->op())].index, 2);
  type(QStringLiteral("buffer conv_2"));
  EXPECT_EQ(window_.report()->buffers[static_cast<std::size_t>(find<Selection>()->buffer())].name, "conv_2");
  type(QStringLiteral("tensor conv_2/weights"));
  EXPECT_TRUE(window_.page(QStringLiteral("tensors"))->isVisible());
  EXPECT_GE(find<Selection>()->tensor(), 0);
  type(QStringLiteral("pages tail"));
  EXPECT_TRUE(window_.page(QStringLiteral("tail"))->isVisible());
  type(QStringLiteral("figure minimum"));
  EXPECT_EQ(QApplication::clipboard()->text(), QString::number(window_.report()->arena->minimum));
  type(QStringLiteral("board: raspberry pi pico 2"));
  waitFor([this] { return !window_.busy(); });
  ASSERT_TRUE(window_.report()->board.has_value());
  EXPECT_EQ(window_.report()->board->name, "raspberry-pi-pico-2");
}

TEST_F(PaletteTest, WithoutAModelThereAreActionsAlone) {
  const std::vector<Command> commands = window_.commands();
  EXPECT_FALSE(matching(commands, QStringLiteral("open")).empty());
  EXPECT_TRUE(matching(commands, QStringLiteral("operator:")).empty());
  EXPECT_TRUE(matching(commands, QStringLiteral("no such thing")).empty());
  EXPECT_EQ(matching(commands, {}).size(), commands.size());
}

TEST_F(PaletteTest, AllWordsCountAndABeginningComesFirst) {
  const std::vector<Command> commands = {
      {"View: Plan lens", {}, {}}, {"Plan it", {}, {}}, {"View: Graph lens", {}, {}}};
  EXPECT_EQ(matching(commands, QStringLiteral("plan")), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(matching(commands, QStringLiteral(" LENS  view ")), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(matching({{"Operator: 0 CONV_2D", {}, {}}, {"Operator: 2 CONV_2D", {}, {}}}, QStringLiteral("operator 2")),
            (std::vector<std::size_t>{1, 0}))
      << "a whole word before a part of one";
}

} // namespace
} // namespace arenascope::ui
