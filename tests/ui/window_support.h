// A window with a model in it, for tests that work with it as a user does.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_models.h"
#include "ui/views/motion.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {

inline constexpr int kTestTimeout = 3'600'000; // milliseconds, after which it hangs for sure

inline QString qt(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

class WindowTest : public testing::Test {
protected:
  void SetUp() override {
    setReducedMotion(true); // what is about motion asks for it
    window_.resize(1280, 860);
    window_.show();
  }

  void drop(const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window_, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QSignalSpy settled(&window_, &MainWindow::settled);
    QApplication::sendEvent(&window_, &event);
    if (window_.busy()) settled.wait(kTestTimeout);
  }
  void drop(const QString& path) { drop(QStringList(path)); }
  void dropSample(const char* name) { drop(qt(test::sampleModel(name))); }

  template <typename T>
  T* find(const char* name = nullptr) {
    T* found = name == nullptr ? window_.findChild<T*>() : window_.findChild<T*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << (name == nullptr ? "" : name);
    return found;
  }
  template <typename Done>
  void waitFor(Done done) {
    EXPECT_TRUE(QTest::qWaitFor(done, kTestTimeout));
  }

  MainWindow window_;
};

// Of a box that can be typed into.
inline void chooseText(QComboBox* box, const QString& text) { box->setCurrentIndex(box->findText(text)); }

// One button, from a place of a widget to another, as a person drags.
inline void drag(QWidget* widget, const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton) {
  const auto send = [&](QEvent::Type type, const QPoint& at, Qt::MouseButton changed, Qt::MouseButtons held) {
    QMouseEvent event(type, QPointF(at), widget->mapToGlobal(QPointF(at)), changed, held, Qt::NoModifier);
    QApplication::sendEvent(widget, &event);
  };
  send(QEvent::MouseButtonPress, from, button, button);
  send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button);
  send(QEvent::MouseMove, to, Qt::NoButton, button);
  send(QEvent::MouseButtonRelease, to, button, Qt::NoButton);
}

inline void hover(QWidget* widget, const QPoint& at) {
  QMouseEvent event(QEvent::MouseMove, QPointF(at), widget->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton,
                    Qt::NoModifier);
  QApplication::sendEvent(widget, &event);
}

} // namespace arenascope::ui
