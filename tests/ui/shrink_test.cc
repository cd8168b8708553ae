// The shrink view: points to choose from by budget, pointer and keys, pictures beside the model's own, writing a
// version, and the offer where a model does not fit its board.
#include <QFile>
#include <QPushButton>
#include <QSpinBox>

#include "core/output/answers/shrink_writer.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/charts/pareto_chart.h"
#include "ui/panels/shrink_panel.h"
#include "ui/views/pareto_view.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {
namespace {

class ShrinkTest : public WindowTest {
protected:
  void shrink() {
    drop(qt(folder_.write("model.tflite", test::wideInTheMiddleModel())));
    window_.showPage(QStringLiteral("shrink"));
    find<QPushButton>("shrinkStart")->click();
    EXPECT_TRUE(panel()->busy());
    waitFor([this] { return !panel()->busy(); });
    ASSERT_NE(panel()->found(), nullptr) << panel()->message().toStdString();
  }
  ShrinkPanel* panel() { return find<ShrinkPanel>(); }
  ParetoView* front() { return panel()->front(); }

  const test::TemporaryFolder folder_;
};

TEST_F(ShrinkTest, NothingRunsBeforeItIsAskedFor) {
  dropSample("sine");
  window_.showPage(QStringLiteral("shrink"));
  EXPECT_FALSE(panel()->busy());
  EXPECT_EQ(panel()->found(), nullptr);
  EXPECT_TRUE(find<QPushButton>("shrinkStart")->isEnabled());
  EXPECT_FALSE(find<QPushButton>("shrinkWrite")->isEnabled());
  EXPECT_TRUE(test::isPainted(panel()->grab()));
}

TEST_F(ShrinkTest, EachPointOpensItsPictureAndCanBeWritten) {
  shrink();
  const auto& points = panel()->found()->points;
  ASSERT_GT(points.size(), 2U);
  EXPECT_EQ(front()->selected(), points.size() - 1);
  EXPECT_EQ(panel()->pictures()->count(), 2U);
  // A pointer on the point in the middle, and a key.
  const std::size_t middle = points.size() / 2;
  QTest::mouseClick(front(), Qt::LeftButton, Qt::NoModifier, front()->centreOf(middle).toPoint());
  EXPECT_EQ(front()->selected(), middle);
  EXPECT_TRUE(panel()->message().startsWith(
      QString::fromStdString(output::describePoint(*panel()->found(), middle)).section(QLatin1Char(' '), 0, 3)))
      << panel()->message().toStdString();
  const QString path = qt(folder_.path() / "smaller.tflite");
  ASSERT_TRUE(panel()->writeTo(path)) << panel()->message().toStdString();
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()), points[middle].model);
  EXPECT_TRUE(QString::fromStdString(test::readText(folder_.path() / "smaller_arena.h"))
                  .contains(QStringLiteral("// Model smaller.tflite, SHA-256 ")));
  EXPECT_TRUE(QString::fromStdString(test::readText(folder_.path() / "smaller_ops.h"))
                  .contains(QStringLiteral("smaller.tflite")));
  EXPECT_FALSE(panel()->writeTo(qt(folder_.path() / "model.tflite"))) << "that is the original";
  QTest::keyClick(front(), Qt::Key_Home);
  EXPECT_EQ(front()->selected(), 0U);
  EXPECT_EQ(panel()->pictures()->count(), 1U);
  EXPECT_FALSE(find<QPushButton>("shrinkWrite")->isEnabled()) << "the model as it is, is there already";
  QTest::keyClick(front(), Qt::Key_Right);
  EXPECT_EQ(front()->selected(), 1U);
  EXPECT_TRUE(test::isPainted(panel()->grab()));
}

TEST_F(ShrinkTest, ABudgetSelectsTheCheapestVersionWithinIt) {
  shrink();
  const auto& points = panel()->found()->points;
  auto* budget = find<QSpinBox>("shrinkBudget");
  for (std::size_t i = 0; i < points.size(); ++i) {
    budget->setValue(static_cast<int>(points[i].arenaBytes()));
    EXPECT_EQ(front()->selected(), i);
  }
  budget->setValue(16);
  EXPECT_EQ(front()->selected(), points.size() - 1) << "the smallest, where none fits";
}

TEST_F(ShrinkTest, AnotherModelForgetsWhatWasFound) {
  shrink();
  dropSample("sine");
  EXPECT_EQ(panel()->found(), nullptr);
  EXPECT_EQ(panel()->pictures()->count(), 0U);
}

TEST_F(ShrinkTest, AModelThatDoesNotFitItsBoardIsOfferedToShrink) {
  dropSample("person_detector");
  auto* offer = find<QPushButton>("makeItFit");
  EXPECT_TRUE(offer->isHidden());
  auto* board = find<QComboBox>("board");
  const QStringList boards = [&] {
    QStringList names;
    for (int i = 0; i < board->count(); ++i) names << board->itemData(i).toString();
    return names;
  }();
  for (const QString& name : boards) {
    if (name.isEmpty()) continue;
    board->setCurrentIndex(board->findData(name));
    waitFor([this] { return !window_.busy(); });
    if (!offer->isHidden()) break;
  }
  ASSERT_FALSE(offer->isHidden()) << "the smallest board has no room for the sample";
  offer->click();
  EXPECT_TRUE(panel()->isVisible());
  EXPECT_GT(find<QSpinBox>("shrinkBudget")->value(), 0);
  find<QPushButton>("shrinkEnough")->click();
  waitFor([this] { return !panel()->busy(); });
  ASSERT_NE(panel()->found(), nullptr) << panel()->message().toStdString();
}

} // namespace
} // namespace arenascope::ui
