// Panels of the window: other settings, several models, tail, weights; and what is remembered.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>

#include "core/report/arena_arrangement.h"
#include "core/report/tail_breakdown.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/inference_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/tail_panel.h"
#include "ui/panels/weights_panel.h"
#include "ui/versions/other_runs.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/versions_view.h"
#include "ui/views/plan_view.h"
#include "ui/views/side_by_side_view.h"
#include "ui/views/treemap_view.h"
#include "ui/window/bar.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/help_page.h"
#include "ui/window/help_topics.h"
#include "ui/window/pages.h"

namespace arenascope::ui {
namespace {

class PanelsTest : public WindowTest {
protected:
  void openWhatIf() {
    window_.showPage(QStringLiteral("versions"));
    find<VersionsView>()->trySettings();
    waitForResult();
  }
  void waitForResult() {
    auto* panel = find<SettingsTool>();
    QTest::qWait(20);
    waitFor([panel] { return !panel->busy(); });
  }
  QString cell(int row, int column) {
    return find<QTableView>("versionFigures")->model()->index(row, column).data().toString();
  }
  int rowOf(const QString& name) {
    const QAbstractItemModel* model = find<QTableView>("versionFigures")->model();
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->index(row, 0).data().toString() == name) return row;
    return -1;
  }
  QString message() { return find<QLabel>("whatIfMessage")->text(); }
};

TEST_F(PanelsTest, NothingRunsForWhatNobodySees) {
  dropSample("autoencoder");
  EXPECT_FALSE(find<SettingsTool>()->busy());
  EXPECT_EQ(find<SettingsTool>()->result(), nullptr);
}

TEST_F(PanelsTest, AnotherKernelSetIsComparedWithTheBaseline) {
  dropSample("person_detector");
  openWhatIf();
  EXPECT_FALSE(find<SettingsTool>()->version()) << "nothing was changed yet";
  find<QComboBox>("whatIfKernels")->setCurrentText(QStringLiteral("reference"));
  waitForResult();
  auto* view = find<VersionsView>();
  EXPECT_EQ(view->versions()[view->base()].report->kernels, "cmsis-nn");
  EXPECT_EQ(view->versions()[view->selected()].report->kernels, "reference");
  EXPECT_EQ(view->versions()[view->selected()].title, QStringLiteral("With reference kernels"));
  EXPECT_EQ(find<SettingsTool>()->result()->kernels, "reference");
  EXPECT_EQ(cell(rowOf(QStringLiteral("kTensorArenaSize")), 1), QStringLiteral("66,384"));
  EXPECT_EQ(cell(rowOf(QStringLiteral("kTensorArenaSize")), 2), QStringLiteral("66,336"));
  EXPECT_EQ(window_.report()->kernels, "cmsis-nn") << "the window stays as it is";
}

TEST_F(PanelsTest, TheLinearPlannerSharesNothing) {
  dropSample("person_detector");
  openWhatIf();
  find<QComboBox>("whatIfPlanner")->setCurrentIndex(1);
  waitForResult();
  const ReportPointer result = find<SettingsTool>()->result();
  EXPECT_EQ(result->planner, report::Planner::kLinear);
  std::uint64_t sum = 0;
  for (const auto& buffer : result->buffers) sum += buffer.plannedBytes();
  EXPECT_EQ(result->arena->head, sum);
  EXPECT_TRUE(result->arena->minimumProven);
}

// One arena or two: the same run, shown at once.
TEST_F(PanelsTest, AnotherArrangementRunsNothing) {
  dropSample("person_detector");
  openWhatIf();
  const ReportPointer result = find<SettingsTool>()->result();
  find<QComboBox>("arrangement")->setCurrentIndex(1);
  EXPECT_FALSE(find<SettingsTool>()->busy());
  EXPECT_EQ(find<SettingsTool>()->result(), result);
  EXPECT_NE(cell(rowOf(QStringLiteral("persistent arena")), 2), QString());
  find<QComboBox>("arrangement")->setCurrentIndex(0);
  EXPECT_EQ(rowOf(QStringLiteral("persistent arena")), -1);
}

// The arena's figures do not wait for the inference, and are those that come with it.
TEST_F(PanelsTest, TheArenaIsThereBeforeTheInference) {
  dropSample("person_detector");
  openWhatIf();
  const auto size = [this] { return cell(rowOf(QStringLiteral("kTensorArenaSize")), 2); };
  QStringList seen;
  QObject::connect(find<SettingsTool>(), &SettingsTool::changed, find<SettingsTool>(), [&] { seen << size(); });
  find<QComboBox>("whatIfPlanner")->setCurrentIndex(1);
  waitForResult();
  ASSERT_EQ(seen.size(), 2) << "once before the inference, once after it";
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[1], size());
}

TEST_F(PanelsTest, TheLineOfTheArenasSizeCanBeDragged) {
  dropSample("person_detector");
  openWhatIf();
  find<QCheckBox>("whatIfFixed")->setChecked(true);
  waitForResult();
  InferenceView* view = find<InferencePanel>()->view();
  ASSERT_TRUE(view->arenaLine());
  EXPECT_TRUE(message().contains(QStringLiteral("are enough"))) << message().toStdString();
  const ArenaLayout layout = view->layoutFor(view->size());
  const int x = static_cast<int>(layout.plot.left + 20);
  drag(view, {x, static_cast<int>(layout.yOf(*view->arenaLine()))}, {x, static_cast<int>(layout.yOf(60'000))});
  EXPECT_NEAR(find<QSpinBox>("whatIfSize")->value(), 60'000, 600);
  EXPECT_TRUE(message().contains(QStringLiteral("not enough")))
      << "said before it has run: " << message().toStdString();
  waitForResult();
  EXPECT_TRUE(message().contains(QStringLiteral("Run failed: "))) << message().toStdString();
  EXPECT_TRUE(message().contains(QStringLiteral("too small"))) << message().toStdString();
  find<QCheckBox>("whatIfFixed")->setChecked(false);
  EXPECT_FALSE(view->arenaLine());
}

TEST_F(PanelsTest, TwoArenasHaveASizeEach) {
  dropSample("person_detector");
  openWhatIf();
  find<QComboBox>("arrangement")->setCurrentIndex(1);
  waitForResult();
  const auto split = splitArenas(*window_.report());
  EXPECT_EQ(cell(rowOf(QStringLiteral("persistent arena")), 2), groupedText(split->persistent));
  EXPECT_EQ(cell(rowOf(QStringLiteral("non-persistent arena")), 2), groupedText(split->nonPersistent));
}

TEST_F(PanelsTest, ModelsShareAnArena) {
  dropSample("person_detector");
  openWhatIf();
  find<QComboBox>("arrangement")->setCurrentIndex(2);
  find<SettingsTool>()->addSharedModel(qt(test::sampleModel("keyword_spotter")));
  waitForResult();
  const report::Report other = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const auto shared = report::sharedArena({window_.report().get(), &other});
  const int row = rowOf(QStringLiteral("apart, then shared"));
  ASSERT_GE(row, 0);
  EXPECT_EQ(cell(row, 1), groupedText(shared->apart));
  EXPECT_EQ(cell(row, 2), groupedText(shared->minimum));
  EXPECT_TRUE(message().contains(QStringLiteral("in this order"))) << message().toStdString();
}

TEST_F(PanelsTest, AResultCanBeWhatIsComparedFromOrTheWindows) {
  dropSample("autoencoder");
  openWhatIf();
  chooseText(find<QComboBox>("whatIfTarget"), QStringLiteral("cortex-m7"));
  waitForResult();
  auto* view = find<VersionsView>();
  EXPECT_EQ(view->versions()[view->selected()].report->target, "cortex-m7");
  QTest::mouseClick(find<QPushButton>("versionsBase"), Qt::LeftButton);
  EXPECT_EQ(view->versions()[view->base()].report->target, "cortex-m7");
  view->showVersion(0);
  EXPECT_EQ(view->pictures()->count(), 2U);
  EXPECT_NE(cell(rowOf(QStringLiteral("kTensorArenaSize")), 1), QString());
  EXPECT_EQ(cell(rowOf(QStringLiteral("kTensorArenaSize")), 2), groupedText(window_.report()->arena->recommended));
  QSignalSpy settled(&window_, &MainWindow::settled);
  QTest::mouseClick(find<QPushButton>("whatIfUse"), Qt::LeftButton);
  if (window_.busy()) settled.wait(kTestTimeout);
  EXPECT_EQ(window_.report()->target, "cortex-m7");
}

TEST_F(PanelsTest, SeveralDroppedFilesAreCompared) {
  drop(QStringList{qt(test::sampleModel("person_detector")), qt(test::sampleModel("keyword_spotter")),
                   qt(test::sampleModel("autoencoder"))});
  auto* view = find<VersionsView>();
  waitFor([&] { return !view->busy() && view->others().versions().size() == 2; });
  PlanView* pictures = view->pictures();
  ASSERT_EQ(pictures->count(), 3U);
  EXPECT_EQ(window_.pageInFront(), QStringLiteral("versions"));
  for (std::size_t side = 0; side < 3; ++side)
    EXPECT_DOUBLE_EQ(pictures->layoutOf(side).bytes.last, static_cast<double>(window_.report()->arena->minimum))
        << "one scale, that of the largest";
  EXPECT_TRUE(test::isPainted(pictures->grab()));
}

TEST_F(PanelsTest, TheTailIsWholeInBothOrders) {
  dropSample("person_detector");
  window_.showPage(QStringLiteral("tail"));
  TreemapView* view = find<TailPanel>()->view();
  EXPECT_EQ(view->treemap().total(), window_.report()->arena->tail);
  find<QComboBox>("tailOrder")->setCurrentIndex(1);
  EXPECT_EQ(view->treemap().total(), window_.report()->arena->tail);
  const QString text = find<QLabel>("tailSavings")->text();
  const qsizetype stays = text.indexOf(QStringLiteral("Stays"));
  EXPECT_GT(stays, text.indexOf(QStringLiteral("Can be removed: up to ")));
  EXPECT_GT(text.indexOf(QStringLiteral("output channel")), stays) << "a part that nothing saves";
}

TEST_F(PanelsTest, WeightsAreInFlash) {
  dropSample("person_detector");
  window_.showPage(QStringLiteral("weights"));
  EXPECT_EQ(find<WeightsPanel>()->view()->treemap().total(), window_.report()->model.weightBytes);
  EXPECT_TRUE(find<QLabel>("weightsCaption")->text().contains(QStringLiteral("none of them is in the arena")));
}

// Of the whole table of pages. A picture without a model says what to do; with one there is more than one colour of it.
TEST_F(PanelsTest, EveryPanelPaintsWithAndWithoutAModel) {
  const QStringList pages = window_.pageNames();
  EXPECT_GE(pages.size(), 10) << "five views and five pages of the drawer";
  const auto shown = [&](const QString& name) -> QWidget* {
    window_.showPage(name);
    return window_.page(name);
  };
  const auto expectPainted = [&](const char* when) {
    for (const QString& name : pages) {
      QWidget* page = shown(name);
      EXPECT_TRUE(page->isVisible()) << when << name.toStdString();
      EXPECT_TRUE(test::isPainted(page->grab())) << when << name.toStdString();
    }
  };
  expectPainted("without a model: ");
  const test::TemporaryFolder folder;
  drop(qt(folder.write("tile.tflite", test::unsupportedOperatorModel())));
  expectPainted("without an arena: ");
  dropSample("sine");
  expectPainted("with a model: ");
}

// Every shortcut of a menu, by the name that the menu has for it.
TEST_F(PanelsTest, TheHelpListsTheShortcuts) {
  const HelpPage help(find<Bar>()->menu(), &window_);
  const QString text = help.findChild<QTextBrowser*>()->toPlainText();
  int shortcuts = 0;
  for (const Command& command : window_.commands()) {
    if (command.detail.isEmpty()) continue; // without a model there are only shortcuts
    EXPECT_TRUE(text.contains(command.detail)) << command.title.toStdString();
    EXPECT_TRUE(text.contains(command.title.section(QStringLiteral(": "), -1))) << command.title.toStdString();
    ++shortcuts;
  }
  EXPECT_GT(shortcuts, 15);
  for (const char* part :
       {"tensor arena", "It says missing", "Shrink the arena of a model", "Which board do I need", "Guard the budget"})
    EXPECT_TRUE(text.contains(QLatin1String(part))) << part;
}

TEST_F(PanelsTest, TheHelpHasTheDocumentationAndFindsPages) {
  HelpPage help(find<Bar>()->menu(), &window_);
  auto* list = help.findChild<QListWidget*>();
  auto* text = help.findChild<QTextBrowser*>();
  EXPECT_GT(list->count(), 25) << "pages, and this window";
  for (int row = 0; row < list->count(); ++row) {
    list->setCurrentRow(row);
    EXPECT_GT(text->toPlainText().size(), 200) << list->item(row)->text().toStdString();
  }
  help.findChild<QLineEdit*>()->setText(QStringLiteral("Failed to resize buffer"));
  ASSERT_GT(list->count(), 0);
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("Read an error message"));
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("Failed to resize buffer"))) << "the first result is shown";
  emit text->anchorClicked(QUrl(QStringLiteral("board.md"))); // a link on this page
  EXPECT_EQ(list->currentItem()->text(), QStringLiteral("Choose a board"));
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("lowest clock")));
  emit text->anchorClicked(QUrl(QStringLiteral("../reference/json.md#arena")));
  EXPECT_EQ(text->textCursor().block().text(), QStringLiteral("arena")) << "its heading";
}

TEST_F(PanelsTest, EveryControlHasANameForScreenReaders) {
  const auto boxes = window_.findChildren<QComboBox*>();
  EXPECT_GT(boxes.size(), 10);
  for (const QComboBox* box : boxes) EXPECT_FALSE(box->accessibleName().isEmpty()) << box->objectName().toStdString();
  const auto tables = window_.findChildren<QTableView*>();
  EXPECT_GT(tables.size(), 5);
  for (const QTableView* table : tables)
    EXPECT_FALSE(table->accessibleName().isEmpty()) << table->objectName().toStdString();
}

TEST(SessionTest, TheLastModelItsSettingsAndTheDrawerComeBack) {
  {
    MainWindow window;
    window.show();
    QSignalSpy settled(&window, &MainWindow::settled);
    chooseText(window.findChild<QComboBox*>(QStringLiteral("target")), QStringLiteral("cortex-m7"));
    window.openModel(qt(test::sampleModel("autoencoder")));
    ASSERT_TRUE(settled.wait(kTestTimeout));
    window.findChild<QAction*>(QStringLiteral("toggleDrawer"))->trigger();
    window.close();
  }
  MainWindow window;
  window.show();
  QSignalSpy settled(&window, &MainWindow::settled);
  window.restoreSession();
  if (window.busy()) {
    ASSERT_TRUE(settled.wait(kTestTimeout));
  }
  EXPECT_EQ(window.report()->target, "cortex-m7");
  EXPECT_TRUE(window.report()->model.path.ends_with("autoencoder.tflite"));
  EXPECT_FALSE(window.page(QStringLiteral("operators"))->isVisible());
  QSettings().clear();
}

TEST(SessionTest, AModelThatIsGoneIsNotOpened) {
  QSettings().setValue(QStringLiteral("session/models"), QStringList(QStringLiteral("/no/such/model.tflite")));
  MainWindow window;
  window.restoreSession();
  EXPECT_FALSE(window.busy());
  EXPECT_EQ(window.message(), QString());
  QSettings().clear();
}

TEST(ColourSchemeTest, TheChoiceIsAppliedAndRemembered) {
  chooseScheme(ColourScheme::kDark);
  EXPECT_LT(QApplication::palette().color(QPalette::Window).lightness(), 128);
  EXPECT_EQ(chosenScheme(), ColourScheme::kDark);
  chooseScheme(ColourScheme::kLight);
  EXPECT_GT(QApplication::palette().color(QPalette::Window).lightness(), 128);
  QSettings().clear();
  EXPECT_EQ(chosenScheme(), ColourScheme::kSystem);
}

TEST_F(PanelsTest, TheLogIsReadByLevelAndWordsAndCopied) {
  log::start({.onStandardError = log::Level::kOff, .keep = true});
  dropSample("autoencoder");
  auto* panel = find<LogPanel>();
  waitFor([&] { return panel->text().contains(QStringLiteral("run of")); });
  EXPECT_TRUE(panel->text().contains(QStringLiteral("arena of")));
  log::warning("a warning of this test");
  log::debug([] { return std::string("a detail of this test"); });
  waitFor([&] { return panel->text().contains(QStringLiteral("a warning of this test")); });
  EXPECT_FALSE(panel->text().contains(QStringLiteral("a detail of this test")));
  find<QComboBox>("logLevel")->setCurrentIndex(0);
  EXPECT_TRUE(panel->text().contains(QStringLiteral("a detail of this test")));
  find<QLineEdit>("logSearch")->setText(QStringLiteral("OF THIS TEST"));
  EXPECT_EQ(panel->text().count(QLatin1Char('\n')), 1) << panel->text().toStdString();
  find<QPushButton>("copyBugReport")->click();
  waitFor([&] { return find<QPushButton>("copyBugReport")->isEnabled(); });
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("a warning of this test")));
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("cortex-m4")));
  log::start({});
}

} // namespace
} // namespace arenascope::ui
