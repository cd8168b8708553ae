// Buffers that are seen to move, pictures and numbers that grow, and outlines of what could be.
#include "ui/views/motion.h"

#include <QComboBox>
#include <QLabel>

#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/answer/answer_column.h"
#include "ui/charts/arena_frame.h"
#include "ui/tables/report_table.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/versions_view.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class MotionTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    setReducedMotion(false);
  }
  void chooseKernels(const char* name) {
    QSignalSpy settled(&window_, &MainWindow::settled);
    chooseText(find<QComboBox>("kernels"), QLatin1String(name));
    if (window_.busy()) settled.wait(kTestTimeout);
  }
};

TEST_F(MotionTest, BuffersGoToTheirNewPlaces) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  EXPECT_FALSE(view->moving()) << "another model's buffers were nowhere before";
  QSignalSpy settled(&window_, &MainWindow::settled);
  service::ProfileRequest linear;
  linear.target = "cortex-m4";
  linear.kernels = "cmsis-nn";
  linear.planner = report::Planner::kLinear;
  emit find<SettingsTool>()->wanted(linear);
  waitFor([&] { return view->moving(); });
  waitFor([&] { return !view->moving(); });
  const QImage after = view->grab().toImage();
  view->update();
  EXPECT_EQ(view->grab().toImage(), after) << "they have arrived";
}

TEST_F(MotionTest, APictureGrowsFromThePeakAndTheNumberRolls) {
  dropSample("person_detector");
  const ReportPointer report = window_.report();
  Selection selection;
  const Annotations notes;
  InferenceView view(selection, notes);
  view.resize(900, 500);
  view.setVisible(true);
  view.setReport(report);
  ASSERT_TRUE(view.growing());
  const QImage first = view.grab().toImage();
  waitFor([&] { return !view.growing(); });
  const QImage last = view.grab().toImage();
  int uncovered = 0;
  for (int x = 0; x < first.width(); ++x)
    for (int y = 0; y < first.height(); ++y) uncovered += first.pixel(x, y) != last.pixel(x, y) ? 1 : 0;
  EXPECT_GT(uncovered, first.width() * first.height() / 10) << "nothing but the ground at first";
  view.setReport(std::make_shared<const report::Report>(*report));
  EXPECT_FALSE(view.growing()) << "the same model again";
  AnswerColumn answer;
  answer.show();
  answer.setReport(report);
  const auto* size = answer.findChild<QLabel*>(QStringLiteral("arenaSize"));
  const QString whole = groupedText(report->arena->recommended);
  EXPECT_NE(size->text(), whole);
  waitFor([&] { return size->text() == whole; });
}

TEST_F(MotionTest, WhatHasChangedIsSaidForAMoment) {
  dropSample("person_detector");
  AnswerColumn answer;
  answer.show();
  answer.setReport(window_.report());
  report::Report smaller = *window_.report();
  smaller.arena->recommended -= 1024;
  answer.setReport(std::make_shared<const report::Report>(smaller));
  const auto* unit = answer.findChild<QLabel*>(QStringLiteral("arenaUnit"));
  EXPECT_TRUE(unit->text().contains(QStringLiteral("\u22121,024"))) << unit->text().toStdString();
  waitFor([&] { return unit->text() == QStringLiteral("bytes"); });
}

TEST_F(MotionTest, NothingMovesWhereLessMotionIsAskedFor) {
  setReducedMotion(true);
  EXPECT_EQ(moveTime().count(), 0);
  dropSample("person_detector");
  EXPECT_FALSE(find<InferenceView>()->growing());
  AnswerColumn answer;
  answer.show();
  answer.setReport(window_.report());
  EXPECT_EQ(answer.findChild<QLabel*>(QStringLiteral("arenaSize"))->text(),
            groupedText(window_.report()->arena->recommended));
  chooseKernels("reference");
  EXPECT_FALSE(find<InferenceView>()->moving());
}

TEST_F(MotionTest, WhatIfIsThePictureAndWhatIsItsOutline) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  auto* whatIf = find<SettingsTool>();
  window_.showPage(QStringLiteral("versions"));
  find<VersionsView>()->trySettings();
  waitFor([&] { return !whatIf->busy(); });
  EXPECT_EQ(view->candidate(), nullptr) << "nothing else is tried yet";
  EXPECT_EQ(view->report(), window_.report());
  const double before = view->bytesView().full().last;
  chooseText(window_.findChild<QComboBox*>(QStringLiteral("whatIfPlanner")), QStringLiteral("linear: no sharing"));
  waitFor([&] { return !whatIf->busy() && view->candidate() != nullptr; });
  ASSERT_NE(view->candidate(), nullptr);
  EXPECT_EQ(view->candidate()->arena->head, whatIf->result()->arena->head);
  EXPECT_NE(view->candidate()->arena->head, window_.report()->arena->head);
  EXPECT_GT(view->bytesView().full().last, before) << "both on one scale";
  find<VersionsView>()->closeTool();
  waitFor([&] { return view->candidate() == nullptr; });
  EXPECT_EQ(view->report(), window_.report()) << "nobody asks any more";
}

// Other kernels have other scratch buffers: what is selected is the same tensor still, here and in the tables.
TEST_F(MotionTest, WhatIsSelectedStaysSoInWhatIsTried) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  auto* whatIf = find<SettingsTool>();
  window_.showPage(QStringLiteral("versions"));
  find<VersionsView>()->trySettings();
  waitFor([&] { return !whatIf->busy(); });
  chooseText(window_.findChild<QComboBox*>(QStringLiteral("whatIfKernels")), QStringLiteral("reference"));
  waitFor([&] { return !whatIf->busy() && view->candidate() != nullptr; });
  const std::vector<report::PlannedBuffer>& shown = view->report()->buffers;
  const std::vector<report::PlannedBuffer>& own = window_.report()->buffers;
  ASSERT_NE(shown.size(), own.size()) << "the reference set has no scratch buffers here";
  auto* tensors = find<ReportTable>("tensorTable");
  for (int i = 0; i < static_cast<int>(shown.size()); ++i) {
    view->select({.op = 0, .buffer = i});
    EXPECT_TRUE(view->isSelected({.op = -1, .buffer = i}));
    const QString selected = tensors->text(true); // of the rows that are selected alone
    EXPECT_EQ(selected.count(QLatin1Char('\n')), 2) << "the titles and one tensor: " << selected.toStdString();
    EXPECT_TRUE(selected.contains(QString::fromStdString(shown[static_cast<std::size_t>(i)].name)));
    EXPECT_TRUE(test::isPainted(view->grab()));
  }
}

} // namespace
} // namespace arenascope::ui
