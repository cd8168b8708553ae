// What the desktop says about light and dark, contrast and motion, by the settings portal of freedesktop.org.
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace arenascope::ui {

class DesktopScheme : public QObject {
  Q_OBJECT

public:
  enum class Wish { kNone, kDark, kLight };

  static DesktopScheme& instance();
  // kNone also where there is no portal.
  Wish wish() const { return wish_; }
  // Nothing should move that need not.
  bool reducedMotion() const { return reducedMotion_; }
  // Text and lines are to stand out more than usual.
  bool strongContrast() const { return strongContrast_; }

signals:
  void changed();

private slots:
  void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
  DesktopScheme();

  Wish wish_ = Wish::kNone;
  bool reducedMotion_ = false;
  bool strongContrast_ = false;
};

} // namespace arenascope::ui
