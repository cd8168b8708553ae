// Three steps, once, and gone when one does not want them.
#include "ui/window/tour.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>

#include "tests/ui/window_support.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class TourTest : public WindowTest {
protected:
  void SetUp() override {
    QSettings().clear();
    WindowTest::SetUp();
  }
  Tour* tour() { return window_.findChild<Tour*>(); }
  // What is pointed at has the window's own colours, what is not is darker.
  int lightnessAt(const QPoint& place) { return window_.grab().toImage().pixelColor(place).lightness(); }
};

TEST_F(TourTest, PointsAtThePictureOnce) {
  dropSample("sine");
  EXPECT_EQ(tour(), nullptr) << "nobody has offered it";
  window_.offerTour();
  dropSample("person_detector");
  ASSERT_NE(tour(), nullptr);
  EXPECT_TRUE(find<QLabel>("tourText")->text().contains(find<QLabel>("arenaSize")->text()));
  for (std::size_t step = 0; step < 3; ++step) {
    ASSERT_NE(tour(), nullptr);
    EXPECT_EQ(tour()->step(), step);
    EXPECT_TRUE(window_.rect().contains(tour()->geometry()));
    const QWidget* bubble = find<QLabel>("tourText")->parentWidget();
    EXPECT_TRUE(window_.rect().contains(bubble->geometry())) << step;
    QTest::mouseClick(find<QPushButton>("tourNext"), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  EXPECT_EQ(tour(), nullptr);
  window_.offerTour();
  dropSample("autoencoder");
  EXPECT_EQ(tour(), nullptr) << "it was seen";
}

TEST_F(TourTest, CanBeSkippedAndAskedForAgain) {
  window_.offerTour();
  dropSample("person_detector");
  ASSERT_NE(tour(), nullptr);
  QTest::keyClick(tour(), Qt::Key_Right);
  EXPECT_EQ(tour()->step(), 1U);
  const auto* view = find<InferenceView>();
  const QRect peak = view->areaOf({.op = window_.report()->peakOperator()});
  const QPoint inside = view->mapTo(&window_, peak.center());
  const int marked = lightnessAt(inside);
  QTest::keyClick(tour(), Qt::Key_Escape);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(tour(), nullptr);
  EXPECT_EQ(lightnessAt(inside), marked) << "what it points at is as ever";
  find<QAction>("tourAction")->trigger();
  ASSERT_NE(tour(), nullptr);
  QTest::mouseClick(find<QPushButton>("tourSkip"), Qt::LeftButton);
}

TEST_F(TourTest, WithoutAModelItSaysWhatItNeeds) {
  find<QAction>("tourAction")->trigger();
  EXPECT_EQ(tour(), nullptr);
}

} // namespace
} // namespace arenascope::ui
