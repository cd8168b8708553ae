// The lenses, worked with by mouse and keys through the window's event loop.
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>

#include "core/base/number_text.h"
#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"
#include "core/report/text/terms.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/charts/buffer_fills.h"
#include "ui/charts/buffer_styles.h"
#include "ui/charts/snapshot_chart.h"
#include "ui/panels/allocation_panel.h"
#include "ui/panels/graph_panel.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/inference_panel.h"
#include "ui/tables/report_table.h"
#include "ui/versions/hand_tool.h"
#include "ui/views/allocation_view.h"
#include "ui/views/step_bar.h"
#include "ui/window/picture_handle.h"

namespace arenascope::ui {
namespace {

using report::PlannedBuffer;

class LensesTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    find<QComboBox>("colourBy")->setCurrentIndex(0);
    find<QComboBox>("timeAxis")->setCurrentIndex(0);
    dropSample("person_detector");
    view_ = find<InferencePanel>()->view();
  }

  const report::Report& report() const { return *window_.report(); }
  ArenaLayout layout() const { return view_->layoutFor(view_->size()); }
  // The middle of a buffer's rectangle.
  QPoint placeOf(const PlannedBuffer& buffer) const {
    const double middle = static_cast<double>(buffer.offset) + static_cast<double>(buffer.plannedBytes()) / 2;
    const double time = (buffer.firstOp + buffer.lastOp + 1) / 2.0;
    return QPointF(layout().xOf(time), layout().yOf(middle)).toPoint();
  }
  // The one that makes most of the peak.
  const PlannedBuffer& largest() const {
    return *std::max_element(report().buffers.begin(), report().buffers.end(),
                             [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  }
  QTableView* history() { return find<HistoryPanel>()->findChild<QTableView*>(); }
  int selectedOperators() {
    return static_cast<int>(find<ReportTable>("operatorTable")->view()->selectionModel()->selectedRows().size());
  }

  InferenceView* view_ = nullptr;
};

TEST_F(LensesTest, HoveringTellsAtOnce) {
  hover(view_, placeOf(largest()));
  EXPECT_TRUE(QToolTip::text().contains(QString::fromStdString(largest().name))) << QToolTip::text().toStdString();
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("other buffers that use these bytes")));
  // The strip tells about the operator.
  const Box strip = layout().strip;
  hover(view_, QPointF(layout().xOf(1.5), (strip.top + strip.bottom) / 2).toPoint());
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("cycles"))) << QToolTip::text().toStdString();
}

TEST_F(LensesTest, ASelectedBufferShowsWhoElseLivesThere) {
  EXPECT_EQ(history()->model()->rowCount(), static_cast<int>(report().buffers.size()))
      << "all, before anything is chosen";
  QTest::mouseClick(view_, Qt::LeftButton, {}, placeOf(largest()));
  const auto expected = historyOf(report(), bytesOf(largest()));
  EXPECT_EQ(history()->model()->rowCount(), static_cast<int>(expected.size()));
  EXPECT_TRUE(find<QLabel>("historyCaption")->text().contains(QStringLiteral("one after the other")));
  QTest::mouseClick(view_, Qt::LeftButton, {}, placeOf(largest()));
  EXPECT_EQ(selectedOperators(), 0) << "a second click selects nothing";
}

TEST_F(LensesTest, DrawingAlongTheAxisSelectsBytes) {
  const int x = static_cast<int>(layout().plot.left / 2);
  const int low = static_cast<int>(layout().yOf(0)) - 2;
  const int high = static_cast<int>(layout().yOf(4096));
  drag(view_, {x, low}, {x, high});
  const auto expected = historyOf(report(), {static_cast<std::uint64_t>(layout().bytesAt(low)), 4096});
  EXPECT_NEAR(history()->model()->rowCount(), static_cast<int>(expected.size()), 1);
  EXPECT_TRUE(find<QLabel>("historyCaption")->text().startsWith(QStringLiteral("Bytes ")));
  QTest::mouseClick(view_, Qt::LeftButton, {}, {x, low});
  EXPECT_TRUE(find<QLabel>("historyCaption")->text().startsWith(QStringLiteral("All buffers")));
}

TEST_F(LensesTest, ZoomsToABoxAndBack) {
  const Box plot = layout().plot;
  const QPoint from(static_cast<int>(plot.left + plot.width() * 0.25),
                    static_cast<int>(plot.top + plot.height() * 0.25));
  const QPoint to(static_cast<int>(plot.left + plot.width() * 0.75), static_cast<int>(plot.top + plot.height() * 0.75));
  const double first = layout().timeAt(from.x());
  drag(view_, from, to, Qt::RightButton);
  EXPECT_NEAR(view_->timeView().shown().first, first, 0.1);
  EXPECT_TRUE(view_->bytesView().zoomed());
  QTest::keyClick(view_, Qt::Key_Backspace);
  EXPECT_FALSE(view_->timeView().zoomed());
  QTest::keyClick(view_, Qt::Key_Backspace, Qt::ShiftModifier);
  EXPECT_NEAR(view_->timeView().shown().first, first, 0.1);
}

TEST_F(LensesTest, KeysZoomMoveAndFit) {
  QTest::keyClick(view_, Qt::Key_W);
  EXPECT_TRUE(view_->timeView().zoomed());
  EXPECT_FALSE(view_->bytesView().zoomed());
  const double first = view_->timeView().shown().first;
  QTest::keyClick(view_, Qt::Key_D);
  EXPECT_GT(view_->timeView().shown().first, first);
  QTest::keyClick(view_, Qt::Key_A);
  EXPECT_NEAR(view_->timeView().shown().first, first, 1e-9);
  QTest::keyClick(view_, Qt::Key_S);
  EXPECT_FALSE(view_->timeView().zoomed());
  QTest::keyClick(view_, Qt::Key_F);
  EXPECT_FALSE(view_->timeView().zoomed()) << "nothing is selected";
  QTest::mouseClick(view_, Qt::LeftButton, {}, placeOf(largest()));
  QTest::keyClick(view_, Qt::Key_F);
  EXPECT_TRUE(view_->timeView().zoomed());
  EXPECT_LE(view_->timeView().shown().first, largest().firstOp);
  EXPECT_GE(view_->timeView().shown().last, largest().lastOp + 1);
  EXPECT_GE(view_->bytesView().shown().last, static_cast<double>(largest().offset + largest().bytes));
}

TEST_F(LensesTest, DrawingBelowThePictureSumsUpOperators) {
  const int y = static_cast<int>(layout().axisTop()) + 8;
  const auto at = [this](double time) { return static_cast<int>(layout().xOf(time)); };
  const QImage before = view_->grab().toImage();
  drag(view_, {at(2.5), y}, {at(5.5), y}); // steps 2 to 5: rows 1 to 4
  QTest::mouseMove(view_, {1, 1});
  EXPECT_NE(view_->grab().toImage(), before);
  QTest::keyClick(view_, Qt::Key_F);
  EXPECT_NEAR(view_->timeView().shown().first, 2, 1e-9);
  EXPECT_NEAR(view_->timeView().shown().last, 6, 1e-9);
  QTest::keyClick(view_, Qt::Key_0);
  drag(view_, {at(2.5), y}, {at(2.5), y});
  QTest::keyClick(view_, Qt::Key_F);
  EXPECT_FALSE(view_->timeView().zoomed()) << "a click takes it away";
}

TEST_F(LensesTest, WhatIsSearchedForLightsUp) {
  auto* search = find<QLineEdit>("searchPicture");
  const QImage all = view_->grab().toImage();
  view_->setFocus();
  QTest::keyClick(view_, Qt::Key_F, Qt::ControlModifier);
  EXPECT_EQ(window_.focusWidget(), search);
  QTest::keyClicks(search, QStringLiteral("DEPTHWISE"));
  const int found = view_->search(search->text());
  EXPECT_GT(found, 0);
  EXPECT_LT(found, static_cast<int>(report().buffers.size()));
  EXPECT_NE(view_->grab().toImage(), all);
  search->clear();
  EXPECT_EQ(view_->search(QString()), 0);
  EXPECT_EQ(view_->search(QStringLiteral("no such name")), 0);
  view_->search(QString());
}

TEST_F(LensesTest, TermsExplainThemselvesWithThisModelsFigures) {
  const std::string head = explainTerm(report(), report::Term::kHead);
  EXPECT_NE(head.find(grouped(report().arena->head)), std::string::npos) << head;
  const auto labels = window_.findChildren<QLabel*>();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
    return label->text() == QStringLiteral("head") && label->toolTip().toStdString() == head;
  }));
}

TEST_F(LensesTest, TheAxisCanBeToScale) {
  find<QComboBox>("timeAxis")->setCurrentIndex(1);
  EXPECT_GT(view_->timeView().full().last, static_cast<double>(report().cost->kernels.cycles));
  EXPECT_EQ(report().cost->kernels.cycles,
            static_cast<std::uint64_t>(std::llround(view_->timeView().full().last * (1 - 0.03 / 1.03))))
      << "all cycles of the kernels, and 3 % of them for the inputs";
  EXPECT_TRUE(test::isPainted(view_->grab()));
}

TEST_F(LensesTest, ColoursFollowTheChoice) {
  find<QComboBox>("colourBy")->setCurrentIndex(2);
  EXPECT_EQ(view_->options().colourBy, ColourBy::kKind);
  const BufferStyles styles(report(), ColourBy::kKind, true);
  ASSERT_GE(styles.legend().size(), 3U);
  for (std::size_t i = 0; i < styles.legend().size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_NE(styles.legend()[i].style.colour, styles.legend()[k].style.colour);
    }
  // Without colours patterns tell kinds apart, but for inputs and activations, which nothing else is like.
  EXPECT_NE(styles.legend()[0].name, styles.legend()[1].name);
  const BufferStyles byOperator(report(), ColourBy::kOperator, true);
  for (std::size_t i = 1; i < byOperator.legend().size() && i < 8; ++i)
    EXPECT_NE(byOperator.legend()[i].style.pattern, byOperator.legend()[i - 1].style.pattern);
  const BufferStyles plain(report(), ColourBy::kOperator, false);
  for (const LegendEntry& entry : plain.legend()) EXPECT_EQ(entry.style.pattern, Qt::SolidPattern);
}

TEST_F(LensesTest, ArrowKeysWalkThroughTheOperators) {
  QTest::keyClick(view_, Qt::Key_Right);
  QTest::keyClick(view_, Qt::Key_Right);
  const auto rows = find<ReportTable>("operatorTable")->view()->selectionModel()->selectedRows();
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows.first().row(), 1);
}

TEST_F(LensesTest, TheSliderWalksThroughTheAllocations) {
  window_.showPage(QStringLiteral("allocation"));
  const AllocationView* view = find<AllocationPanel>()->view();
  EXPECT_EQ(view->currentEvent(), static_cast<int>(report().analysis.peak)) << "what sets the minimum, at first";
  auto* slider = find<QSlider>("eventSlider");
  slider->setValue(0);
  EXPECT_EQ(view->currentEvent(), 0);
  EXPECT_TRUE(find<QLabel>("currentEvent")->text().contains(QStringLiteral("tail: 36 bytes (allocator objects)")));
  QTest::keyClick(slider, Qt::Key_Right);
  EXPECT_EQ(view->currentEvent(), 1);
  EXPECT_EQ(find<ReportTable>("eventTable")->view()->selectionModel()->selectedRows().size(), 1);
}

TEST_F(LensesTest, PlaysToTheEnd) {
  window_.showPage(QStringLiteral("allocation"));
  auto* panel = find<AllocationPanel>();
  auto* slider = find<QSlider>("eventSlider");
  slider->setValue(slider->maximum() - 8);
  QTest::mouseClick(find<QToolButton>("play"), Qt::LeftButton);
  EXPECT_TRUE(panel->playing());
  waitFor([&] { return !panel->playing(); });
  EXPECT_EQ(slider->value(), slider->maximum());
}

TEST_F(LensesTest, TheWindowSaysWhyTheMinimumIsWhatItIs) {
  const QString why = find<QLabel>("whyMinimum")->text();
  EXPECT_TRUE(why.contains(QStringLiteral("66,384"))) << why.toStdString();
  EXPECT_TRUE(why.contains(QString::fromStdString(explainMinimum(report()))));
}

TEST_F(LensesTest, TheMomentsBlocksFillWhatTheSectionsHave) {
  for (std::size_t event = 0; event < report().allocations.size(); event += 7) {
    const report::ArenaSnapshot& snapshot = report().analysis.snapshots[event];
    double tail = 0;
    double low = 0;
    for (const SnapshotBlock& block : blocksAfter(report(), event)) {
      if (block.section == trace::Section::kTail) tail += block.end - block.first;
      if (block.section != trace::Section::kTail) low = std::max(low, block.end);
    }
    EXPECT_DOUBLE_EQ(tail, static_cast<double>(snapshot.tail)) << event;
    EXPECT_DOUBLE_EQ(low, static_cast<double>(std::max(snapshot.temp, snapshot.head))) << event;
  }
  EXPECT_EQ(blockEventAt(report(), 0, 0.9999), 0) << "the first block is at the end of the arena";
  EXPECT_EQ(blockEventAt(report(), 0, 0.5), -1);
}

TEST_F(LensesTest, ABlockInMemorySelectsItsEvent) {
  window_.showPage(QStringLiteral("allocation"));
  QApplication::processEvents();
  auto* bar = find<StepBar>();
  QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(bar->width() / 3, bar->height() / 2));
  const int event = find<AllocationPanel>()->view()->currentEvent();
  EXPECT_EQ(report().allocations[static_cast<std::size_t>(event)].category, trace::Category::kPlan) << "the head";
}

TEST_F(LensesTest, ANodeOfTheGraphSelectsItEverywhere) {
  window_.showPage(QStringLiteral("graph"));
  QApplication::processEvents();
  GraphView* graph = find<GraphPanel>()->view();
  ASSERT_NE(graph->picture(), nullptr);
  int node = -1;
  for (std::size_t i = 0; i < graph->picture()->nodes().size(); ++i)
    if (graph->picture()->nodes()[i].op == 1) node = static_cast<int>(i);
  const QPointF at = graph->toWidget(graph->picture()->layout().nodes[static_cast<std::size_t>(node)].center());
  QTest::mouseClick(graph, Qt::LeftButton, {}, at.toPoint());
  EXPECT_EQ(selectedOperators(), 1);
  const double before = graph->scale();
  QTest::keyClick(graph, Qt::Key_Plus);
  EXPECT_GT(graph->scale(), before);
  QTest::keyClick(graph, Qt::Key_0);
  EXPECT_DOUBLE_EQ(graph->scale(), before);
  // What is selected elsewhere comes into view.
  find<ReportTable>("operatorTable")->view()->selectRow(static_cast<int>(report().operators.size()) - 1);
  const int last = graph->picture()->nodeOf({.op = static_cast<int>(report().operators.size()) - 1, .buffer = -1});
  const QRectF box = graph->picture()->layout().nodes[static_cast<std::size_t>(last)];
  EXPECT_TRUE(QRectF(graph->rect()).contains(graph->toWidget(box.center())));
}

TEST_F(LensesTest, TheGraphZoomsAsThePicturesDo) {
  window_.showPage(QStringLiteral("graph"));
  QApplication::processEvents();
  GraphView* graph = find<GraphPanel>()->view();
  const QRectF bounds = graph->picture()->layout().bounds;
  const auto middle = [&] { return graph->toLayout(QPointF(graph->width() / 2.0, graph->height() / 2.0)); };
  graph->resetZoom();
  const double fitted = graph->scale();
  // A box of the right button.
  drag(graph, QPoint(100, 60), QPoint(200, 110), Qt::RightButton);
  EXPECT_GT(graph->scale(), fitted);
  const double boxed = graph->scale();
  ASSERT_FALSE(graph->minimapBox().isEmpty());
  const QPointF last = graph->minimapBox().bottomRight() - QPointF(2, 2);
  QTest::mouseClick(graph, Qt::LeftButton, {}, last.toPoint());
  EXPECT_GT(middle().y(), bounds.top() + 0.9 * bounds.height());
  EXPECT_EQ(graph->scale(), boxed);
  EXPECT_TRUE(test::isPainted(graph->grab()));
  graph->undoZoom();
  graph->undoZoom();
  EXPECT_NEAR(graph->scale(), fitted, 1e-9);
  graph->redoZoom();
  EXPECT_NEAR(graph->scale(), boxed, 1e-9);
  // F goes to what is selected.
  find<ReportTable>("operatorTable")->view()->selectRow(0);
  QTest::keyClick(graph, Qt::Key_F);
  const int node = graph->picture()->nodeOf({.op = 0, .buffer = -1});
  EXPECT_NEAR((middle() - graph->picture()->layout().nodes[static_cast<std::size_t>(node)].center()).manhattanLength(),
              0, 1e-6);
  QTest::keyClick(graph, Qt::Key_Backspace);
  EXPECT_NEAR(graph->scale(), boxed, 1e-9);
}

// The map goes where the whole graph has come into view, under the pointer that drags in it.
TEST_F(LensesTest, TheMapOfTheGraphMayGoWhileItIsUsed) {
  window_.showPage(QStringLiteral("graph"));
  QApplication::processEvents();
  GraphView* graph = find<GraphPanel>()->view();
  while (graph->scale() * graph->picture()->layout().bounds.height() > graph->height() / 2.0)
    QTest::keyClick(graph, Qt::Key_Minus);
  drag(graph, QPoint(graph->width() / 2, 10), QPoint(graph->width() / 2, graph->height() - 10));
  const QRectF box = graph->minimapBox();
  ASSERT_FALSE(box.isEmpty());
  drag(graph, box.center().toPoint(), box.center().toPoint() + QPoint(8, 8));
  EXPECT_TRUE(graph->minimapBox().isEmpty());
  EXPECT_TRUE(QRectF(graph->rect()).contains(graph->toWidget(graph->picture()->layout().bounds.center())));
}

TEST_F(LensesTest, ARightClickInTheGraphLeadsToTheArena) {
  window_.showPage(QStringLiteral("graph"));
  QApplication::processEvents();
  GraphView* graph = find<GraphPanel>()->view();
  const int node = graph->picture()->nodeOf({.op = 1, .buffer = -1});
  const QPointF at = graph->toWidget(graph->picture()->layout().nodes[static_cast<std::size_t>(node)].center());
  QTest::mouseClick(graph, Qt::RightButton, {}, at.toPoint());
  auto* menu = graph->findChild<QMenu*>();
  ASSERT_NE(menu, nullptr);
  for (QAction* action : menu->actions())
    if (action->text() == QStringLiteral("Find in the arena")) action->trigger();
  menu->close();
  EXPECT_TRUE(view_->isVisible());
  EXPECT_EQ(selectedOperators(), 1);
}

TEST_F(LensesTest, ABufferIsPinnedInThePlanWhereItIs) {
  const report::PlannedBuffer buffer = largest();
  ASSERT_FALSE(buffer.scratch);
  emit view_->pinWanted(buffer.index, static_cast<std::int64_t>(buffer.offset));
  auto* plan = find<HandTool>();
  EXPECT_TRUE(plan->isVisible());
  waitFor([&] { return !plan->busy(); });
  ASSERT_NE(plan->plan(), nullptr) << plan->message().toStdString();
  for (const report::PlannedBuffer& planned : plan->plan()->after.buffers)
    if (planned.index == buffer.index) {
      EXPECT_EQ(planned.offset, buffer.offset);
    }
  EXPECT_TRUE(find<QPushButton>("planRelease")->isVisible()) << "it can be taken back";
}

TEST_F(LensesTest, ThePictureInFrontIsCopiedAndDraggedOut) {
  auto* handle = find<PictureHandle>("pictureHandle");
  QTest::mouseClick(handle, Qt::LeftButton);
  const QMimeData* copied = QApplication::clipboard()->mimeData();
  const QImage image = copied->imageData().value<QImage>();
  ASSERT_FALSE(image.isNull());
  EXPECT_TRUE(copied->data(QStringLiteral("image/svg+xml")).contains("</svg>"));
  ASSERT_EQ(copied->urls().size(), 1);
  const QString file = copied->urls().front().toLocalFile();
  EXPECT_TRUE(file.endsWith(QStringLiteral("-inference.png"))) << file.toStdString();
  EXPECT_EQ(QImage(file), image);
  window_.showPage(QStringLiteral("graph"));
  QTest::mouseClick(handle, Qt::LeftButton);
  EXPECT_NE(QApplication::clipboard()->mimeData()->imageData().value<QImage>(), image);
  // A page without a picture leaves the clipboard alone.
  window_.showPage(QStringLiteral("boards"));
  EXPECT_EQ(handle->mimeData(), nullptr);
}

TEST_F(LensesTest, ARightClickOffersWhatCanBeDoneWithABuffer) {
  const QPoint at = placeOf(largest());
  const auto menuAt = [&](const QString& title) {
    QTest::mouseClick(view_, Qt::RightButton, Qt::NoModifier, at);
    auto* menu = view_->findChild<QMenu*>();
    ASSERT_NE(menu, nullptr);
    for (QAction* action : menu->actions())
      if (action->text() == title) action->trigger();
    menu->close();
    QTest::qWait(1); // it goes by itself
  };
  menuAt(QStringLiteral("Copy name"));
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), largest().name);
  menuAt(QStringLiteral("Copy offset"));
  EXPECT_EQ(QApplication::clipboard()->text(), QString::number(largest().offset));
  const AxisRange whole = view_->bytesView().shown();
  menuAt(QStringLiteral("Zoom to it"));
  EXPECT_LT(view_->bytesView().shown().length(), whole.length());
  view_->undoZoom();
  EXPECT_EQ(view_->bytesView().shown().length(), whole.length());
  menuAt(QStringLiteral("Find in the graph"));
  EXPECT_TRUE(find<GraphPanel>()->isVisible());
}

} // namespace
} // namespace arenascope::ui
