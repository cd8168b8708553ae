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
constexpr int kPatienceMilliseconds = 300;

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
  QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
  question << kGroup << kKey;
  const QDBusReply<QDBusVariant> answer = bus.call(question, QDBus::Block, kPatienceMilliseconds);
  if (answer.isValid()) wish_ = wishOf(unwrapped(answer.value().variant()));
  bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
              SLOT(settingChanged(QString, QString, QDBusVariant)));
}

void DesktopScheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group != kGroup || key != kKey) return;
  wish_ = wishOf(unwrapped(value.variant()));
  emit changed();
}

} // namespace arenascope::ui
