#include "ui/window/desktop_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>

namespace arenascope::ui {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");
const QString kMotionKey = QStringLiteral("reduced-motion");
const QString kContrastKey = QStringLiteral("contrast");
// What there was before portals had keys for it.
const QString kGnomeGroup = QStringLiteral("org.gnome.desktop.interface");
const QString kGnomeMotionKey = QStringLiteral("enable-animations");
const QString kGnomeAccessGroup = QStringLiteral("org.gnome.desktop.a11y.interface");
const QString kGnomeContrastKey = QStringLiteral("high-contrast");
constexpr int kReplyTimeoutMilliseconds = 300;

DesktopScheme::Wish wishOf(const QVariant& value) {
  switch (value.toUInt()) {
  case 1: return DesktopScheme::Wish::kDark;
  case 2: return DesktopScheme::Wish::kLight;
  default: return DesktopScheme::Wish::kNone;
  }
}

// Older portals wrap the value twice.
QVariant unwrapped(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value;
}

} // namespace

DesktopScheme& DesktopScheme::instance() {
  static DesktopScheme scheme;
  return scheme;
}

DesktopScheme::DesktopScheme() {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bool silent = false; // nobody waits twice for a portal that does not answer
  const auto read = [&](const QString& group, const QString& key) {
    if (silent) return QVariant();
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << group << key;
    const QDBusReply<QDBusVariant> answer = bus.call(question, QDBus::Block, kReplyTimeoutMilliseconds);
    silent = answer.error().type() == QDBusError::NoReply || answer.error().type() == QDBusError::ServiceUnknown;
    return answer.isValid() ? unwrapped(answer.value().variant()) : QVariant();
  };
  wish_ = wishOf(read(kGroup, kKey));
  const QVariant motion = read(kGroup, kMotionKey);
  const QVariant animations = motion.isValid() ? QVariant() : read(kGnomeGroup, kGnomeMotionKey);
  reducedMotion_ = motion.isValid() ? motion.toUInt() == 1 : animations.isValid() && !animations.toBool();
  const QVariant contrast = read(kGroup, kContrastKey);
  strongContrast_ = contrast.isValid() ? contrast.toUInt() == 1 : read(kGnomeAccessGroup, kGnomeContrastKey).toBool();
  bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
              SLOT(settingChanged(QString, QString, QDBusVariant)));
}

void DesktopScheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  const QVariant now = unwrapped(value.variant());
  if (group == kGroup && key == kKey)
    wish_ = wishOf(now);
  else if (group == kGroup && key == kMotionKey)
    reducedMotion_ = now.toUInt() == 1;
  else if (group == kGnomeGroup && key == kGnomeMotionKey)
    reducedMotion_ = !now.toBool();
  else if (group == kGroup && key == kContrastKey)
    strongContrast_ = now.toUInt() == 1;
  else if (group == kGnomeAccessGroup && key == kGnomeContrastKey)
    strongContrast_ = now.toBool();
  else
    return;
  emit changed();
}

} // namespace arenascope::ui
