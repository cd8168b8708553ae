// The regions of the window by themselves: bar, canvas, drawer, and what floats over them.
#include <gtest/gtest.h>

#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/answer/advice_card.h"
#include "ui/answer/answer_column.h"
#include "ui/answer/fit_pips.h"
#include "ui/answer/parts_bar.h"
#include "ui/panels/model_files.h"
#include "ui/panels/run_popover.h"
#include "ui/panels/target_choice.h"
#include "ui/views/legend_bar.h"
#include "ui/window/bar.h"
#include "ui/window/canvas.h"
#include "ui/window/drawer.h"
#include "ui/window/work_note.h"

namespace arenascope::ui {
namespace {

// At 1280 pixels, or with large text, the search is beside the other parts, not below them.
TEST(BarTest, NamesGoWhereTheyHaveNoRoom) {
  TargetChoice choice;
  Bar bar(choice);
  bar.setModel(QStringLiteral("person_detect.tflite"));
  bar.QWidget::show();
  const auto* search = bar.findChild<QPushButton*>(QStringLiteral("search"));
  const auto named = [&bar] {
    int names = 0;
    for (const QToolButton* button : bar.findChildren<QToolButton*>())
      names += button->isVisible() && button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon;
    return names;
  };
  bar.resize(1440, bar.height());
  QCoreApplication::processEvents();
  const int all = named();
  EXPECT_GE(all, 5) << "target, board and three things to do";
  bar.resize(bar.layout()->minimumSize().width() - 40, bar.height()); // of the layout with all names
  QCoreApplication::processEvents();
  EXPECT_LT(named(), all);
  for (const QToolButton* button : bar.findChildren<QToolButton*>()) {
    EXPECT_FALSE(button->geometry().intersects(search->geometry())) << button->text().toStdString();
    EXPECT_FALSE(button->accessibleName().isEmpty());
  }
}

TEST(DrawerTest, OnePageAtATimeAndNoneWhileItIsClosed) {
  Drawer drawer;
  auto* first = new QWidget;
  auto* second = new QWidget;
  auto* filter = new QWidget;
  drawer.add(first, QStringLiteral("first"), QStringLiteral("First"), filter);
  drawer.add(second, QStringLiteral("second"), QStringLiteral("Second"), nullptr);
  drawer.resize(900, 200); // numbers have room
  drawer.QWidget::show();
  EXPECT_EQ(drawer.current(), QStringLiteral("first"));
  EXPECT_TRUE(first->isVisible());
  EXPECT_TRUE(filter->isVisible());
  drawer.setOpen(false);
  EXPECT_FALSE(first->isVisible());
  EXPECT_TRUE(drawer.show(QStringLiteral("second")));
  EXPECT_TRUE(drawer.isOpen()) << "for what is asked for";
  EXPECT_TRUE(second->isVisible());
  EXPECT_FALSE(filter->isVisible());
  EXPECT_FALSE(drawer.show(QStringLiteral("third")));
  drawer.setCount(QStringLiteral("first"), 1234);
  EXPECT_TRUE(drawer.findChild<QTabBar*>()->tabText(0).contains(QStringLiteral("1,234")));
  drawer.setCount(QStringLiteral("first"), 0);
  EXPECT_EQ(drawer.findChild<QTabBar*>()->tabText(0), QStringLiteral("First"));
}

TEST(CanvasTest, PagesOfAViewAreTabsAndTheModeGoesBack) {
  Canvas canvas;
  std::vector<QWidget*> pages;
  for (int view = 0; view <= kTabbedViews; ++view) {
    pages.push_back(new QWidget);
    canvas.add(static_cast<View>(view), pages.back(), QStringLiteral("page"), nullptr);
  }
  auto* other = new QWidget;
  auto* tools = new QWidget;
  canvas.add(View::kBoards, other, QStringLiteral("other"), tools);
  canvas.finish();
  canvas.QWidget::show();
  EXPECT_EQ(canvas.page(), pages.front());
  EXPECT_TRUE(canvas.show(other));
  EXPECT_EQ(canvas.view(), View::kBoards);
  EXPECT_TRUE(other->isVisible());
  EXPECT_TRUE(tools->isVisible());
  canvas.show(View::kVersions);
  EXPECT_FALSE(tools->isVisible());
  auto* views = canvas.findChild<QTabBar*>(QStringLiteral("views"));
  EXPECT_TRUE(views->isVisible()) << "the mode stands over the view that it was opened from";
  canvas.leaveVersions();
  EXPECT_EQ(canvas.page(), other) << "where one came from";
  canvas.show(View::kVersions);
  QTest::mouseClick(views, Qt::LeftButton, {}, views->tabRect(views->currentIndex()).center());
  EXPECT_EQ(canvas.page(), other) << "the view's tab leads back as well";
  const QWidget stranger;
  EXPECT_FALSE(canvas.show(&stranger));
}

TEST(WorkNoteTest, SaysWhatGoesOnUntilItEnds) {
  QWidget canvas;
  canvas.resize(800, 600);
  WorkNote note(&canvas);
  canvas.show();
  EXPECT_EQ(note.text(), QString());
  note.setProgress(QStringLiteral("operator 5 of 31"), 0.4);
  EXPECT_EQ(note.text(), QStringLiteral("operator 5 of 31"));
  EXPECT_TRUE(canvas.rect().contains(note.geometry()));
  note.finish();
  EXPECT_EQ(note.text(), QString());
  note.show(QStringLiteral("Written"));
  note.finish();
  EXPECT_EQ(note.text(), QStringLiteral("Written")) << "a message is not work";
}

TEST(RunPopoverTest, SaysWhatIsChosenAsPeopleWriteIt) {
  EXPECT_EQ(targetTitle(QStringLiteral("cortex-m0plus")), QStringLiteral("Cortex-M0plus"));
  EXPECT_EQ(targetTitle(QStringLiteral("esp32s3")), QStringLiteral("ESP32S3"));
  EXPECT_EQ(kernelsTitle(QStringLiteral("cmsis-nn@Os")), QStringLiteral("CMSIS-NN, -Os"));
  EXPECT_EQ(kernelsTitle(QStringLiteral("esp-nn@1.2.3")), QStringLiteral("ESP-NN 1.2.3"));
  TargetChoice choice;
  QWidget parent;
  RunPopover popover(choice, &parent);
  choice.choose(QStringLiteral("cortex-m7"), QStringLiteral("cmsis-nn"), {});
  EXPECT_EQ(popover.summary(), QStringLiteral("Cortex-M7 with CMSIS-NN"));
  QSignalSpy changed(&popover, &RunPopover::overridesChanged);
  popover.setOverrides({.planner = report::Planner::kLinear, .tflm = "2023-05"});
  EXPECT_EQ(changed.count(), 0);
  auto* planner = popover.findChild<QComboBox*>(QStringLiteral("runPlanner"));
  planner->setCurrentIndex(0);
  ASSERT_EQ(changed.count(), 1);
  const auto overrides = changed.front().front().value<RunOverrides>();
  EXPECT_EQ(overrides.planner, report::Planner::kGreedy);
  EXPECT_EQ(overrides.tflm, "2023-05") << "a month that the list does not have";
}

TEST_F(WindowTest, WeightsAndCodeArePlacedInRegionsOfTheBoard) {
  dropSample("keyword_spotter");
  const auto places = [this] {
    return std::array{find<QComboBox>("place_weights"), find<QComboBox>("place_code"), find<QComboBox>("place_arena")};
  };
  for (const QComboBox* box : places()) EXPECT_FALSE(box->isEnabled()) << "regions are a board's";
  auto* board = find<QComboBox>("board");
  board->setCurrentIndex(board->findData(QStringLiteral("stm32f746-discovery")));
  waitFor([this] { return !window_.busy(); });
  const auto cycles = [this] { return window_.report()->cost->total.cycles; };
  const std::uint64_t fromFlash = cycles();
  QComboBox* weights = places()[0];
  ASSERT_TRUE(weights->isEnabled());
  EXPECT_EQ(weights->findData(QStringLiteral("weights=flash")), -1) << "that is the first entry";
  weights->setCurrentIndex(weights->findData(QStringLiteral("weights=DTCM")));
  waitFor([this] { return !window_.busy(); });
  ASSERT_TRUE(window_.report()->placement);
  EXPECT_EQ(window_.report()->placement->weights->region.name, "DTCM");
  EXPECT_FALSE(window_.report()->placement->code);
  EXPECT_LT(cycles(), fromFlash);
  auto* chip = find<QToolButton>("placeChip");
  EXPECT_TRUE(chip->text().startsWith(QStringLiteral("weights in DTCM")));
  chip->click();
  waitFor([this] { return !window_.busy(); });
  EXPECT_FALSE(window_.report()->placement);
  EXPECT_EQ(cycles(), fromFlash);
  weights->setCurrentIndex(weights->findData(QStringLiteral("weights=DTCM")));
  waitFor([this] { return !window_.busy(); });
  board->setCurrentIndex(board->findData(QStringLiteral("nucleo-f446re")));
  waitFor([this] { return !window_.busy(); });
  EXPECT_FALSE(window_.report()->placement) << "this board has no DTCM";
  EXPECT_EQ(weights->currentIndex(), 0);
}

TEST_F(WindowTest, TheBarSaysWhatIsOpenAndWhatItRunsOn) {
  auto* bar = find<Bar>();
  EXPECT_FALSE(bar->menu()->actions().isEmpty());
  dropSample("sine");
  EXPECT_TRUE(find<QToolButton>("modelPill")->text().contains(QStringLiteral("sine")));
  find<QComboBox>("board")->setCurrentIndex(1);
  waitFor([this] { return !window_.busy(); });
  emit find<QToolButton>("modelPill")->menu()->aboutToShow();
  EXPECT_GE(find<QToolButton>("modelPill")->menu()->actions().size(), 2);
  EXPECT_EQ(find<QToolButton>("boardPill")->accessibleName(),
            QStringLiteral("Board: %1").arg(find<QComboBox>("board")->currentText()));
}

TEST_F(WindowTest, TheAnswerIsPaintedAndNamedForScreenReaders) {
  dropSample("person_detector");
  EXPECT_TRUE(test::isPainted(find<QWidget>("answer")->grab()));
  const auto* parts = find<AnswerColumn>()->findChild<PartsBar*>();
  EXPECT_TRUE(parts->accessibleName().contains(QStringLiteral("Output of layer")));
  FitPips pips;
  pips.setFits(26, 28);
  EXPECT_EQ(pips.accessibleName(), QStringLiteral("Fits 26 of 28 boards"));
  pips.resize(200, 14);
  EXPECT_TRUE(test::isPainted(pips.grab()));
  LegendBar* legend = find<LegendBar>();
  EXPECT_TRUE(legend->accessibleName().contains(QStringLiteral("Depthwise")));
  EXPECT_FALSE(find<AdviceCard>()->isVisible()) << "nothing has been found yet";
}

// The answer is there in each size, as wide as before, and cannot be closed.
TEST_F(WindowTest, TheAnswerKeepsItsWidth) {
  dropSample("autoencoder");
  const auto* answer = find<QWidget>("answer");
  const int width = answer->width();
  for (const int size : {900, 640, 1440}) {
    window_.resize(size, 800);
    QTest::qWait(10);
    EXPECT_EQ(answer->width(), width) << size;
    EXPECT_TRUE(find<QLabel>("arenaSize")->isVisible());
  }
}

// The first of the dialog's filters has all that can be opened.
TEST_F(WindowTest, TheOpenDialogShowsFirmwareToo) {
  const QString first = modelFilter().section(QStringLiteral(";;"), 0, 0);
  for (const char* ending : {"*.tflite", "*.cc", "*.h", "*.elf", "*.bin", "*.hex", "*.uf2"})
    EXPECT_TRUE(first.contains(QLatin1String(ending))) << ending;
}

} // namespace
} // namespace arenascope::ui
