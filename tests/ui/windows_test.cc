// Several models, each in a separate window.
#include <QAction>
#include <QSettings>

#include "tests/ui/window_support.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class WindowsTest : public WindowTest {
protected:
  void SetUp() override {
    QSettings().clear();
    WindowTest::SetUp();
  }
  void TearDown() override {
    for (MainWindow* window : others()) delete window;
  }
  QList<MainWindow*> others() {
    QList<MainWindow*> windows;
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* window = qobject_cast<MainWindow*>(widget); window != nullptr && window != &window_) windows << window;
    return windows;
  }
  static void wait(MainWindow* window) {
    QSignalSpy settled(window, &MainWindow::settled);
    if (window->busy()) settled.wait(kTestTimeout);
  }
  static QStringList kept() {
    QStringList names;
    for (const QString& path : QSettings().value(QStringLiteral("session/models")).toStringList())
      names << QFileInfo(path).completeBaseName();
    names.sort();
    return names;
  }
};

TEST_F(WindowsTest, EachKeepsItsOwnModelAndState) {
  dropSample("person_detector");
  find<InferenceView>()->select({.op = 2});
  MainWindow* other = window_.openWindow(qt(test::sampleModel("sine")));
  wait(other);
  EXPECT_NE(other->report()->model.sha256, window_.report()->model.sha256);
  QSignalSpy settled(other, &MainWindow::settled);
  chooseText(other->findChild<QComboBox*>(QStringLiteral("target")), QStringLiteral("host"));
  if (other->busy()) settled.wait(kTestTimeout);
  EXPECT_EQ(other->report()->target, "host");
  EXPECT_EQ(window_.report()->target, "cortex-m4");
  EXPECT_TRUE(find<InferenceView>()->isSelected({.op = 2}));
  EXPECT_FALSE(other->findChild<InferenceView*>()->isSelected({.op = 2}));
}

TEST_F(WindowsTest, AllAreThereAgainNextTime) {
  dropSample("person_detector");
  wait(window_.openWindow(qt(test::sampleModel("sine"))));
  find<QAction>("quit")->trigger();
  EXPECT_EQ(kept(), QStringList({QStringLiteral("person_detector"), QStringLiteral("sine")}));
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_TRUE(others().isEmpty());
  MainWindow next;
  next.show();
  next.restoreSession();
  wait(&next);
  ASSERT_NE(next.report(), nullptr);
  ASSERT_EQ(others().size(), 2) << "this one, and one for the other model";
  for (MainWindow* window : others()) wait(window);
  for (MainWindow* window : others())
    if (window != &next) delete window;
}

TEST_F(WindowsTest, WhatIsClosedBeforeIsNotOpenedAgain) {
  dropSample("person_detector");
  MainWindow* other = window_.openWindow(qt(test::sampleModel("sine")));
  wait(other);
  other->close();
  EXPECT_EQ(kept(), QStringList(QStringLiteral("person_detector")));
  window_.close();
  EXPECT_EQ(kept(), QStringList(QStringLiteral("person_detector"))) << "the last one is";
}

} // namespace
} // namespace arenascope::ui
