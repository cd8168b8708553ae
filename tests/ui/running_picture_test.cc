// What the picture of a running model looks like: colours by kind of layer, the tail as a staircase, labels that lie
// over nothing, and room for cycles before they are known.
#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

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

class SelectionCardTest : public testing::Test {
protected:
  SelectionCardTest() : view_(selection_, notes_) {
    view_.resize(1070, 582);
    view_.setReport(report_);
    view_.QWidget::show();
  }
  SelectionCard& card() { return *view_.findChild<SelectionCard*>(); }
  // All that is written on it, line by line.
  QStringList texts() {
    QStringList texts;
    for (const QLabel* label : card().findChildren<QLabel*>())
      if (label->isVisibleTo(&card())) texts << label->text();
    return texts;
  }

  ReportPointer report_ =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  Selection selection_;
  const Annotations notes_;
  InferenceView view_;
};

TEST_F(SelectionCardTest, SaysWhatIsSelectedAndGoesWithIt) {
  EXPECT_FALSE(card().isVisible());
  const int peak = report_->peakOperator();
  selection_.selectOperator(peak);
  EXPECT_TRUE(card().isVisible());
  const report::OperatorReport& op = report_->operators[static_cast<std::size_t>(peak)];
  EXPECT_TRUE(texts().contains(operatorTitle(op))) << texts().join(QLatin1Char('\n')).toStdString();
  EXPECT_TRUE(texts().contains(groupedText(op.liveBytes)));
  EXPECT_TRUE(texts().contains(groupedText(op.cost.cycles)));
  EXPECT_TRUE(texts().contains(QStringLiteral("peak")));
  selection_.selectBuffer(0);
  EXPECT_TRUE(texts().contains(groupedText(report_->buffers[0].bytes)));
  QTest::keyClick(&card(), Qt::Key_Escape);
  EXPECT_TRUE(selection_.empty());
  EXPECT_FALSE(card().isVisible());
}

TEST_F(SelectionCardTest, LiesInsideThePictureWhereItCoversNoBuffer) {
  for (int op = 0; op < static_cast<int>(report_->operators.size()); ++op) {
    selection_.selectOperator(op);
    const QRect place = card().geometry().adjusted(SelectionCard::kShadow, SelectionCard::kShadow,
                                                   -SelectionCard::kShadow, -SelectionCard::kShadow);
    EXPECT_TRUE(view_.rect().contains(place)) << op;
    for (std::size_t i = 0; i < report_->buffers.size(); ++i)
      EXPECT_FALSE(view_.areaOf({.op = op, .buffer = static_cast<int>(i)}).adjusted(2, 2, -2, -2).intersects(place))
          << "operator " << op << ", buffer " << i;
  }
  view_.resize(400, 240);
  selection_.selectOperator(0);
  EXPECT_FALSE(card().isVisible()) << "there is no room for it";
}

TEST_F(SelectionCardTest, UnfoldsAllDetailsAndLeadsOn) {
  selection_.selectOperator(1);
  auto* details = card().findChild<QTextBrowser*>(QStringLiteral("cardDetails"));
  EXPECT_FALSE(details->isVisible());
  QTest::mouseClick(card().findChild<QToolButton*>(QStringLiteral("allDetails")), Qt::LeftButton);
  ASSERT_TRUE(details->isVisible());
  EXPECT_TRUE(details->toPlainText().contains(QStringLiteral("Options")));
  EXPECT_TRUE(view_.rect().adjusted(-20, -20, 20, 20).contains(card().geometry()));
  QSignalSpy graph(&view_, &InferenceView::graphWanted);
  QSignalSpy note(&view_, &InferenceView::noteWanted);
  QSignalSpy whatIf(&view_, &InferenceView::whatIfWanted);
  for (QPushButton* button : card().findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(graph.count() + note.count() + whatIf.count(), 3);
}

} // namespace
} // namespace arenascope::ui
