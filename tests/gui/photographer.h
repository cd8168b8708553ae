// What waits until the window has something to show, and writes what it shows.
#pragma once

#include <QTest>
#include <QWidget>
#include <cstdio>
#include <functional>

namespace arenascope::ui {

inline void waitFor(const std::function<bool()>& done) {
  constexpr int kLongest = 120'000; // milliseconds
  QTest::qWait(50);
  if (!QTest::qWaitFor(done, kLongest)) std::fprintf(stderr, "screenshots: gave up waiting\n");
  QTest::qWait(50);
}

inline void savePicture(QWidget& widget, const QString& path) {
  QTest::qWait(30);
  if (!widget.grab().save(path)) std::fprintf(stderr, "screenshots: cannot write %s\n", qPrintable(path));
}

class Photographer {
public:
  Photographer(const QString& folder, const QString& scheme) : folder_(folder), scheme_(scheme) {}

  void take(QWidget& widget, const QString& name) const {
    savePicture(
        widget,
        QStringLiteral("%1/%2-%3x%4-%5.png").arg(folder_, name).arg(widget.width()).arg(widget.height()).arg(scheme_));
  }

private:
  QString folder_;
  QString scheme_;
};

} // namespace arenascope::ui
