// What the picture of a running model looks like: colours by kind of layer, the tail as a staircase, labels that lie
// over nothing, and room for cycles before they are known.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "core/report/buffer_info.h"
#include "core/report/scene/tail_scene.h"
#include "tests/support/test_models.h"
#include "tests/ui/painted.h"
#include "ui/charts/inference_chart.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class RunningPictureTest : public testing::TestWithParam<QSize> {
protected:
  RunningPictureTest() : picture_(report()), theme_(Theme::paper()), image_(GetParam(), QImage::Format_RGB32) {
    const Box plot = plotBox(GetParam().width(), GetParam().height(), 54, true, picture_.axisHeight());
    layout_ = {plot, picture_.timeRange(), picture_.bytesRange(), stripBox(plot, 54)};
    QPainter painter(&image_);
    painter.fillRect(image_.rect(), theme_.background);
    picture_.paint(painter, layout_, theme_, {});
  }

  static ReportPointer report() {
    static const ReportPointer kReport =
        std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
    return kReport;
  }
  QRect pixelsOf(const AxisRange& time, const report::ByteRange& bytes) const {
    return toRect(layout_.box(time, {static_cast<double>(bytes.first), static_cast<double>(bytes.end)})).toRect();
  }
  QColor at(const QPoint& place) const { return image_.pixelColor(place); }

  InferenceChart picture_;
  Theme theme_;
  QImage image_;
  ArenaLayout layout_;
};

INSTANTIATE_TEST_SUITE_P(Sizes, RunningPictureTest,
                         testing::Values(QSize(1070, 582), QSize(700, 360), QSize(2200, 1200)));

TEST_P(RunningPictureTest, BoxesHaveTheColourOfTheKindOfLayer) {
  const std::vector<report::Family> families = report::bufferFamilies(*report());
  int seen = 0;
  for (std::size_t i = 0; i < families.size(); ++i) {
    const QRect box = pixelsOf(picture_.timeOf(static_cast<int>(i)), bytesOf(report()->buffers[i]));
    if (box.width() < 16 || box.height() < 16) continue;
    ++seen;
    EXPECT_EQ(at(box.bottomLeft() + QPoint(6, -6)), theme_.family(families[i]).fill) << report()->buffers[i].name;
  }
  EXPECT_GT(seen, 3);
}

TEST_P(RunningPictureTest, TheTailIsAStaircaseOfItsLayers) {
  int seen = 0;
  for (const report::TailBlock& block : report::tailScene(*report()).blocks) {
    if (block.row < 0) continue;
    const QRect box = pixelsOf(picture_.timeOfRow(block.row), block.bytes);
    if (box.height() < 2 || box.width() < 4) continue;
    ++seen;
    const QColor here = at(box.center());
    EXPECT_NE(here, theme_.tail) << "in the layer's column";
    EXPECT_GT(here.saturation(), theme_.tail.saturation()) << "a colour";
  }
  EXPECT_GT(seen, 2);
}

TEST_P(RunningPictureTest, NothingLiesOverTheTallestBoxes) {
  int seen = 0;
  for (const int i : report::headInfo(*report()).topBuffers) {
    const QRect box = pixelsOf(picture_.timeOf(i), bytesOf(report()->buffers[static_cast<std::size_t>(i)]));
    if (box.width() < 12 || box.height() < 12) continue;
    ++seen;
    const QRect inside = box.adjusted(5, 5, -5, -5);
    for (int y = inside.top(); y <= inside.bottom(); ++y)
      for (int x = inside.left(); x <= inside.right(); ++x) ASSERT_NE(at({x, y}), theme_.peak) << x << " " << y;
  }
  EXPECT_GT(seen, 0);
}

TEST(LabelRoomTest, HasEveryPlaceOnce) {
  LabelRoom room(QRectF(100, 50, 400, 300));
  EXPECT_TRUE(room.take({120, 60, 50, 12}));
  EXPECT_FALSE(room.take({120, 60, 50, 12}));
  EXPECT_FALSE(room.take({160, 66, 80, 12})) << "one is over the end of the other";
  EXPECT_TRUE(room.take({180, 60, 50, 12}));
  EXPECT_TRUE(room.take({120, 80, 50, 12}));
  room.cover({300, 100, 50, 50});
  EXPECT_FALSE(room.isFree({320, 120, 4, 4}));
  EXPECT_TRUE(room.take({-50, -50, 20, 20})) << "outside is nobody's";
}

// Two buffers that share a place have one label, and a smaller box in front keeps its own.
TEST(LabelRoomTest, LabelsOfBoxesOverEachOtherStayApart) {
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "host"));
  const auto painted = [&](bool second) {
    QImage image(300, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    LabelRoom room{QRectF(image.rect())};
    BufferLabels labels(report);
    labels.begin(painter.font());
    labels.add(QRect(20, 20, 200, 60), 0, {Qt::black, Qt::darkGray}, room);
    if (second) labels.add(QRect(24, 22, 200, 60), 1, {Qt::black, Qt::darkGray}, room);
    labels.paint(painter);
    painter.end();
    return image;
  };
  EXPECT_TRUE(test::isPainted(painted(false)));
  EXPECT_EQ(painted(true), painted(false));
}

TEST(RunningViewTest, NothingJumpsWhenCyclesArrive) {
  const report::Report complete = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  report::Report early = complete;
  early.cost.reset();
  early.invoked = false;
  Selection selection;
  const Annotations notes;
  InferenceView view(selection, notes);
  const auto plotOf = [&](const report::Report& report) {
    view.setReport(std::make_shared<const report::Report>(report));
    const Box plot = view.layoutFor(QSizeF(1000, 600)).plot;
    return QRectF(plot.left, plot.top, plot.width(), plot.height());
  };
  EXPECT_EQ(plotOf(early), plotOf(complete));
  // Where none will come, the picture has the room.
  early.invoked = true;
  EXPECT_GT(plotOf(early).height(), plotOf(complete).height());
}

} // namespace
} // namespace arenascope::ui
