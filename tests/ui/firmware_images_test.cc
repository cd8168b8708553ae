// A firmware image in the window: its model can do what any model can, and what cannot be done with it is said.
#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "core/report/arena_parts.h"
#include "tests/support/firmware_builder.h"
#include "tests/ui/window_support.h"
#include "ui/answer/answer_column.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/boards_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/panels/firmware_panel.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/versions/hand_tool.h"
#include "ui/versions/other_runs.h"
#include "ui/versions/versions_view.h"
#include "ui/views/plan_view.h"
#include "ui/views/ram_bar.h"
#include "ui/window/bar.h"

namespace arenascope::ui {
namespace {

class FirmwareImagesTest : public WindowTest {
protected:
  void openImage() {
    drop(qt(builder_.image({.name = "app"})));
    ASSERT_NE(window_.report(), nullptr) << window_.message().toStdString();
    ASSERT_TRUE(window_.report()->firmware);
    EXPECT_EQ(window_.message(), QString());
  }
  template <typename Panel>
  Panel* settledPanel(const char* page) {
    window_.showPage(QLatin1String(page));
    auto* panel = find<Panel>();
    waitFor([&] { return !panel->busy(); });
    return panel;
  }
  void expectNoted(const QWidget* panel) {
    const auto* note = panel->findChild<ImageNote*>();
    EXPECT_TRUE(note->isVisible());
    EXPECT_TRUE(note->text().contains(QStringLiteral("ArenaScope's own interpreter"))) << note->text().toStdString();
  }

  test::FirmwareBuilder builder_;
};

TEST_F(FirmwareImagesTest, ItsModelIsPlannedShrunkAndAdvised) {
  openImage();
  const std::string sha = window_.report()->model.sha256;
  window_.showPage(QStringLiteral("versions"));
  auto* view = find<VersionsView>();
  view->placeByHand();
  auto* plan = settledPanel<HandTool>("versions");
  ASSERT_NE(plan->plan(), nullptr) << plan->message().toStdString();
  EXPECT_EQ(plan->plan()->before.model.sha256, sha);
  EXPECT_EQ(plan->plan()->before.target, "cortex-m4");
  expectNoted(view);
  const std::filesystem::path written = builder_.folder() / "planned.tflite";
  EXPECT_TRUE(view->saveTo(qt(written))) << view->message().toStdString();
  EXPECT_TRUE(std::filesystem::exists(builder_.folder() / "planned_arena.h"));
  window_.showPage(QStringLiteral("versions"));
  auto* advice = find<VersionSearch>();
  waitFor([&] { return !advice->busy(); });
  ASSERT_NE(advice->found(), nullptr) << advice->text().toStdString();
  ASSERT_NE(advice->found()->versions, nullptr);
  EXPECT_EQ(advice->found()->versions->before().runs.front().model.sha256, sha);
  EXPECT_EQ(advice->found()->before.model.sha256, sha);
  expectNoted(find<VersionsView>());
  for (const optimization::Suggestion& suggestion : advice->found()->suggestions)
    if (suggestion.command.find("(model at") != std::string::npos) {
      EXPECT_NE(suggestion.command.find(" 'app.elf (model at 0x"), std::string::npos) << suggestion.command;
    }
  dropSample("sine");
  EXPECT_FALSE(find<VersionsView>()->findChild<ImageNote*>()->isVisible());
}

// Beside the number and under its name; advice begins with the number that the image has.
TEST_F(FirmwareImagesTest, WhatItsArenaCouldGiveBackIsSaid) {
  openImage();
  const std::string sentence = report::arenaInImage(*window_.report());
  EXPECT_EQ(sentence.find("app.elf gives 2,000 bytes, it needs "), 0U) << sentence;
  EXPECT_TRUE(sentence.ends_with(" can go.")) << sentence;
  bool besideTheNumber = false;
  for (const QLabel* label : find<AnswerColumn>()->findChildren<QLabel*>())
    besideTheNumber = besideTheNumber || label->text().contains(QString::fromStdString(sentence));
  EXPECT_TRUE(besideTheNumber);
  QMenu* models = find<Bar>()->models();
  emit models->aboutToShow();
  auto* action = models->findChild<QAction*>(QStringLiteral("imageArena"));
  ASSERT_NE(action, nullptr);
  EXPECT_EQ(action->text().toStdString(), sentence);
  action->trigger();
  EXPECT_EQ(window_.pageInFront(), QStringLiteral("firmware"));
  EXPECT_TRUE(find<QToolButton>("targetPill")->accessibleName().contains(QStringLiteral("image\u2019s kernels")));
  auto* search = find<VersionSearch>();
  waitFor([&] { return !search->busy(); });
  ASSERT_NE(search->found(), nullptr) << search->text().toStdString();
  EXPECT_EQ(search->found()->before.kernels, "reference") << "which the image's are like";
  EXPECT_EQ(search->found()->before.arena->tail, window_.report()->arena->tail);
  dropSample("sine");
  emit models->aboutToShow();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(models->findChild<QAction*>(QStringLiteral("imageArena")), nullptr);
}

TEST_F(FirmwareImagesTest, ItsModelRunsOnBoardsAndBesideItself) {
  openImage();
  auto* boards = settledPanel<BoardsPanel>("boards");
  bool fits = false;
  for (const QLabel* label : boards->findChildren<QLabel*>())
    fits = fits ||
           (label->text().startsWith(QStringLiteral("Fits ")) && !label->text().startsWith(QStringLiteral("Fits 0 ")));
  EXPECT_TRUE(fits);
  expectNoted(boards);
  const auto* ram = boards->findChild<RamBar*>();
  EXPECT_TRUE(ram->isVisible());
  ASSERT_TRUE(ram->band());
  EXPECT_TRUE(ram->text().contains(QStringLiteral("Give back "))) << ram->text().toStdString();
  window_.showPage(QStringLiteral("versions"));
  OtherRuns& others = find<VersionsView>()->others();
  ASSERT_FALSE(others.choices().empty());
  others.add(others.choices().front());
  waitFor([&] { return !others.busy(); });
  ASSERT_EQ(others.versions().size(), 1U) << others.message().toStdString();
  EXPECT_EQ(others.versions().front().report->model.sha256, window_.report()->model.sha256);
  EXPECT_TRUE(others.versions().front().report->ok());
  EXPECT_EQ(find<VersionsView>()->pictures()->count(), 2U);
}

// By the interpreter that is in the image, which is what printed it.
TEST_F(FirmwareImagesTest, WhatItPrintedIsExplained) {
  openImage();
  find<QPlainTextEdit>("explainMessage")
      ->setPlainText(QStringLiteral("Failed to resize buffer. Requested: 5000, available 1200, missing: 3800"));
  find<QPushButton>("explainButton")->click();
  auto* panel = settledPanel<ExplainPanel>("explain");
  (void)panel;
  const QString answer = find<QPlainTextEdit>("explainAnswer")->toPlainText();
  EXPECT_FALSE(answer.contains(QStringLiteral("no such file"))) << answer.toStdString();
  EXPECT_TRUE(answer.contains(QStringLiteral("3,800")) || answer.contains(QStringLiteral("3800")))
      << answer.toStdString();
}

TEST_F(FirmwareImagesTest, FilesMadeOfItsModelAreNamedAfterIt) {
  openImage();
  EXPECT_EQ(besideModel(*window_.report(), QStringLiteral("_planned.tflite")),
            qt(builder_.folder() / "app_model_planned.tflite"));
  dropSample("sine");
  EXPECT_TRUE(besideModel(*window_.report(), QStringLiteral("_planned.tflite"))
                  .endsWith(QStringLiteral("/models/sine_planned.tflite")));
}

TEST_F(FirmwareImagesTest, ItsAccessesAreWatchedAsThoseOfModels) {
  watchAccesses(true);
  openImage();
  EXPECT_TRUE(find<QAction>("watchAccesses")->isEnabled());
  ASSERT_TRUE(window_.report()->guardedAccesses);
  EXPECT_GT(*window_.report()->guardedAccesses, 100U);
  dropSample("sine");
  EXPECT_TRUE(window_.report()->guardedAccesses);
  watchAccesses(false);
}

TEST_F(FirmwareImagesTest, ItsKernelsAreItsOwnAndTheNextModelHasWhatWasChosen) {
  chooseText(find<QComboBox>("target"), QStringLiteral("cortex-m7"));
  chooseText(find<QComboBox>("kernels"), QStringLiteral("reference"));
  openImage();
  EXPECT_EQ(find<QComboBox>("target")->currentText(), QStringLiteral("cortex-m4"));
  EXPECT_FALSE(find<QComboBox>("kernels")->isEnabled());
  EXPECT_EQ(find<QComboBox>("kernels")->currentText(), QString());
  EXPECT_FALSE(find<QPushButton>("whatIfUse")->isEnabled());
  EXPECT_TRUE(find<QPushButton>("whatIfUse")->toolTip().contains(QStringLiteral("firmware image")));
  dropSample("sine");
  EXPECT_EQ(window_.report()->target, "cortex-m7");
  EXPECT_EQ(window_.report()->kernels, "reference");
  EXPECT_TRUE(find<QComboBox>("kernels")->isEnabled());
}

} // namespace
} // namespace arenascope::ui
