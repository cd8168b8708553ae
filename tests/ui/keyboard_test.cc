// The window without a pointer: everything can be reached, each view has a key, and Escape takes back what was searched
// for or marked.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <set>

#include "tests/ui/window_support.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/inference_panel.h"
#include "ui/tables/report_table.h"
#include "ui/views/graph_view.h"
#include "ui/views/picture_hint.h"
#include "ui/window/keys_page.h"

namespace arenascope::ui {
namespace {

class KeyboardTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    QApplication::setActiveWindow(&window_);
    dropSample("person_detector");
    view_ = find<InferencePanel>()->view();
  }

  // What Tab comes to from here, until it is here again. In a text it goes from link to link.
  std::set<QWidget*> reached() {
    constexpr int kMost = 1'000;
    std::set<QWidget*> all;
    const QWidget* before = nullptr;
    for (int i = 0; i < kMost; ++i) {
      QWidget* focus = QApplication::focusWidget();
      if (focus != before && !all.insert(focus).second) return all;
      before = focus;
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    // A sheet with its button alone: there is nowhere else to go.
    EXPECT_LE(all.size(), 2U) << "Tab stays at " << before->metaObject()->className() << " "
                              << before->objectName().toStdString();
    return all;
  }

  InferenceView* view_ = nullptr;
};

// Each control that one sees, by Tab alone.
TEST_F(KeyboardTest, TabReachesEveryControl) {
  std::size_t seen = 0;
  for (const QString& name : window_.pageNames()) {
    SCOPED_TRACE(name.toStdString());
    window_.showPage(name);
    QTest::qWait(10);
    QWidget* page = window_.page(name);
    page->setFocus();
    if (!page->isAncestorOf(QApplication::focusWidget()) && QApplication::focusWidget() != page) view_->setFocus();
    const std::set<QWidget*> all = reached();
    for (QWidget* control : page->findChildren<QWidget*>()) {
      const bool works = control->inherits("QAbstractButton") || control->inherits("QComboBox") ||
                         control->inherits("QLineEdit") || control->inherits("QAbstractSpinBox") ||
                         control->inherits("QTabBar") || control->inherits("QTableView") ||
                         control->inherits("QListView") || control->inherits("QPlainTextEdit");
      const bool inside = control->parentWidget()->inherits("QComboBox") ||
                          control->parentWidget()->inherits("QAbstractSpinBox") ||
                          control->parentWidget()->inherits("QTableView") ||
                          control->parentWidget()->inherits("QLineEdit") || control->inherits("QHeaderView");
      if (!works || inside || !control->isVisible() || !control->isEnabled()) continue;
      ++seen;
      const bool isThere = all.contains(control) || all.contains(control->focusProxy());
      EXPECT_TRUE(isThere) << name.toStdString() << ": " << control->metaObject()->className() << " "
                           << control->objectName().toStdString() << " " << control->accessibleName().toStdString();
    }
  }
  EXPECT_GT(seen, 25U);
}

// What lies behind a sheet cannot be come to while it is there.
TEST_F(KeyboardTest, TabStaysInASheet) {
  for (const char* name : {"explain", "log"}) {
    window_.showPage(QLatin1String(name));
    const auto* sheet = find<QWidget>("sheet");
    ASSERT_TRUE(sheet->isAncestorOf(QApplication::focusWidget()));
    const std::set<QWidget*> all = reached();
    EXPECT_GT(all.size(), 2U);
    for (const QWidget* control : all) EXPECT_TRUE(sheet->isAncestorOf(control)) << control->objectName().toStdString();
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus, Qt::Key_Backtab);
    EXPECT_TRUE(sheet->isAncestorOf(QApplication::focusWidget()));
  }
}

TEST_F(KeyboardTest, EachViewHasAKey) {
  const char* pages[] = {"inference", "allocation", "graph", "functions", "boards", "versions"};
  for (int i = 5; i >= 0; --i) {
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(Qt::Key_1 + i));
    EXPECT_EQ(window_.pageInFront(), QLatin1String(pages[i]));
  }
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Question);
  ASSERT_TRUE(find<QWidget>("sheet")->isVisible());
  for (const char* key : {"Ctrl+1, 1", "Ctrl+6, 6", "?"})
    EXPECT_TRUE(find<KeysPage>()->toPlainText().contains(QLatin1String(key))) << key;
}

// How many there are, Enter goes from one to the next, Escape ends it.
TEST_F(KeyboardTest, ASearchCountsItsMatchesAndGoesThroughThem) {
  view_->setFocus();
  QTest::keyClick(view_, Qt::Key_F, Qt::ControlModifier);
  auto* search = find<QLineEdit>("searchPicture");
  const auto* found = find<QLabel>("searchFound");
  QTest::keyClicks(search, QStringLiteral("zzz"));
  EXPECT_EQ(found->text(), QStringLiteral("none"));
  search->clear();
  QTest::keyClicks(search, QStringLiteral("conv"));
  const int count = view_->search(QStringLiteral("conv"));
  ASSERT_GT(count, 2);
  EXPECT_EQ(found->text(), QStringLiteral("%1 found").arg(count));
  std::set<int> selected;
  const auto buffer = [this] {
    const auto rows = find<ReportTable>("tensorTable")->view()->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().data(ReportModel::kSortRole).toInt();
  };
  for (int i = 1; i <= count; ++i) {
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(found->text(), QStringLiteral("%1 of %2").arg(i).arg(count));
    selected.insert(buffer());
  }
  EXPECT_EQ(static_cast<int>(selected.size()), count) << "each once";
  QTest::keyClick(search, Qt::Key_Return);
  EXPECT_EQ(found->text(), QStringLiteral("1 of %1").arg(count)) << "from the last to the first";
  QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
  EXPECT_EQ(found->text(), QStringLiteral("%1 of %1").arg(count));
  QTest::keyClick(search, Qt::Key_Escape);
  EXPECT_FALSE(search->isVisible());
  EXPECT_FALSE(found->isVisible());
  EXPECT_TRUE(search->text().isEmpty());
  EXPECT_EQ(QApplication::focusWidget(), view_);
}

// A range of bytes, one of layers, and what is selected.
TEST_F(KeyboardTest, EscapeTakesMarksAway) {
  const ArenaLayout layout = view_->layoutFor(view_->size());
  find<PictureHint>()->dismiss(); // it goes with the first click
  const QImage plain = view_->grab().toImage();
  view_->setFocus();
  const int x = static_cast<int>(layout.plot.left / 2);
  drag(view_, {x, static_cast<int>(layout.yOf(0)) - 2}, {x, static_cast<int>(layout.yOf(4096))});
  const auto* caption = find<QLabel>("historyCaption");
  EXPECT_TRUE(caption->text().startsWith(QStringLiteral("Bytes ")));
  view_->setFocus();
  QTest::keyClick(view_, Qt::Key_Escape);
  EXPECT_TRUE(caption->text().startsWith(QStringLiteral("All buffers")));
  const int y = static_cast<int>(layout.axisTop()) + 8;
  const auto at = [&layout](double time) { return static_cast<int>(layout.xOf(time)); };
  drag(view_, {at(2.5), y}, {at(5.5), y});
  EXPECT_NE(view_->grab().toImage(), plain);
  QTest::keyClick(view_, Qt::Key_Escape);
  EXPECT_EQ(view_->grab().toImage(), plain);
  view_->select({.op = 2});
  EXPECT_NE(view_->grab().toImage(), plain);
  QTest::keyClick(view_, Qt::Key_Escape);
  EXPECT_EQ(view_->grab().toImage(), plain);
  auto* graph = find<GraphView>();
  window_.showPage(QStringLiteral("graph"));
  view_->select({.op = 2});
  auto* table = find<ReportTable>("operatorTable")->view();
  EXPECT_FALSE(table->selectionModel()->selectedRows().isEmpty());
  QTest::keyClick(graph, Qt::Key_Escape);
  EXPECT_TRUE(table->selectionModel()->selectedRows().isEmpty());
}

TEST_F(KeyboardTest, EscapeShowsAllRowsAgain) {
  auto* table = find<ReportTable>("operatorTable");
  auto* filter = table->filterBar()->findChild<QLineEdit*>();
  const int all = table->view()->model()->rowCount();
  filter->setFocus();
  QTest::keyClicks(filter, QStringLiteral("softmax"));
  EXPECT_LT(table->view()->model()->rowCount(), all);
  QTest::keyClick(filter, Qt::Key_Escape);
  EXPECT_EQ(table->view()->model()->rowCount(), all);
}

// The window's own Escape, which ends a run, does not keep a search from being ended.
TEST_F(KeyboardTest, EscapeEndsASearchWhileAModelRuns) {
  view_->setFocus();
  QTest::keyClick(view_, Qt::Key_F, Qt::ControlModifier);
  auto* search = find<QLineEdit>("searchPicture");
  QTest::keyClicks(search, QStringLiteral("conv"));
  find<QAction>("cancel")->setEnabled(true); // as while a model runs
  QTest::keyClick(search, Qt::Key_Escape);
  EXPECT_FALSE(search->isVisible());
}

} // namespace
} // namespace arenascope::ui
