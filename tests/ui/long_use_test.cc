// A day's work in the window: models opened, settings changed, the window closed, again and again.
// ARENASCOPE_ROUNDS=1000 does it a thousand times.
#include <QComboBox>

#include "tests/support/memory_growth.h"
#include "tests/ui/window_support.h"
#include "ui/views/arena_view.h"

namespace arenascope::ui {
namespace {

void useWindow(int round) {
  static const char* const kModels[] = {"sine", "edge_detector", "countdown"};
  MainWindow window;
  window.resize(1280, 860);
  window.show();
  const auto settle = [&](auto action) {
    QSignalSpy settled(&window, &MainWindow::settled);
    action();
    if (window.busy()) settled.wait(kTestTimeout);
  };
  settle([&] { window.openModel(qt(test::sampleModel(kModels[round % 3]))); });
  ASSERT_NE(window.report(), nullptr);
  EXPECT_TRUE(window.report()->ok()) << window.message().toStdString();
  auto* kernels = window.findChild<QComboBox*>(QStringLiteral("kernels"));
  settle([&] { kernels->setCurrentIndex(1 - kernels->currentIndex()); });
  for (ArenaView* view : window.findChildren<ArenaView*>()) view->grab();
  settle([&] { kernels->setCurrentIndex(1 - kernels->currentIndex()); });
  window.close();
}

TEST(LongUseTest, OpeningChangingAndClosingKeepsNothing) { test::expectNoGrowth(test::rounds(40), useWindow); }

} // namespace
} // namespace arenascope::ui
