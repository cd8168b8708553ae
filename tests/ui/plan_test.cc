// The plan view: what is saved, moving buffers by hand, writing the model.
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>

#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/panels/plan_panel.h"
#include "ui/views/plan_view.h"
#include "ui/window/exporter.h"

namespace arenascope::ui {
namespace {

class PlanTest : public WindowTest {
protected:
  void open(const std::vector<std::uint8_t>& model) {
    drop(qt(folder_.write("model.tflite", model)));
    window_.showPage(QStringLiteral("plan"));
    waitForPlan();
  }
  void waitForPlan() {
    waitFor([this] { return !panel()->busy(); });
  }
  PlanPanel* panel() { return find<PlanPanel>(); }
  // A place in the middle of a buffer of the plan, in the view's pixels, and one so many bytes above it.
  QPoint placeOf(const report::PlannedBuffer& buffer, double above = 0) {
    const ArenaLayout layout = panel()->view()->layoutOf(1);
    const double left = panel()->view()->width() / 2.0;
    const double top = panel()->view()->height() - (layout.plot.bottom + 40.0);
    const double middle = static_cast<double>(buffer.offset) + static_cast<double>(buffer.bytes) / 2;
    return {static_cast<int>(left + layout.xOf((buffer.firstOp + buffer.lastOp + 1) / 2.0)),
            static_cast<int>(top + layout.yOf(middle + above))};
  }

  const test::TemporaryFolder folder_;
};

TEST_F(PlanTest, ShowsWhatThePlanSavesAndWhyItIsNoSmaller) {
  open(test::greedilyPlannedBadlyModel());
  ASSERT_NE(panel()->plan(), nullptr);
  EXPECT_EQ(panel()->plan()->bytes(), 2'816U);
  EXPECT_EQ(panel()->view()->count(), 2U);
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("The plan saves 1,024 bytes")))
      << panel()->message().toStdString();
  const QAbstractItemModel* figures = find<QTableView>("planFigures")->model();
  EXPECT_EQ(figures->index(2, 1).data().toString(), QStringLiteral("3,840"));
  EXPECT_EQ(figures->index(2, 2).data().toString(), QStringLiteral("2,816"));
  const QString reason = find<QTextBrowser>("planReason")->toPlainText();
  EXPECT_TRUE(reason.contains(QStringLiteral("proven optimal"))) << reason.toStdString();
  EXPECT_TRUE(reason.contains(QStringLiteral("in use together at operator"))) << reason.toStdString();
  EXPECT_TRUE(test::isPainted(panel()->view()->grab()));
}

TEST_F(PlanTest, NothingIsPlannedForWhatNobodySees) {
  dropSample("sine");
  EXPECT_FALSE(panel()->busy());
  EXPECT_EQ(panel()->plan(), nullptr);
  window_.showPage(QStringLiteral("plan"));
  waitForPlan();
  EXPECT_NE(panel()->plan(), nullptr);
  EXPECT_TRUE(panel()->message().startsWith(QStringLiteral("Nothing to gain"))) << panel()->message().toStdString();
}

TEST_F(PlanTest, TheModelIsWritten) {
  open(test::greedilyPlannedBadlyModel());
  const auto path = folder_.path() / "planned.tflite";
  EXPECT_TRUE(find<QPushButton>("planWrite")->isEnabled());
  ASSERT_TRUE(panel()->writeTo(qt(path)));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "planned_arena.h"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "planned_ops.h"));
  EXPECT_FALSE(panel()->writeTo(qt(folder_.path() / "nowhere" / "planned.tflite")));
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("cannot be written")));
  const std::filesystem::path model = window_.report()->model.path;
  const std::string before = test::readText(model);
  EXPECT_FALSE(panel()->writeTo(qt(model)));
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("is the model itself")));
  EXPECT_FALSE(window_.exportTo(exportKind("h"), qt(model)));
  EXPECT_EQ(test::readText(model), before);
  drop(qt(path));
  EXPECT_EQ(window_.report()->arena->head, 2'816U);
}

TEST_F(PlanTest, OperatorsChangePlacesWhereTheyMay) {
  open(test::badlyOrderedModel());
  EXPECT_EQ(panel()->plan()->bytes(), 4'160U);
  find<QCheckBox>("planReorder")->setChecked(true);
  waitForPlan();
  EXPECT_EQ(panel()->plan()->bytes(), 1'216U);
  EXPECT_TRUE(find<QTextBrowser>("planReason")->toPlainText().contains(QStringLiteral("have moved")));
}

TEST_F(PlanTest, OutputsMayLieOverInputs) {
  drop(qt(test::sampleModel("edge_detector")));
  window_.showPage(QStringLiteral("plan"));
  waitForPlan();
  ASSERT_NE(panel()->plan(), nullptr);
  const std::uint64_t apart = panel()->plan()->bytes();
  EXPECT_FALSE(panel()->plan()->overlap);
  find<QCheckBox>("planOverlap")->setChecked(true);
  waitForPlan();
  ASSERT_TRUE(panel()->plan()->overlap);
  EXPECT_EQ(panel()->plan()->overlap->apartBytes, apart);
  EXPECT_LE(panel()->plan()->bytes(), apart);
  EXPECT_TRUE(find<QTextBrowser>("planReason")->toPlainText().contains(QStringLiteral("without overlap")));
  // By hand nothing is moved then.
  const report::PlannedBuffer buffer = panel()->plan()->after.buffers.front();
  emit panel()->view()->moved(buffer.index, static_cast<std::int64_t>(buffer.offset) + 16);
  EXPECT_FALSE(panel()->busy());
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("untick")));
  find<QCheckBox>("planOverlap")->setChecked(false);
  waitForPlan();
  EXPECT_FALSE(panel()->plan()->overlap);
}

TEST_F(PlanTest, ABufferIsMovedByHand) {
  open(test::greedilyPlannedBadlyModel());
  const std::uint64_t best = panel()->plan()->bytes();
  const report::PlannedBuffer buffer = panel()->plan()->after.buffers.front();
  EXPECT_FALSE(find<QPushButton>("planRelease")->isVisible());
  drag(panel()->view(), placeOf(buffer), placeOf(buffer, 2'000));
  waitForPlan();
  const report::PlannedBuffer moved = panel()->plan()->after.buffers.front();
  EXPECT_NE(moved.offset, buffer.offset);
  EXPECT_EQ(moved.offset % 16, 0U);
  EXPECT_NEAR(static_cast<double>(moved.offset), static_cast<double>(buffer.offset) + 2'000, 100);
  EXPECT_GT(panel()->plan()->bytes(), best);
  EXPECT_TRUE(panel()->plan()->outputsIdentical);
  find<QPushButton>("planRelease")->click();
  waitForPlan();
  EXPECT_EQ(panel()->plan()->bytes(), best);
}

TEST_F(PlanTest, BuffersAreMovedWithKeysAndWhatIsInTheWayIsNamed) {
  open(test::greedilyPlannedBadlyModel());
  PlanView* view = panel()->view();
  const std::uint64_t best = panel()->plan()->bytes();
  const auto buffers = panel()->plan()->after.buffers;
  const auto key = [&](Qt::Key which) { QTest::keyClick(view, which); };
  key(Qt::Key_Right);
  EXPECT_TRUE(panel()->message().startsWith(QStringLiteral("At ")));
  EXPECT_TRUE(panel()->message().contains(QString::fromStdString(buffers[0].name))) << panel()->message().toStdString();
  // Upwards, through its neighbour.
  bool named = false;
  for (int i = 0; i < 8; ++i) {
    key(Qt::Key_PageUp);
    named = named || panel()->message().contains(QStringLiteral("blocked by "));
  }
  EXPECT_TRUE(named);
  key(Qt::Key_Escape);
  EXPECT_FALSE(panel()->busy());
  EXPECT_TRUE(panel()->message().startsWith(QStringLiteral("The plan saves")));
  key(Qt::Key_Right);
  for (int i = 0; i < 4; ++i) key(Qt::Key_PageUp);
  key(Qt::Key_Return);
  waitForPlan();
  EXPECT_EQ(panel()->plan()->after.buffers[0].offset, buffers[0].offset + 4 * 1'024);
  EXPECT_GT(panel()->plan()->bytes(), best);
  // And back.
  find<QPushButton>("planUndo")->click();
  waitForPlan();
  EXPECT_EQ(panel()->plan()->after.buffers[0].offset, buffers[0].offset);
  EXPECT_EQ(panel()->plan()->bytes(), best);
  EXPECT_FALSE(find<QPushButton>("planUndo")->isVisible());
}

TEST_F(PlanTest, TwoBuffersCannotBePutOnTopOfEachOther) {
  open(test::greedilyPlannedBadlyModel());
  PlanView* view = panel()->view();
  const auto pinned = [&](int buffer, std::int64_t offset) {
    emit view->moved(buffer, offset);
    waitForPlan();
  };
  const auto& buffers = panel()->plan()->after.buffers;
  const std::int32_t first = buffers[0].index;
  const std::int32_t second = buffers[1].index;
  pinned(first, 4'096);
  const PlanPointer before = panel()->plan();
  pinned(second, 4'096);
  EXPECT_EQ(panel()->plan(), before) << "what is on screen stays";
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("cannot both stay where they have been put")))
      << panel()->message().toStdString();
  EXPECT_TRUE(find<QPushButton>("planWrite")->isEnabled());
}

} // namespace
} // namespace arenascope::ui
