#include "ui/charts/buffer_labels.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "tests/support/test_models.h"
#include "tests/ui/painted.h"

namespace arenascope::ui {
namespace {

class BufferLabelsTest : public testing::Test {
protected:
  // A box of that size in the middle of an empty picture, with its label.
  QImage labelled(const QSize& size) {
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    box_ = QRect(QPoint(200 - size.width() / 2, 200 - size.height() / 2), size);
    QPainter painter(&image);
    BufferLabels labels(report());
    labels.begin(painter.font());
    LabelRoom room{QRectF(image.rect())};
    labels.add(box_, 0, {Qt::black, Qt::darkGray}, room);
    labels.paint(painter);
    return image;
  }
  static ReportPointer report() {
    static const ReportPointer kReport =
        std::make_shared<const report::Report>(test::profileOf(test::sampleModel("autoencoder"), "host"));
    return kReport;
  }
  // How many lines of pixels, or columns, have something in them.
  static int painted(const QImage& image, bool columns) {
    int count = 0;
    for (int i = 0; i < (columns ? image.width() : image.height()); ++i)
      count +=
          test::isPainted(columns ? image.copy(i, 0, 1, image.height()) : image.copy(0, i, image.width(), 1)) ? 1 : 0;
    return count;
  }
  // Nothing is painted beside the box.
  void expectInside(QImage image) const {
    QPainter(&image).fillRect(box_, Qt::white);
    EXPECT_FALSE(test::isPainted(image)) << box_.width() << "x" << box_.height();
  }

  QRect box_;
};

TEST_F(BufferLabelsTest, SayWhatThereIsRoomFor) {
  const QImage ample = labelled({300, 100});
  const QImage low = labelled({300, 20});
  const QImage narrow = labelled({60, 20});
  EXPECT_TRUE(test::isPainted(ample));
  EXPECT_TRUE(test::isPainted(low));
  EXPECT_GT(painted(ample, false), painted(low, false)) << "name and size below each other, or in a line";
  EXPECT_GT(painted(low, true), painted(narrow, true)) << "with the name, or the size alone";
}

TEST_F(BufferLabelsTest, StandUprightInANarrowBox) {
  const QImage upright = labelled({20, 300});
  ASSERT_TRUE(test::isPainted(upright));
  EXPECT_GT(painted(upright, false), painted(upright, true));
}

// Of boxes that lie over each other, as those of strips do, the second label is written where the first is not.
TEST_F(BufferLabelsTest, LabelsDoNotLieOverEachOther) {
  const QRect box(100, 100, 90, 18);
  const auto paint = [&](const QRect& second, bool both) {
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    BufferLabels labels(report());
    labels.begin(painter.font());
    LabelRoom room{QRectF(image.rect())};
    labels.add(box, 0, {Qt::black, Qt::black}, room);
    if (both) labels.add(second, 1, {Qt::black, Qt::black}, room);
    labels.paint(painter);
    return image;
  };
  const QImage alone = paint({}, false);
  ASSERT_TRUE(test::isPainted(alone));
  EXPECT_EQ(paint(box, true), alone);
  EXPECT_EQ(paint(box.translated(4, 3), true), alone);
  EXPECT_NE(paint(box.translated(0, 40), true), alone) << "there is room";
}

TEST_F(BufferLabelsTest, NothingIsCutOff) {
  for (const QSize& size :
       {QSize(300, 100), QSize(300, 20), QSize(60, 20), QSize(20, 300), QSize(20, 60), QSize(40, 40)})
    expectInside(labelled(size));
  EXPECT_FALSE(test::isPainted(labelled({300, 4})));
  EXPECT_FALSE(test::isPainted(labelled({4, 300})));
  EXPECT_FALSE(test::isPainted(labelled({10, 10})));
}

} // namespace
} // namespace arenascope::ui
