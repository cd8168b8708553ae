// Buffers placed by hand in Before and after: what a plan saves, moving buffers, writing the model.
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>

#include "core/report/figures.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/versions/hand_tool.h"
#include "ui/versions/versions_view.h"
#include "ui/views/plan_view.h"
#include "ui/window/exporter.h"

namespace arenascope::ui {
namespace {

class PlanTest : public WindowTest {
protected:
  void open(const std::vector<std::uint8_t>& model) {
    drop(qt(folder_.write("model.tflite", model)));
    openTool();
    waitForPlan();
  }
  void waitForPlan() {
    waitFor([this] { return !panel()->busy(); });
  }
  void openTool() {
    window_.showPage(QStringLiteral("versions"));
    versions()->placeByHand();
  }
  VersionsView* versions() { return find<VersionsView>(); }
  HandTool* panel() { return find<HandTool>(); }
  PlanView* view() { return versions()->pictures(); }
  // A place in the middle of a buffer of the plan, in the view's pixels, and one so many bytes above it.
  QPoint placeOf(const report::PlannedBuffer& buffer, double above = 0) {
    const ArenaLayout layout = view()->layoutOf(1);
    const QPointF origin = view()->originOf(1);
    const double left = origin.x();
    const double top = origin.y();
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
  EXPECT_EQ(view()->count(), 2U);
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("The plan saves 1,024 bytes")))
      << panel()->message().toStdString();
  const QAbstractItemModel* figures = find<QTableView>("versionFigures")->model();
  const auto head = [figures](int column) {
    for (int row = 0; row < figures->rowCount(); ++row)
      if (figures->index(row, 0).data().toString() == QLatin1String(report::figureKind(report::FigureId::kHead).name))
        return figures->index(row, column).data().toString();
    return QString();
  };
  EXPECT_EQ(head(1), QStringLiteral("3,840"));
  EXPECT_EQ(head(2), QStringLiteral("2,816"));
  const QString reason = find<QTextBrowser>("planReason")->toPlainText();
  EXPECT_TRUE(reason.contains(QStringLiteral("proven optimal"))) << reason.toStdString();
  EXPECT_TRUE(reason.contains(QStringLiteral("in use together at operator"))) << reason.toStdString();
  EXPECT_TRUE(test::isPainted(view()->grab()));
}

TEST_F(PlanTest, NothingIsPlannedForWhatNobodySees) {
  dropSample("sine");
  EXPECT_FALSE(panel()->busy());
  EXPECT_EQ(panel()->plan(), nullptr);
  openTool();
  waitForPlan();
  EXPECT_NE(panel()->plan(), nullptr);
  EXPECT_TRUE(panel()->message().startsWith(QStringLiteral("Nothing to gain"))) << panel()->message().toStdString();
}

TEST_F(PlanTest, TheModelIsWritten) {
  open(test::greedilyPlannedBadlyModel());
  const auto path = folder_.path() / "planned.tflite";
  EXPECT_TRUE(find<QPushButton>("versionsSave")->isEnabled());
  ASSERT_TRUE(versions()->saveTo(qt(path)));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "planned_arena.h"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "planned_ops.h"));
  EXPECT_FALSE(versions()->saveTo(qt(folder_.path() / "nowhere" / "planned.tflite")));
  EXPECT_TRUE(versions()->message().contains(QStringLiteral("cannot be written")));
  const std::filesystem::path model = window_.report()->model.path;
  const std::string before = test::readText(model);
  EXPECT_FALSE(versions()->saveTo(qt(model)));
  EXPECT_TRUE(versions()->message().contains(QStringLiteral("is the model itself")));
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
  openTool();
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
  emit view()->moved(buffer.index, static_cast<std::int64_t>(buffer.offset) + 16);
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
  drag(view(), placeOf(buffer), placeOf(buffer, 2'000));
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
  PlanView* view = versions()->pictures();
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
  PlanView* view = versions()->pictures();
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
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("cannot both keep their places")))
      << panel()->message().toStdString();
  EXPECT_TRUE(find<QPushButton>("versionsSave")->isEnabled());
}

} // namespace
} // namespace arenascope::ui
