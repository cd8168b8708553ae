// Buffers that are seen to move, and outlines of what could be.
#include "ui/views/motion.h"

#include <QComboBox>
#include <QDockWidget>

#include "tests/ui/window_support.h"
#include "ui/panels/what_if_panel.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class MotionTest : public WindowTest {
protected:
  void TearDown() override { setReducedMotion(false); }
  void chooseKernels(const char* name) {
    QSignalSpy settled(&window_, &MainWindow::settled);
    chooseText(find<QComboBox>("kernels"), QLatin1String(name));
    if (window_.busy()) settled.wait(kPatience);
  }
};

TEST_F(MotionTest, BuffersGoToTheirNewPlaces) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  EXPECT_FALSE(view->moving()) << "another model's buffers were nowhere before";
  QSignalSpy settled(&window_, &MainWindow::settled);
  session::ProfileRequest linear;
  linear.target = "cortex-m4";
  linear.kernels = "cmsis-nn";
  linear.planner = profile::Planner::kLinear;
  emit find<WhatIfPanel>()->wanted(linear);
  waitFor([&] { return view->moving(); });
  waitFor([&] { return !view->moving(); });
  const QImage after = view->grab().toImage();
  view->update();
  EXPECT_EQ(view->grab().toImage(), after) << "they have arrived";
}

TEST_F(MotionTest, NothingMovesWhereLessMotionIsAskedFor) {
  setReducedMotion(true);
  EXPECT_EQ(moveTime().count(), 0);
  dropSample("person_detector");
  chooseKernels("reference");
  EXPECT_FALSE(find<InferenceView>()->moving());
}

TEST_F(MotionTest, WhatIfIsOutlinedInThePicture) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  auto* whatIf = find<WhatIfPanel>();
  window_.showPage(QStringLiteral("whatIf"));
  waitFor([&] { return !whatIf->busy(); });
  EXPECT_EQ(view->ghost(), nullptr) << "nothing else is tried yet";
  chooseText(window_.dock(QStringLiteral("whatIf"))->findChild<QComboBox*>(QStringLiteral("whatIfPlanner")),
             QStringLiteral("linear: no sharing"));
  waitFor([&] { return !whatIf->busy() && view->ghost() != nullptr; });
  ASSERT_NE(view->ghost(), nullptr);
  EXPECT_EQ(view->ghost()->arena->head, whatIf->result()->arena->head);
  EXPECT_NE(view->ghost()->arena->head, window_.report()->arena->head);
  window_.dock(QStringLiteral("whatIf"))->hide();
  waitFor([&] { return view->ghost() == nullptr; });
  EXPECT_EQ(view->ghost(), nullptr) << "nobody asks any more";
}

} // namespace
} // namespace arenascope::ui
