// The card over the picture by itself, and where the picture puts it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include "core/report/buffer_info.h"
#include "tests/support/test_models.h"
#include "tests/ui/painted.h"
#include "ui/charts/arena_frame.h"
#include "ui/views/inference_view.h"
#include "ui/views/selection_card.h"

namespace arenascope::ui {
namespace {

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

// Without a picture around it: shown and hidden with the selection, no higher than its place, in the scheme's colours.
TEST_F(SelectionCardTest, FollowsTheSelectionOfItsReport) {
  SelectionCard alone(selection_);
  QSignalSpy changed(&alone, &SelectionCard::changed);
  selection_.selectOperator(1);
  EXPECT_TRUE(alone.isHidden()) << "there is no report yet";
  alone.setReport(report_);
  EXPECT_FALSE(alone.isHidden());
  EXPECT_GT(changed.count(), 0);
  EXPECT_TRUE(test::isPainted(alone.grab()));
  const QColor ground = alone.grab().toImage().pixelColor(alone.width() / 2, SelectionCard::kShadow + 4);
  EXPECT_EQ(ground, alone.palette().color(QPalette::Base));
  auto* unfold = alone.findChild<QToolButton*>(QStringLiteral("allDetails"));
  unfold->setChecked(true);
  const int whole = alone.sizeHint().height();
  alone.setMostHeight(whole - 60);
  EXPECT_LE(alone.sizeHint().height(), whole - 60);
  for (QToolButton* button : alone.findChildren<QToolButton*>())
    if (button->accessibleName().startsWith(QStringLiteral("Close"))) button->click();
  EXPECT_TRUE(selection_.empty());
  EXPECT_TRUE(alone.isHidden());
  selection_.selectBuffer(0);
  EXPECT_FALSE(alone.isHidden());
  alone.setReport(nullptr);
  EXPECT_TRUE(alone.isHidden());
}

} // namespace
} // namespace arenascope::ui
