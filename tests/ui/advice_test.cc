// What would help: found without being asked for, each with its picture, in the summary too, and written.
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include "core/output/header_writer.h"
#include "core/output/resolver_writer.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/panels/advice_panel.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {
namespace {

class AdviceTest : public WindowTest {
protected:
  void advise() {
    drop(qt(folder_.write("model.tflite", test::wideInTheMiddleModel())));
    EXPECT_TRUE(panel()->busy());
    waitFor([this] { return !panel()->busy(); });
    ASSERT_NE(panel()->found(), nullptr) << panel()->message().toStdString();
  }
  AdvicePanel* panel() { return find<AdvicePanel>(); }
  QListWidget* list() { return find<QListWidget>("adviceList"); }

  const test::TemporaryFolder folder_;
};

TEST_F(AdviceTest, IsFoundInTheBackgroundAndStandsBesideTheNumber) {
  advise();
  const optimization::AdviceReport& advice = *panel()->found();
  ASSERT_FALSE(advice.suggestions.empty());
  EXPECT_EQ(list()->count(), static_cast<int>(advice.suggestions.size() + advice.nothing.size()));
  EXPECT_TRUE(find<QFrame>("adviceCard")->isVisible());
  EXPECT_EQ(find<QLabel>("adviceTitle")->text(), QString::fromStdString(advice.suggestions.front().title));
  for (std::size_t i = 1; i < std::min<std::size_t>(4, advice.suggestions.size()); ++i)
    EXPECT_TRUE(find<QLabel>("summaryAdvice")->text().contains(QString::fromStdString(advice.suggestions[i].title)));
  // A click opens the arena before and after.
  QTest::mouseClick(find<QPushButton>("adviceShow"), Qt::LeftButton);
  EXPECT_TRUE(panel()->isVisible());
  EXPECT_EQ(panel()->pictures()->count(), 2U);
  EXPECT_EQ(list()->currentRow(), 0);
  EXPECT_TRUE(test::isPainted(panel()->grab()));
}

TEST_F(AdviceTest, EachIsSelectedWithTheKeysAndSaysWhy) {
  advise();
  window_.showPage(QStringLiteral("advice"));
  const optimization::AdviceReport& advice = *panel()->found();
  list()->setFocus();
  ASSERT_GT(list()->count(), 1);
  for (std::size_t i = 0; i < advice.suggestions.size() + advice.nothing.size(); ++i) {
    const bool helps = i < advice.suggestions.size();
    const std::string reason =
        helps ? advice.suggestions[i].reason : advice.nothing[i - advice.suggestions.size()].reason;
    EXPECT_EQ(panel()->message().toStdString(), reason);
    EXPECT_EQ(find<QPushButton>("adviceWrite")->isEnabled(), helps && !advice.suggestions[i].model.empty());
    EXPECT_EQ(find<QPushButton>("adviceHeader")->isEnabled(),
              helps && advice.suggestions[i].after.has_value() && advice.suggestions[i].model.empty())
        << "a version of the model is written with its header";
    QTest::keyClick(list(), Qt::Key_Down);
  }
}

TEST_F(AdviceTest, TheModelAndItsHeaderAreWritten) {
  advise();
  const optimization::Suggestion& best = panel()->found()->suggestions.front();
  const std::filesystem::path model = folder_.path() / "smaller.tflite";
  ASSERT_TRUE(panel()->writeModelTo(qt(model))) << panel()->message().toStdString();
  EXPECT_EQ(test::readText(model), std::string(best.model.begin(), best.model.end()));
  report::Report named = *best.after;
  named.model.path = model.string();
  EXPECT_EQ(test::readText(folder_.path() / "smaller_arena.h"), output::toHeader(named));
  EXPECT_EQ(test::readText(folder_.path() / "smaller_ops.h"), output::toResolver(named));
  const std::string original = test::readText(folder_.path() / "model.tflite");
  EXPECT_FALSE(panel()->writeModelTo(qt(folder_.path() / "model.tflite")));
  EXPECT_EQ(test::readText(folder_.path() / "model.tflite"), original);
  EXPECT_FALSE(panel()->writeModelTo(QStringLiteral("/nowhere/model.tflite")));
  EXPECT_TRUE(panel()->message().contains(QStringLiteral("/nowhere/model.tflite")));
}

TEST_F(AdviceTest, AnotherModelForgetsIt) {
  advise();
  dropSample("sine");
  EXPECT_EQ(panel()->found(), nullptr);
  EXPECT_EQ(list()->count(), 0);
  EXPECT_FALSE(find<QFrame>("adviceCard")->isVisible());
  EXPECT_EQ(find<QLabel>("summaryAdvice")->text(), QString());
  waitFor([this] { return !panel()->busy(); });
  ASSERT_NE(panel()->found(), nullptr);
  EXPECT_EQ(panel()->found()->before.model.path, test::sampleModel("sine").string());
}

} // namespace
} // namespace arenascope::ui
