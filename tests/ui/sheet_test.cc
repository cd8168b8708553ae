// Pages in front of the window, one at a time: Explain, Export, the log, the keys.
#include "ui/window/sheet.h"

#include <QAction>
#include <QTextBrowser>
#include <QToolButton>

#include "tests/ui/window_support.h"
#include "ui/panels/explain_panel.h"
#include "ui/window/export_dialog.h"
#include "ui/window/keys_page.h"

namespace arenascope::ui {
namespace {

using SheetTest = WindowTest;

TEST_F(SheetTest, EscapeClosesItAndNothingElse) {
  dropSample("sine");
  window_.showPage(QStringLiteral("explain"));
  auto* page = find<ExplainPanel>();
  EXPECT_TRUE(page->isVisible());
  EXPECT_EQ(page->window(), &window_) << "in the window, not a window beside it";
  EXPECT_TRUE(find<Sheet>()->isAncestorOf(page));
  QTest::keyClick(page, Qt::Key_Escape);
  EXPECT_FALSE(page->isVisible());
  EXPECT_NE(window_.report(), nullptr);
}

TEST_F(SheetTest, OneIsThereAtATimeAndAPageOfTheWindowClosesIt) {
  dropSample("sine");
  window_.showPage(QStringLiteral("explain"));
  find<QAction>("keys")->trigger();
  EXPECT_FALSE(find<ExplainPanel>()->isVisible());
  EXPECT_TRUE(find<KeysPage>()->isVisible());
  window_.showPage(QStringLiteral("tensors"));
  EXPECT_FALSE(find<Sheet>()->isVisible());
}

// Every key of a menu, and those of the charts.
TEST_F(SheetTest, TheKeysAreAllThere) {
  find<QAction>("keys")->trigger();
  const QString text = find<KeysPage>()->toPlainText();
  int keys = 0;
  for (const Command& command : window_.commands()) {
    if (command.detail.isEmpty()) continue; // without a model there are only shortcuts
    EXPECT_TRUE(text.contains(command.detail)) << command.title.toStdString();
    ++keys;
  }
  EXPECT_GT(keys, 15);
  EXPECT_TRUE(text.contains(QStringLiteral("Backspace")));
  EXPECT_TRUE(text.contains(QStringLiteral("Ctrl+J")));
}

TEST_F(SheetTest, AnExportThatIsLeftIsGone) {
  dropSample("sine");
  find<QAction>("exportAny")->trigger();
  ASSERT_NE(window_.findChild<ExportDialog*>(), nullptr);
  EXPECT_TRUE(window_.findChild<ExportDialog*>()->isVisible());
  find<QToolButton>("closeSheet")->click();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(window_.findChild<ExportDialog*>(), nullptr);
  find<QAction>("exportAny")->trigger();
  EXPECT_TRUE(window_.findChild<ExportDialog*>()->isVisible()) << "and can be opened again";
}

} // namespace
} // namespace arenascope::ui
